import { expect, it } from '@jest/globals';
import type { MailKind } from '../tables/document.tables.js';
import { threadOf } from './threads.rules.js';

const mail = (kind: MailKind, subjectId: string, isRequested = false) => ({ id: 'mail', kind, subjectId, isRequested });

it('joins the mails of one invoice', () => {
  expect(threadOf(mail('invoice', 'one'), ['one'])).toEqual({ id: 'invoice-one', follows: [] });
  expect(threadOf(mail('credit_note', 'note'), ['one'])).toEqual({ id: 'credit_note-note', follows: ['invoice-one'] });
  expect(threadOf(mail('payment_receipt', 'paid'), ['one', 'two'])).toEqual({
    id: 'payment_receipt-paid',
    follows: ['invoice-one', 'invoice-two'],
  });
  expect(threadOf(mail('payment_request', 'asked'), ['one'])).toEqual({ id: 'mail', follows: ['invoice-one'] });
});

it('gives a mail that was requested an id of its own, in the same thread', () => {
  expect(threadOf(mail('invoice', 'one', true), ['one'])).toEqual({ id: 'mail', follows: ['invoice-one'] });
});

it('names a bounded number of mails', () => {
  const ids = Array.from({ length: 1000 }, (_, index) => String(index));
  expect(threadOf(mail('payment_request', 'asked'), ids).follows).toHaveLength(20);
});
