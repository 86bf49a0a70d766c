import type {
  CurrencyAmount,
  DueAmount,
  InvoiceFigures,
  InvoiceSummary,
  SubscriptionFigures,
  WalletsFigures,
} from '@tollgate/contracts';
import type { PlanView } from '@tollgate/catalog/reader';
import { groupBy } from '@tollgate/platform';
import { centsDecimal, centsNumber, Decimal, monthlyPrice, roundToCents } from '@tollgate/rating';
import type { CountedSubscriptions } from '@tollgate/subscription/reader';
import type { WalletFigures } from '@tollgate/wallet/reader';
import type { InvoiceRow } from '../../model/invoices/invoices.repository.js';
import type { DueFigures } from './due-amounts.repository.js';

/** The active subscriptions of a customer, and the monthly prices of their plans by currency. */
export function presentSubscriptionFigures(
  counted: CountedSubscriptions[],
  plans: Map<string, PlanView>,
): SubscriptionFigures {
  const active = counted.filter(({ status }) => status === 'active');
  const prices = new Map<string, Decimal>();
  for (const { plan_id: planId, count } of active) {
    const plan = plans.get(planId);
    if (!plan) continue;
    const price = monthlyPrice(plan.interval, centsDecimal(plan.amountCents)).times(count.toString());
    prices.set(plan.currency, (prices.get(plan.currency) ?? new Decimal(0)).plus(price));
  }
  return {
    active_count: active.reduce((sum, { count }) => sum + Number(count), 0),
    mrr: [...prices]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([currency, price]): CurrencyAmount => ({ currency, amount_cents: centsNumber(roundToCents(price)) })),
  };
}

/** The amounts due of a customer, and its last invoice. */
export function presentInvoiceFigures(due: DueFigures[], last: InvoiceRow | undefined): InvoiceFigures {
  return {
    open: byCurrency(due),
    overdue: byCurrency(due.filter(({ overdue }) => overdue)),
    last: last ? presentInvoiceSummary(last) : null,
  };
}

const byCurrency = (due: DueFigures[]): DueAmount[] =>
  [...groupBy(due, ({ currency }) => currency)].map(([currency, rows]) => ({
    currency,
    amount_cents: centsNumber(rows.reduce((sum, { due_cents: cents }) => sum + cents, 0n)),
    invoices_count: rows.reduce((sum, { count }) => sum + Number(count), 0),
  }));

export const presentInvoiceSummary = (invoice: InvoiceRow): InvoiceSummary => ({
  svc_id: invoice.id,
  number: invoice.number,
  issuing_date: invoice.issuing_date,
  status: invoice.status as InvoiceSummary['status'],
  payment_status: invoice.payment_status,
  payment_overdue: invoice.payment_overdue,
  currency: invoice.currency,
  total_amount_cents: centsNumber(invoice.total_amount_cents),
});

/** The active wallets of a customer. */
export const presentWalletFigures = (figures: WalletFigures[]): WalletsFigures => ({
  active_count: figures.reduce((sum, { count }) => sum + Number(count), 0),
  balances: figures.map(({ currency, balance_cents: cents, credits }) => ({
    currency,
    amount_cents: centsNumber(cents),
    credits: new Decimal(credits).toFixed(),
  })),
});
