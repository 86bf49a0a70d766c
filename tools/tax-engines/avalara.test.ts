import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Avalara } from './avalara.ts';
import type { EngineAnswer } from './engine.ts';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const account = 'license-key';
const transaction = {
  type: 'SalesInvoice',
  code: 'i1',
  companyCode: 'DEFAULT',
  date: '2024-03-01',
  customerCode: 'c',
  currencyCode: 'USD',
  commit: true,
  addresses: { shipFrom: { country: 'US' }, shipTo: { country: 'US', region: 'CO' } },
  lines: [{ number: 'f1', quantity: 1, amount: 150, itemCode: 'saas' }],
};
const send = (engine: Avalara, path: string, body: unknown, authorization = basic(`1:${account}`)): EngineAnswer => {
  const { pathname, searchParams } = new URL(path, 'http://x');
  const headers = { authorization, 'x-avalara-client': 'test' };
  return engine.answer({ method: 'POST', path: pathname, query: searchParams, headers, body });
};
const adjust = (engine: Avalara, model: object) =>
  send(engine, '/api/v2/transactions/createoradjust', {
    adjustmentReason: 'Other',
    adjustmentDescription: 'again',
    createTransactionModel: { ...transaction, ...model },
  });
const codeOf = ({ body }: EngineAnswer) => (body as { error?: { code: string } }).error?.code;
const change = (id: string, action: string, type = 'SalesInvoice') =>
  `/api/v2/companies/DEFAULT/transactions/${id}/${action}?documentType=${type}`;

test('an order is an estimate, and is not stored', () => {
  const engine = new Avalara();
  const { code: _, ...order } = { ...transaction, type: 'SalesOrder', commit: false };
  const { status, body } = send(engine, '/api/v2/transactions/create', order);
  assert.equal(status, 201);
  const { totalTax, lines } = body as { totalTax: number; lines: { tax: number; details: { tax: number }[] }[] };
  assert.equal(totalTax, 11.57);
  assert.deepEqual(
    lines.map(({ tax, details }) => [tax, ...details.map((detail) => detail.tax)]),
    [[11.57, 4.35, 7.22]],
  );
  assert.deepEqual(engine.documentsOf(account), []);
});

test('a committed invoice is stored once, and a repetition adjusts it', () => {
  const engine = new Avalara();
  assert.equal(adjust(engine, {}).status, 201);
  assert.equal(adjust(engine, {}).status, 200);
  assert.deepEqual(
    engine.documentsOf(account).map(({ id, version, tax }) => [id, version, tax]),
    [['i1', 2, 11.57]],
  );
  assert.equal(codeOf(send(engine, '/api/v2/transactions/create', transaction)), 'GetTaxError');
});

test('a void comes once, and a locked invoice is refunded once', () => {
  const engine = new Avalara();
  adjust(engine, {});
  adjust(engine, { code: 'i2' });
  adjust(engine, { code: 'cn_1', type: 'ReturnInvoice', lines: [{ number: 'f1', quantity: 1, amount: -10 }] });
  const docVoided = { code: 'DocVoided' };
  assert.equal(send(engine, change('i1', 'void'), docVoided).status, 200);
  assert.equal(codeOf(send(engine, change('i1', 'void'), docVoided)), 'TransactionAlreadyCancelled');
  assert.equal(codeOf(send(engine, change('i9', 'void'), docVoided)), 'EntityNotFoundError');
  assert.equal(codeOf(send(engine, change('cn_1', 'void'), docVoided)), 'EntityNotFoundError');
  assert.equal(send(engine, change('cn_1', 'void', 'ReturnInvoice'), docVoided).status, 200);
  engine.lock(account, 'i2');
  assert.equal(codeOf(send(engine, change('i2', 'void'), docVoided)), 'CannotModifyLockedTransaction');
  const refund = { refundTransactionCode: 'i2_voided', refundDate: '2024-04-01', refundType: 'Full' };
  assert.equal(send(engine, change('i2', 'refund'), refund).status, 201);
  assert.equal(codeOf(send(engine, change('i2', 'refund'), refund)), 'DuplicateEntry');
  const sum = engine
    .documentsOf(account)
    .reduce((total, { status, tax }) => total + (status === 'booked' ? tax : 0), 0);
  assert.equal(sum, 0);
});

test('a request that breaks the schema or its sums is refused', () => {
  const engine = new Avalara();
  const [line] = transaction.lines;
  assert.equal(codeOf(adjust(engine, { region: 'CO' })), 'ModelStateInvalid');
  assert.equal(codeOf(adjust(engine, { lines: [] })), 'ModelStateInvalid');
  assert.equal(codeOf(adjust(engine, { lines: [{ ...line, amount: 1.005 }] })), 'InvalidDecimalValue');
  assert.equal(
    codeOf(adjust(engine, { currencyCode: 'JPY', lines: [{ ...line, amount: 1.5 }] })),
    'InvalidDecimalValue',
  );
  assert.equal(codeOf(adjust(engine, { lines: [line, line] })), 'LineAlreadyExists');
  assert.equal(codeOf(adjust(engine, { lines: [{ ...line, amount: -1 }] })), 'InvalidParameterValue');
  assert.equal(codeOf(adjust(engine, { type: 'SalesOrder' })), 'CannotAdjustDocumentType');
  assert.equal(codeOf(adjust(engine, { commit: false })), 'DocumentNotCommitted');
});

test('what cannot be computed has a code', () => {
  const engine = new Avalara();
  const [line] = transaction.lines;
  const shipFrom = { country: 'US' };
  assert.equal(codeOf(adjust(engine, { addresses: { shipFrom, shipTo: { country: 'XX' } } })), 'InvalidAddress');
  assert.equal(codeOf(adjust(engine, { addresses: { shipFrom, shipTo: {} } })), 'MissingAddress');
  assert.equal(codeOf(adjust(engine, { currencyCode: 'XAU' })), 'InvalidEnumValue');
  assert.equal(
    codeOf(adjust(engine, { lines: [{ ...line, itemCode: 'unknown' }] })),
    'TaxCodeAssociatedWithItemCodeNotFound',
  );
});

test('the ping tells whether the account is known', () => {
  const ping = (authorization: string) =>
    new Avalara().answer({
      method: 'GET',
      path: '/api/v2/utilities/ping',
      query: new URLSearchParams(),
      headers: { authorization },
      body: undefined,
    }).body as { authenticated: boolean };
  assert.equal(ping(basic('1:license-key')).authenticated, true);
  assert.equal(ping(basic('1:revoked-key')).authenticated, false);
  assert.equal(
    codeOf(send(new Avalara(), '/api/v2/transactions/create', transaction, 'Bearer x')),
    'AuthenticationException',
  );
});
