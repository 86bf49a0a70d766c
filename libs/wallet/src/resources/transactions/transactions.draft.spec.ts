import { describe, expect, it } from '@jest/globals';
import { draftTransactions } from './transactions.draft.js';

type Input = Parameters<typeof draftTransactions>[0];
const problemsOf = (input: Input) => draftTransactions(input).problems;

describe('a request for transactions as read (wallets, sections 3.2 and 3.4)', () => {
  it('wants nothing, and leaves to the wallet what it does not state', () => {
    const draft = draftTransactions({ wallet_id: 'w' });
    expect([draft.paidCredits, draft.grantedCredits, draft.voidedCredits].map(Number)).toEqual([0, 0, 0]);
    expect(draft).toMatchObject({
      walletId: 'w',
      ignoreLimits: false,
      voidedTransactionId: null,
      selection: undefined,
      purchaseOrderNumber: null,
      requiresPayment: null,
      fields: { name: null, metadata: [], priority: 50 },
      problems: {},
      selectionProblems: {},
    });
    expect(draft.fields.paymentMethod).toBeUndefined();
  });

  it.each(['paid', 'granted', 'voided'] as const)('refuses wrong %s credits', (kind) => {
    const field = `${kind}_credits`;
    for (const wrong of ['foo', '', '-1', 1, '1e25'])
      expect(problemsOf({ [field]: wrong })).toEqual({ [field]: [`invalid_${field}`, 'invalid_amount'] });
  });

  it.each<[Input, Record<string, string[]>]>([
    [{ name: 'x'.repeat(256) }, { name: ['too_long'] }],
    [{ name: 7 }, { name: ['invalid_value'] }],
    [{ metadata: 'a' as never }, { metadata: ['invalid_type'] }],
    [{ priority: 51 as never }, { priority: ['value_is_invalid'] }],
    [{ purchase_order_number: 'x'.repeat(256) }, { purchase_order_number: ['value_is_too_long'] }],
  ])('refuses %j', (input, expected) => {
    expect(problemsOf(input)).toEqual(expected);
  });

  it('collects all wrong fields', () => {
    expect(Object.keys(problemsOf({ paid_credits: 'a', voided_credits: 'b', name: 7, priority: 0 as never }))).toEqual([
      'paid_credits',
      'voided_credits',
      'name',
      'priority',
    ]);
  });

  it('keeps wrong texts of the invoice apart', () => {
    const draft = draftTransactions({
      invoice_custom_section: { skip_invoice_custom_sections: true, invoice_custom_section_codes: 'a' },
    } as Input);
    expect(draft.problems).toEqual({});
    expect(draft.selection === undefined).toBe(Object.keys(draft.selectionProblems).length > 0);
  });

  it.each<[unknown, string | null]>([
    [undefined, null],
    [null, null],
    ['', null],
    ['t', 't'],
    [7, ''],
  ])('reads %j as the voided transaction', (voided_transaction_id, expected) => {
    expect(draftTransactions({ voided_transaction_id }).voidedTransactionId).toBe(expected);
  });
});
