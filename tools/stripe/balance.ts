// The account's balance: an entry for each charge, refund and dispute, and the sums of a currency.
import type { Stripe } from 'stripe';
import type { Account } from './account.ts';
import { newId } from './ids.ts';
import { page, type PageParameters } from './lists.ts';
import { refuseOthers } from './method-types.ts';

const secondsUntilAvailable = 2 * 24 * 60 * 60;

interface Entry {
  amount: number;
  currency: string;
  type: 'adjustment' | 'charge' | 'payment' | 'payment_failure_refund' | 'payment_refund' | 'refund' | 'refund_failure';
  source: string;
  description?: string | null;
}

/** Adds an entry; negative amounts lower the balance. Fees are not modeled. */
export function addEntry(
  account: Account,
  { amount, currency, type, source, description = null }: Entry,
): Stripe.BalanceTransaction {
  const created = account.clock.seconds();
  return account.balanceTransactions.add({
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: created + secondsUntilAvailable,
    balance_type: 'payments',
    created,
    currency,
    description,
    exchange_rate: null,
    fee: 0,
    fee_details: [],
    net: amount,
    reporting_category: type === 'adjustment' ? 'dispute' : type,
    source,
    status: 'pending',
    type,
  });
}

/** Entries become available as time passes. */
function settle(account: Account): void {
  const now = account.clock.seconds();
  for (const entry of account.balanceTransactions.oldestFirst())
    if (entry.available_on <= now) entry.status = 'available';
}

export function retrieveBalance(account: Account): Stripe.Balance {
  settle(account);
  const sums = new Map<string, { available: number; pending: number }>([
    [account.currency, { available: 0, pending: 0 }],
  ]);
  for (const { currency, net, status } of account.balanceTransactions.oldestFirst()) {
    const sum = sums.get(currency) ?? { available: 0, pending: 0 };
    sum[status === 'available' ? 'available' : 'pending'] += net;
    sums.set(currency, sum);
  }
  const part = (name: 'available' | 'pending') =>
    [...sums].map(([currency, sum]) => ({ amount: sum[name], currency, source_types: { card: sum[name] } }));
  return { object: 'balance', available: part('available'), livemode: false, pending: part('pending') };
}

export function listEntries(
  account: Account,
  { currency, source, type, payout, ...parameters }: Stripe.BalanceTransactionListParams,
): Stripe.ApiList<Stripe.BalanceTransaction> {
  refuseOthers(payout === undefined ? {} : { payout });
  settle(account);
  return page(account.balanceTransactions, '/v1/balance_transactions', parameters as PageParameters, (entry) => {
    if (currency !== undefined && entry.currency !== currency) return false;
    return (source === undefined || entry.source === source) && (type === undefined || entry.type === type);
  });
}

export function retrieveEntry(account: Account, _sent: object, id: string): Stripe.BalanceTransaction {
  settle(account);
  return account.balanceTransactions.get(id);
}
