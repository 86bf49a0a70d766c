import { describe, expect, it } from '@jest/globals';
import { ValidationFailed } from '@tollgate/platform';
import { fundingOf } from '../../model/transactions/transactions.repository.js';
import { transactionRow, walletRow } from '../../model/wallets/rows.fixture.js';
import { checkTransactions } from './transactions.checks.js';
import { draftTransactions } from './transactions.draft.js';
import type { TransactionsLookUps } from './transactions.lookups.js';

type Input = Parameters<typeof draftTransactions>[0];

/** A wallet of ten granted credits, worth ten euros. */
const wallet = walletRow({ balance_cents: 1000n, credits_balance: '10' });
const inbound = transactionRow();
const lookUps = (changes: Partial<TransactionsLookUps> = {}): TransactionsLookUps => ({
  wallet,
  methods: new Set(),
  sections: undefined,
  named: undefined,
  fundings: [fundingOf(inbound)],
  ...changes,
});
const check = (input: Input, changes: Partial<TransactionsLookUps> = {}) =>
  checkTransactions(draftTransactions(input), lookUps(changes));

function errorsOf(input: Input, changes: Partial<TransactionsLookUps> = {}): unknown {
  try {
    check(input, changes);
    return null;
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    return error.body['error_details'];
  }
}

const wrong: Input = { paid_credits: 'a', voided_transaction_id: 'unknown' };

describe('the checks of a request for transactions, in order (wallets, section 3.4)', () => {
  it('refuse an unknown wallet before all else', () => {
    expect(errorsOf(wrong, { wallet: undefined })).toEqual({ wallet_id: ['wallet_not_found'] });
  });

  it('refuse a terminated wallet before wrong fields', () => {
    const ended = walletRow({ status: 'terminated' });
    expect(errorsOf(wrong, { wallet: ended })).toEqual({ wallet_id: ['wallet_is_terminated'] });
  });

  it('report wrong fields, credits beyond the balance and a wrong payment method together', () => {
    const method = { payment_method_type: 'provider', payment_method_id: '018f3f6e-0000-7000-8000-000000000000' };
    const input = { ...wrong, voided_credits: '10.01', name: 7, payment_method: method } as Input;
    expect(errorsOf(input)).toEqual({
      paid_credits: ['invalid_paid_credits', 'invalid_amount'],
      voided_credits: ['insufficient_credits'],
      name: ['invalid_value'],
      payment_method: ['invalid_payment_method'],
    });
    expect(errorsOf({ voided_credits: 'a' })).toEqual({ voided_credits: ['invalid_voided_credits', 'invalid_amount'] });
    expect(errorsOf({ payment_method: method }, { methods: new Set([method.payment_method_id]) })).toBeNull();
  });

  it('let credits that drifted below zero fail only a void', () => {
    const drifted = walletRow({ credits_balance: '-0.00001' });
    expect(errorsOf({ granted_credits: '1' }, { wallet: drifted })).toBeNull();
    expect(errorsOf({ voided_credits: '0.00001' }, { wallet: drifted })).toEqual({
      voided_credits: ['insufficient_credits'],
    });
  });

  it('refuse a named transaction that is no inbound one of the wallet, before the value of a top-up', () => {
    const unknown = { voided_transaction_id: ['wallet_transaction_not_found'] };
    const input: Input = { voided_transaction_id: 't', paid_credits: '0.001' };
    expect(errorsOf(input)).toEqual(unknown);
    expect(errorsOf(input, { named: transactionRow({ wallet_id: 'another' }) })).toEqual(unknown);
    expect(errorsOf(input, { named: transactionRow({ transaction_type: 'outbound' }) })).toEqual(unknown);
  });

  it('refuse a named transaction with nothing left, or that is not settled', () => {
    const empty = { voided_transaction_id: ['no_remaining_amount'] };
    const input: Input = { voided_transaction_id: 't', paid_credits: '0.001' };
    expect(errorsOf(input, { named: transactionRow({ remaining_amount_cents: 0n }) })).toEqual(empty);
    const pending = transactionRow({ status: 'pending', remaining_amount_cents: null });
    expect(errorsOf(input, { named: pending })).toEqual(empty);
  });

  it('refuse a top-up that rounds to zero or is beyond the limits, before a void that is not covered', () => {
    const limited = { ...wallet, paid_top_up_min_amount_cents: 500n };
    const uncovered = { voided_credits: '10', granted_credits: '0' };
    expect(errorsOf({ ...uncovered, granted_credits: '0.001' }, { fundings: [] })).toEqual({
      granted_credits: ['amount_rounds_to_zero'],
    });
    expect(errorsOf({ ...uncovered, paid_credits: '4' }, { wallet: limited, fundings: [] })).toEqual({
      paid_credits: ['amount_below_minimum'],
    });
    expect(errorsOf({ paid_credits: '4', ignore_paid_top_up_limits: true }, { wallet: limited })).toBeNull();
  });

  it('refuse a void of more than the named transaction, or than all of the wallet, has left', () => {
    const named = transactionRow({ remaining_amount_cents: 400n });
    expect(errorsOf({ voided_credits: '4.01', voided_transaction_id: 't' }, { named })).toEqual({
      amount_cents: ['exceeds_remaining_transaction_amount'],
    });
    expect(errorsOf({ voided_credits: '4.01', granted_credits: '9', voided_transaction_id: 't' }, { named })).toEqual({
      amount_cents: ['exceeds_remaining_transaction_amount'],
    });
    expect(errorsOf({ voided_credits: '10' }, { fundings: [fundingOf(named)] })).toEqual({
      amount_cents: ['exceeds_available_amount'],
    });
  });
});

describe('what a request for transactions does (wallets, sections 1, 3.2 and 4)', () => {
  it('nothing without credits', () => {
    expect(check({}).changes).toEqual({ sell: null, grant: null, void: null });
    expect(check({ paid_credits: '0', granted_credits: '0', voided_credits: '0' }).changes).toEqual({
      sell: null,
      grant: null,
      void: null,
    });
  });

  it('sells, grants and voids together', () => {
    const {
      sell,
      grant,
      void: voided,
    } = check({
      paid_credits: '5',
      granted_credits: '3',
      voided_credits: '2.00444',
    }).changes;
    expect([sell?.amountCents, grant?.amountCents]).toEqual([500n, 300n]);
    expect([voided?.credits.amountCents, voided?.credits.creditAmount.toFixed()]).toEqual([200n, '2.00444']);
    expect(voided).toMatchObject({ fundings: [fundingOf(inbound)], usesGrant: true });
  });

  it('may void credits that it grants itself', () => {
    expect(errorsOf({ voided_credits: '10', granted_credits: '6' }, { fundings: [] })).toEqual({
      amount_cents: ['exceeds_available_amount'],
    });
    expect(errorsOf({ voided_credits: '10', granted_credits: '10' }, { fundings: [] })).toBeNull();
    expect(errorsOf({ voided_credits: '10', paid_credits: '10' }, { fundings: [] })).toEqual({
      amount_cents: ['exceeds_available_amount'],
    });
  });

  it('voids all that the named transaction has left, from it alone', () => {
    const named = transactionRow({ remaining_amount_cents: 400n });
    const { void: voided } = check({ voided_transaction_id: 't', granted_credits: '1' }, { named }).changes;
    expect([voided?.credits.amountCents, voided?.credits.creditAmount.toFixed()]).toEqual([400n, '4']);
    expect(voided).toMatchObject({ fundings: [fundingOf(named)], usesGrant: false });
  });

  it('voids credits whose money rounds to zero', () => {
    const { void: voided } = check({ voided_credits: '0.004' }).changes;
    expect([voided?.credits.amountCents, voided?.credits.creditAmount.toFixed()]).toEqual([0n, '0.004']);
  });

  it('takes from the wallet what the request leaves open', () => {
    const strict = { ...wallet, purchase_order_number: 'PO-1', invoice_requires_successful_payment: true };
    expect(check({}, { wallet: strict }).fields).toMatchObject({
      source: 'manual',
      purchaseOrderNumber: 'PO-1',
      requiresPayment: true,
    });
    const own: Input = { purchase_order_number: 'PO-2', invoice_requires_successful_payment: false };
    expect(check(own, { wallet: strict }).fields).toMatchObject({
      purchaseOrderNumber: 'PO-2',
      requiresPayment: false,
    });
  });
});
