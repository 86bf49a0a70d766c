import type { GrossRevenue, InvoiceCollection, InvoicedUsage, Mrr, OverdueBalance } from '@tollgate/contracts';
import { centsNumber, Decimal, recurringRevenue, roundToCents, type SubscriptionFees } from '@tollgate/rating';
import type { Figure } from './analytics-figures.repository.js';
import type { OverdueFigure } from './overdue.repository.js';
import type { RevenueTaxes } from './revenue-taxes.repository.js';

const monthOf = (period: string): string => period.slice(0, 7);
const instantOf = (month: string): string => `${month}-01T00:00:00.000Z`;
/** Answers have whole cents, while sums are exact. */
const whole = (cents: Decimal): number => centsNumber(roundToCents(cents));

const ascending = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Groups items, in the order of their first occurrence. */
function grouped<T>(items: T[], keyOf: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()];
}

const sumOfAmounts = (figures: Figure[]): Decimal =>
  figures.reduce(
    (sum, { measure, amount }) => (measure === 'refunds' ? sum.minus(amount) : sum.plus(amount)),
    new Decimal(0),
  );

const countOfInvoices = (figures: Figure[]): number =>
  figures.reduce((sum, { measure, number }) => sum + (measure === 'invoices' ? Number(number) : 0), 0);

/**
 * Totals of invoices and uninvoiced fees less refunds, in the order of the months.
 * @param taxes those in the totals; null: the rows have no amount without taxes
 */
export function grossRevenues(figures: Figure[], taxes: RevenueTaxes[] | null): GrossRevenue[] {
  const keyOf = (month: string, currency: string, issuer: string) => `${month} ${currency} ${issuer}`;
  const taxesByKey = new Map(taxes?.map((row) => [keyOf(row.month, row.currency, row.billing_entity_id), row.taxes]));
  const keyOfFigure = (figure: Figure) => keyOf(monthOf(figure.period), figure.currency, figure.billing_entity_id);
  return grouped(figures, keyOfFigure)
    .map((group) => {
      const [first] = group as [Figure];
      const amount = sumOfAmounts(group);
      const net = amount.minus(taxesByKey.get(keyOfFigure(first)) ?? 0);
      return {
        month: instantOf(monthOf(first.period)),
        billing_entity_id: first.billing_entity_id,
        currency: first.currency,
        amount_cents: whole(amount),
        ...(taxes ? { amount_excluding_taxes_cents: whole(net) } : {}),
        invoices_count: countOfInvoices(group),
      };
    })
    .sort(
      (one, other) =>
        ascending(one.month, other.month) ||
        ascending(one.currency, other.currency) ||
        ascending(one.billing_entity_id, other.billing_entity_id),
    );
}

/** @param months reported even without invoices */
export function collections(figures: Figure[], months: string[]): InvoiceCollection[] {
  const rows = grouped(figures, ({ period, label, currency }) => `${monthOf(period)} ${label} ${currency}`).map(
    (group): InvoiceCollection => ({
      month: instantOf(monthOf((group[0] as Figure).period)),
      payment_status: (group[0] as Figure).label as InvoiceCollection['payment_status'],
      currency: (group[0] as Figure).currency,
      amount_cents: whole(sumOfAmounts(group)),
      invoices_count: countOfInvoices(group),
    }),
  );
  const reported = new Set(rows.map(({ month }) => month));
  const nothing = { payment_status: null, currency: null, amount_cents: 0, invoices_count: 0 };
  return [
    ...rows,
    ...months
      .map(instantOf)
      .filter((month) => !reported.has(month))
      .map((month) => ({ month, ...nothing })),
  ].sort(
    (one, other) =>
      ascending(one.month, other.month) ||
      ascending(one.payment_status ?? '', other.payment_status ?? '') ||
      ascending(one.currency ?? '', other.currency ?? ''),
  );
}

/** The latest month first, and within it the largest amount. */
export const invoicedUsages = (figures: Figure[]): InvoicedUsage[] =>
  grouped(figures, ({ period, label, currency }) => `${monthOf(period)} ${currency} ${label}`)
    .map((group) => ({
      month: instantOf(monthOf((group[0] as Figure).period)),
      code: (group[0] as Figure).label,
      currency: (group[0] as Figure).currency,
      amount_cents: whole(sumOfAmounts(group)),
    }))
    .sort(
      (one, other) =>
        ascending(other.month, one.month) ||
        other.amount_cents - one.amount_cents ||
        ascending(one.code, other.code) ||
        ascending(one.currency, other.currency),
    );

/**
 * @param months the requested months, in order
 * @param reported months that are reported even without revenue
 */
export function mrrs(figures: Figure[], months: string[], reported: string[]): Mrr[] {
  const revenues = grouped(figures, ({ currency }) => currency)
    .map((group) => ({
      currency: (group[0] as Figure).currency,
      byMonth: recurringRevenue(group.map(subscriptionFees)),
    }))
    .sort((one, other) => ascending(one.currency, other.currency));
  return months.flatMap((month): Mrr[] => {
    const rows = revenues.flatMap(({ currency, byMonth }) => {
      const cents = byMonth.get(month);
      return cents ? [{ month: mrrMonth(month), currency, amount_cents: whole(cents) }] : [];
    });
    if (rows.length > 0) return rows;
    return reported.includes(month) ? [{ month: mrrMonth(month), currency: null, amount_cents: null }] : [];
  });
}

const mrrMonth = (month: string): string => `${month}-01T00:00:00.000+00:00`;

/** The label holds their kind (`migrations/023-analytics.ts`). */
function subscriptionFees({ label, period, number, amount }: Figure): SubscriptionFees {
  const [interval, payment, minutes] = label.split(':');
  return {
    interval: interval as SubscriptionFees['interval'],
    payInAdvance: payment === 'advance',
    issuingDate: period,
    minutes: Number(minutes ?? 0),
    count: Number(number),
    amountCents: new Decimal(amount),
  };
}

export const overdueBalances = (figures: OverdueFigure[]): OverdueBalance[] =>
  figures.map((figure) => ({
    month: instantOf(figure.month),
    billing_entity_id: figure.billing_entity_id,
    currency: figure.currency,
    amount_cents: centsNumber(BigInt(figure.due)),
    svc_invoice_ids: figure.invoice_ids,
  }));
