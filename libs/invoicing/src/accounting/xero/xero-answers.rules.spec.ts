import { describe, expect, it } from '@jest/globals';
import { bodyOfAnswer, contactsOf, documentsOf, paymentIdOf, tokenOfAnswer } from './xero-answers.rules.js';

const answer = (status: number, body: unknown = {}, retryAfter: string | null = null) => ({ status, body, retryAfter });
const validation = {
  Type: 'ValidationException',
  Message: 'A validation exception occurred',
  Elements: [{ ValidationErrors: [{ Message: 'Account code is wrong.' }, { Message: 'Date is wrong.' }] }],
};

describe('the status of an answer by Xero', () => {
  it('of a success returns its body', () => {
    expect(bodyOfAnswer(answer(200, { Contacts: [] }))).toEqual({ Contacts: [] });
  });

  it.each([
    [answer(400, validation), 'LedgerRefusal', 'ValidationException', 'Account code is wrong. Date is wrong.'],
    [answer(404, 'not found'), 'LedgerRefusal', 'HTTP_404', ''],
    [answer(401, 'expired'), 'ConnectionRefused', 'HTTP_401', ''],
    [answer(403, {}), 'ConnectionRefused', 'HTTP_403', ''],
    [answer(302), 'LedgerUnavailable', 'HTTP_302', expect.any(String)],
    [answer(503), 'LedgerUnavailable', 'HTTP_503', expect.any(String)],
  ])('%j', (answered, name, code, message) => {
    expect(() => bodyOfAnswer(answered)).toThrow(expect.objectContaining({ name, code, message }));
  });

  it('beyond a limit states its wait', () => {
    expect(() => bodyOfAnswer(answer(429, '', '7'))).toThrow(expect.objectContaining({ retryAfterMs: 7_000 }));
    expect(() => bodyOfAnswer(answer(429))).toThrow(expect.objectContaining({ code: 'BUSY', retryAfterMs: 60_000 }));
  });
});

describe('a token', () => {
  it('is read with its life', () => {
    const body = { access_token: 't', expires_in: 1800 };
    expect(tokenOfAnswer(answer(200, body))).toEqual({ token: 't', lifeMs: 1_800_000 });
  });

  it('is refused with the reason of OAuth', () => {
    const refused = answer(400, { error: 'invalid_client' });
    expect(() => tokenOfAnswer(refused)).toThrow(
      expect.objectContaining({ name: 'ConnectionRefused', code: 'invalid_client' }),
    );
    expect(() => tokenOfAnswer(answer(200, '<html>'))).toThrow(expect.objectContaining({ code: 'UNREADABLE' }));
    expect(() => tokenOfAnswer(answer(500))).toThrow(expect.objectContaining({ code: 'HTTP_500' }));
  });
});

describe('documents of an answer', () => {
  it('have whole cents', () => {
    const [read] = documentsOf({ Invoices: [{ InvoiceID: 'i', Total: 0.29, Status: 'PAID' }] }, 'Invoices', 'EUR');
    expect(read).toMatchObject({ id: 'i', totalCents: 29n, status: 'PAID', payments: [], allocations: [] });
  });

  it.each(['<html>', {}, { Invoices: [{}] }])('of another shape are unreadable: %j', (body) => {
    expect(() => documentsOf(body, 'Invoices', 'EUR')).toThrow(expect.objectContaining({ code: 'UNREADABLE' }));
    expect(() => contactsOf(body)).toThrow(expect.objectContaining({ code: 'UNREADABLE' }));
    expect(() => paymentIdOf(body)).toThrow(expect.objectContaining({ code: 'UNREADABLE' }));
  });
});
