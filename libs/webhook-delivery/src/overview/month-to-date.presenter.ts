import {
  ageingBuckets,
  type AgeingBucket,
  type CollectedAmounts,
  type CurrencyMonth,
  type InvoicedAmounts,
  type OpenAmounts,
  type RecurringAmounts,
} from '@tollgate/contracts';
import type { InvoicedSpan, Receivable } from '@tollgate/invoicing/reader';
import type { CollectedSpan } from '@tollgate/payment/reader';
import { addDays, centsNumber, formatDate, parseDate } from '@tollgate/rating';
import type { PriceMovements } from '@tollgate/subscription/reader';

/** The figures of the running span, which is the first one, and of the previous span. */
export interface MonthFigures {
  invoiced: InvoicedSpan[];
  collected: CollectedSpan[];
  receivables: Receivable[];
  prices: PriceMovements[];
}

const [running, previous] = [1, 2];

/** The days since the due date at which each bucket begins and ends; null is without an end. */
const daysLate: Record<AgeingBucket, readonly [number | null, number | null]> = {
  not_due: [null, 0],
  days_1_30: [1, 30],
  days_31_60: [31, 60],
  days_61_90: [61, 90],
  days_over_90: [91, null],
};

/** The figures by currency, in the order of currencies. @param today `YYYY-MM-DD` */
export function currencyMonths(today: string, figures: MonthFigures): CurrencyMonth[] {
  const rows: { currency: string }[] = [
    ...figures.invoiced,
    ...figures.collected,
    ...figures.receivables,
    ...figures.prices,
  ];
  const currencies = new Set(rows.map(({ currency }) => currency));
  return [...currencies].sort().map((currency) => {
    const of = <Row extends { currency: string }>(all: Row[]): Row[] => all.filter((row) => row.currency === currency);
    const [invoiced, collected] = [of(figures.invoiced), of(figures.collected)];
    return {
      currency,
      invoiced: invoicedAmounts(invoiced, running),
      previous_invoiced: invoicedAmounts(invoiced, previous),
      collected: collectedAmounts(invoiced, collected, running),
      previous_collected: collectedAmounts(invoiced, collected, previous),
      open: openAmounts(today, of(figures.receivables)),
      mrr: recurringAmounts(of(figures.prices)[0]),
    };
  });
}

const sumOf = <Row>(rows: Row[], cents: (row: Row) => bigint): number =>
  centsNumber(rows.reduce((sum, row) => sum + cents(row), 0n));

function invoicedAmounts(rows: InvoicedSpan[], place: number): InvoicedAmounts {
  const row = rows.find((one) => one.place === place);
  return {
    amount_cents: centsNumber(row?.cents ?? 0n),
    amount_excluding_taxes_cents: centsNumber(row?.netCents ?? 0n),
    invoices_count: row?.invoices ?? 0,
  };
}

function collectedAmounts(invoiced: InvoicedSpan[], collected: CollectedSpan[], place: number): CollectedAmounts {
  const payments = collected.find((one) => one.place === place)?.cents ?? 0n;
  const refunds = invoiced.find((one) => one.place === place)?.refundCents ?? 0n;
  return {
    amount_cents: centsNumber(payments - refunds),
    payments_amount_cents: centsNumber(payments),
    refunds_amount_cents: centsNumber(refunds),
  };
}

function openAmounts(today: string, rows: Receivable[]): OpenAmounts {
  const daysAgo = (days: number | null) => (days === null ? null : formatDate(addDays(parseDate(today), -days)));
  return {
    amount_cents: sumOf(rows, ({ cents }) => cents),
    previous_amount_cents: sumOf(rows, ({ previousCents }) => previousCents),
    invoices_count: rows.reduce((sum, { invoices }) => sum + invoices, 0),
    ageing: ageingBuckets.map((bucket) => {
      const [fewest, most] = daysLate[bucket];
      const row = rows.find((one) => one.bucket === bucket);
      return {
        bucket,
        payment_due_date_from: daysAgo(most),
        payment_due_date_to: daysAgo(fewest),
        amount_cents: centsNumber(row?.cents ?? 0n),
        invoices_count: row?.invoices ?? 0,
      };
    }),
  };
}

const recurringAmounts = (row: PriceMovements | undefined): RecurringAmounts => ({
  amount_cents: centsNumber(row?.amount ?? 0n),
  previous_amount_cents: centsNumber(row?.former ?? 0n),
  new_amount_cents: centsNumber(row?.new ?? 0n),
  reactivation_amount_cents: centsNumber(row?.reactivation ?? 0n),
  expansion_amount_cents: centsNumber(row?.expansion ?? 0n),
  contraction_amount_cents: centsNumber(row?.contraction ?? 0n),
  churn_amount_cents: centsNumber(row?.churn ?? 0n),
});
