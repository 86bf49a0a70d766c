import type { z } from 'zod';
import { CreateOrAdjust, Refund, Transaction, Void } from './avalara.schema.ts';
import { Documents, type Engine, type EngineAnswer, type EngineRequest, type StoredDocument } from './engine.ts';
import { isExemptItem, isUnknownItem, type Place, placeOf, roundedMillionths, taxMillionths } from './places.ts';

const minorDigits: Record<string, number> = { USD: 2, EUR: 2, GBP: 2, CHF: 2, JPY: 0 };

const ok = (body: unknown): EngineAnswer => ({ status: 200, body });
function refused(status: number, code: string, message: string): EngineAnswer {
  const details = [{ code, message, description: message, faultCode: 'Client', severity: 'Error' }];
  return { status, body: { error: { code, message, target: 'Unknown', details } } };
}
const notFound = () => refused(404, 'EntityNotFoundError', 'The transaction was not found.');

/** A double of AvaTax: it checks each request against the schema, and stores the transactions of each account. */
export class Avalara implements Engine {
  private readonly documents = new Documents();

  answer({ method, path, query, headers, body }: EngineRequest): EngineAnswer {
    const account = accountOf(headers['authorization']);
    if (path === '/api/v2/utilities/ping' && method === 'GET')
      return ok({ version: '1', authenticated: account !== null, authenticationType: account ? 'Basic' : 'None' });
    if (account === null) return refused(401, 'AuthenticationException', 'Authentication failed.');
    if (!headers['x-avalara-client']) return refused(400, 'ValueRequiredError', 'X-Avalara-Client is required.');
    if (method !== 'POST') return refused(405, 'IncorrectPathError', 'This call is a POST.');
    if (path === '/api/v2/transactions/create')
      return checked(Transaction, body, (transaction) => this.create(account, transaction));
    if (path === '/api/v2/transactions/createoradjust')
      return checked(CreateOrAdjust, body, ({ createTransactionModel }) =>
        this.adjust(account, createTransactionModel),
      );
    const change = /^\/api\/v2\/companies\/[^/]+\/transactions\/([^/]+)\/(void|refund)$/.exec(path);
    if (!change) return refused(404, 'IncorrectPathError', 'There is no such call.');
    const document = this.documents.of(account).get(decodeURIComponent(change[1] ?? ''));
    const kind = query.get('documentType') === 'ReturnInvoice' ? 'return' : 'sale';
    if (change[2] === 'void') return checked(Void, body, () => voided(document?.kind === kind ? document : undefined));
    return checked(Refund, body, (refund) => this.refund(account, document, refund));
  }

  documentsOf(account: string): StoredDocument[] {
    return [...this.documents.of(account).values()];
  }

  lock(account: string, id: string): boolean {
    return this.documents.lock(account, id);
  }

  private create(account: string, transaction: Transaction): EngineAnswer {
    if (transaction.type === 'SalesInvoice' || transaction.type === 'ReturnInvoice') {
      const { code } = transaction;
      if (code !== undefined && this.documents.of(account).has(code))
        return refused(400, 'GetTaxError', 'DocStatus is invalid for this operation.');
      return this.adjust(account, transaction);
    }
    return calculated(transaction);
  }

  /** Stores a transaction, or replaces the one with its code. */
  private adjust(account: string, transaction: Transaction): EngineAnswer {
    const { code, type, commit, date, currencyCode, customerCode } = transaction;
    if (code === undefined) return refused(400, 'ValueRequiredError', 'Field code is required.');
    if (type === 'SalesOrder' || type === 'ReturnOrder')
      return refused(400, 'CannotAdjustDocumentType', 'An order is not stored.');
    if (!commit) return refused(400, 'DocumentNotCommitted', 'The transaction is not committed.');
    const stored = this.documents.of(account);
    const before = stored.get(code);
    if (before?.locked) return refused(400, 'CannotModifyLockedTransaction', 'The transaction is locked.');
    if (before?.status === 'voided')
      return refused(400, 'TransactionAlreadyCancelled', 'The transaction is cancelled.');
    const answer = calculated(transaction);
    if (answer.status !== 201) return answer;
    const { totalAmount, totalTax } = answer.body as { totalAmount: number; totalTax: number };
    stored.set(code, {
      id: code,
      kind: type === 'ReturnInvoice' ? 'return' : 'sale',
      status: 'booked',
      version: (before?.version ?? 0) + 1,
      locked: false,
      date,
      taxDate: taxDateOf(transaction),
      currency: currencyCode,
      customer: customerCode,
      total: totalAmount,
      tax: totalTax,
    });
    return { status: before ? 200 : 201, body: { ...(answer.body as object), code, status: 'Committed' } };
  }

  private refund(
    account: string,
    document: StoredDocument | undefined,
    { refundTransactionCode: code, refundDate: date }: z.output<typeof Refund>,
  ): EngineAnswer {
    if (!document) return notFound();
    if (document.kind !== 'sale') return refused(400, 'InvalidDocumentTypeForRefund', 'Only sales are refunded.');
    if (document.status === 'voided')
      return refused(400, 'InvalidDocumentStatusForRefund', 'The transaction is cancelled.');
    const stored = this.documents.of(account);
    if (stored.has(code)) return refused(409, 'DuplicateEntry', 'The transaction exists.');
    const inverse = { total: -document.total, tax: -document.tax, date };
    stored.set(code, { ...document, ...inverse, id: code, kind: 'inverse', version: 1, locked: false });
    return { status: 201, body: { code, status: 'Committed', type: 'ReturnInvoice' } };
  }
}

/** The account of a header, which is its own secret; null for a wrong or revoked one. */
function accountOf(authorization: string | undefined): string | null {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return null;
  const [id = '', ...key] = Buffer.from(encoded, 'base64').toString().split(':');
  const secret = key.join(':');
  return id !== '' && secret.length >= 8 && !secret.startsWith('revoked') ? secret : null;
}

function voided(document: StoredDocument | undefined): EngineAnswer {
  if (!document) return notFound();
  if (document.status === 'voided')
    return refused(400, 'TransactionAlreadyCancelled', 'The transaction has already been cancelled.');
  if (document.locked) return refused(400, 'CannotModifyLockedTransaction', 'The transaction is locked.');
  document.status = 'voided';
  return ok({ code: document.id, status: 'Cancelled' });
}

/** Refuses a body that breaks the schema, with the first key at fault. */
function checked<T>(schema: z.ZodType<T>, body: unknown, answer: (input: T) => EngineAnswer): EngineAnswer {
  const read = schema.safeParse(body);
  if (read.success) return answer(read.data);
  const [issue] = read.error.issues;
  return refused(400, 'ModelStateInvalid', `Field ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}.`);
}

/** An amount in minor units, if the currency has them all. */
function minorUnits(amount: number, digits: number): bigint | null {
  const text = amount.toFixed(digits);
  return Number(text) === amount ? BigInt(text.replace('.', '')) : null;
}

const taxDateOf = ({ date, taxOverride }: Transaction): string => taxOverride?.taxDate ?? date;

/** The taxes of a transaction, or why AvaTax cannot compute them. */
function calculated(transaction: Transaction): EngineAnswer {
  const { addresses, currencyCode, lines, businessIdentificationNo, type } = transaction;
  const digits = minorDigits[currencyCode];
  if (digits === undefined) return refused(400, 'InvalidEnumValue', `${currencyCode} is not a currency.`);
  if (!addresses.shipTo.country) return refused(400, 'MissingAddress', 'Address cannot be determined.');
  const place = placeOf(addresses.shipTo.country, taxDateOf(transaction));
  if (!place) return refused(400, 'InvalidAddress', 'The address is not deliverable.');
  if (new Set(lines.map(({ number }) => number)).size < lines.length)
    return refused(400, 'LineAlreadyExists', 'A line number exists twice.');
  const unknown = lines.find(({ itemCode }) => itemCode !== undefined && isUnknownItem(itemCode));
  if (unknown) return refused(400, 'TaxCodeAssociatedWithItemCodeNotFound', `${unknown.itemCode} was not found.`);
  const amounts = lines.map(({ amount }) => minorUnits(amount, digits));
  if (amounts.includes(null)) return refused(400, 'InvalidDecimalValue', `An amount has more than ${digits} decimals.`);
  const cents = amounts as bigint[];
  if (
    type.startsWith('Return') !== cents.reduce((sum, each) => sum + each, 0n) < 0n &&
    cents.some((each) => each !== 0n)
  )
    return refused(400, 'InvalidParameterValue', 'Returns have negative amounts, and sales positive ones.');
  const taxed = lines.map((line, at) =>
    lineOf(line, cents[at] ?? 0n, { place, digits, hasNumber: businessIdentificationNo !== undefined }),
  );
  const inMainUnit = (minor: bigint) => Number(minor) / 10 ** digits;
  return {
    status: 201,
    body: {
      type,
      status: 'Temporary',
      totalAmount: inMainUnit(cents.reduce((sum, each) => sum + each, 0n)),
      totalTax: inMainUnit(taxed.reduce((sum, { minor }) => sum + minor, 0n)),
      lines: taxed.map(({ line }) => line),
    },
  };
}

/** The taxes of a line whose sum the caller states: the first jurisdiction has what differs. */
function overridden(taxes: bigint[], minor: bigint): bigint[] {
  const rest = taxes.slice(1);
  return taxes.length === 0 ? [minor] : [minor - rest.reduce((sum, each) => sum + each, 0n), ...rest];
}

function lineOf(
  { number, itemCode, amount, taxOverride }: Transaction['lines'][number],
  cents: bigint,
  { place, digits, hasNumber }: { place: Place; digits: number; hasNumber: boolean },
) {
  const exempt = place.reverseCharge && hasNumber;
  const untaxed = exempt || isExemptItem(itemCode ?? '');
  const computed = place.jurisdictions.map(({ rate }) =>
    untaxed ? 0n : roundedMillionths(taxMillionths(cents, rate)),
  );
  const taxes = taxOverride ? overridden(computed, BigInt(Math.round(taxOverride.taxAmount * 10 ** digits))) : computed;
  const minor = taxes.reduce((sum, each) => sum + each, 0n);
  const details = place.jurisdictions.map(({ name, taxName, rate, type }, at) => ({
    jurisName: name,
    taxName,
    taxType: type,
    rate: Number(rate),
    tax: Number(taxes[at] ?? 0n) / 10 ** digits,
    taxableAmount: untaxed ? 0 : amount,
    exemptAmount: exempt ? amount : 0,
    nonTaxableAmount: untaxed && !exempt ? amount : 0,
  }));
  return { minor, line: { lineNumber: number, lineAmount: amount, tax: Number(minor) / 10 ** digits, details } };
}
