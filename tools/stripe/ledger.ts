// The double's books: what was charged, refunded and disputed, to be compared with a caller's own.
import type { Account } from './account.ts';

export interface LedgerCharge {
  id: string;
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  currency: string;
  status: string;
  captured: boolean;
  disputed: boolean;
  customer: string | null;
  payment_intent: string | null;
  payment_method: string | null;
  failure_code: string | null;
  metadata: Record<string, string>;
  created: number;
}

export interface LedgerRefund {
  id: string;
  amount: number;
  currency: string;
  status: string | null;
  charge: string | null;
  payment_intent: string | null;
  reason: string | null;
  /** Money that was only held went back: it had never come. */
  is_release: boolean;
  metadata: Record<string, string>;
  created: number;
}

/** The books of an account, oldest entries first. */
export interface Ledger {
  account: string;
  charges: LedgerCharge[];
  refunds: LedgerRefund[];
  disputes: { id: string; charge: string; amount: number; currency: string; status: string }[];
  customers: {
    id: string;
    email: string | null;
    name: string | null;
    metadata: Record<string, string>;
    is_deleted: boolean;
  }[];
  /** By currency, in minor units: money that came, money that went back, money that disputes took. */
  totals: Record<string, { charged: number; refunded: number; disputed: number; net: number }>;
}

function totalsOf({ charges, refunds, disputes }: Pick<Ledger, 'charges' | 'refunds' | 'disputes'>): Ledger['totals'] {
  const totals: Ledger['totals'] = {};
  const of = (currency: string) => (totals[currency] ??= { charged: 0, refunded: 0, disputed: 0, net: 0 });
  for (const charge of charges)
    if (charge.status === 'succeeded') of(charge.currency).charged += charge.amount_captured;
  for (const { amount, currency, status, is_release: isRelease } of refunds)
    if (status !== 'failed' && status !== 'canceled' && !isRelease) of(currency).refunded += amount;
  for (const { amount, currency, status } of disputes)
    if (status !== 'won' && !status.startsWith('warning_')) of(currency).disputed += amount;
  for (const sum of Object.values(totals)) sum.net = sum.charged - sum.refunded - sum.disputed;
  return totals;
}

/** @returns the books of an account */
export function ledgerOf(account: Account): Ledger {
  const charges = [...account.charges.oldestFirst()].map((charge) => ({
    id: charge.id,
    amount: charge.amount,
    amount_captured: charge.amount_captured,
    amount_refunded: charge.amount_refunded,
    currency: charge.currency,
    status: charge.status,
    captured: charge.captured,
    disputed: charge.disputed,
    customer: charge.customer as string | null,
    payment_intent: charge.payment_intent as string | null,
    payment_method: charge.payment_method,
    failure_code: charge.failure_code,
    metadata: charge.metadata,
    created: charge.created,
  }));
  const refunds = [...account.refunds.oldestFirst()].map((refund) => ({
    id: refund.id,
    amount: refund.amount,
    currency: refund.currency,
    status: refund.status,
    charge: refund.charge as string | null,
    payment_intent: refund.payment_intent as string | null,
    reason: refund.reason,
    is_release: refund.balance_transaction === null,
    metadata: refund.metadata ?? {},
    created: refund.created,
  }));
  const disputes = [...account.disputes.oldestFirst()].map(({ id, charge, amount, currency, status }) => {
    return { id, charge: charge as string, amount, currency, status };
  });
  const customers = [...account.customers.oldestFirst()].map(({ id, email, name = null, metadata }) => {
    return { id, email, name, metadata, is_deleted: false };
  });
  for (const { id } of account.deletedCustomers.oldestFirst())
    customers.push({ id, email: null, name: null, metadata: {}, is_deleted: true });
  return {
    account: account.id,
    charges,
    refunds,
    disputes,
    customers,
    totals: totalsOf({ charges, refunds, disputes }),
  };
}
