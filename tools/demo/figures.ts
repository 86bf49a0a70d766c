// The figures of usage and invoices: compares them with the files, prints them, and writes them to a file.
import type { Quantity } from './trace.ts';

export interface Usage {
  currency: string;
  total_amount_cents: number;
  charges_usage: {
    billable_metric: { code: string; name: string };
    units: string;
    events_count: number;
    amount_cents: number;
  }[];
}

/** How the model of a charge made an amount. */
interface AmountDetails {
  graduated_ranges?: { units: string; per_unit_amount: string }[];
  per_package_size?: number;
  per_package_unit_amount?: string;
  free_units?: string;
}

interface Fee {
  item: { type: string; code: string; name: string };
  units: string;
  events_count: number;
  amount_cents: number;
  taxes_amount_cents: number;
  total_amount_cents: number;
  precise_unit_amount: string;
  amount_details?: AmountDetails | null;
}

export interface Invoice {
  number: string;
  issuing_date: string;
  invoice_type: string;
  status: string;
  currency: string;
  fees_amount_cents: number;
  taxes_amount_cents: number;
  total_amount_cents: number;
  fees: Fee[];
}

/** The service's count of a metric. */
interface Measured {
  code: string;
  units: string;
  events: number;
}

const wholeNumber = (text: string): string | undefined => /^(\d+)(\.0*)?$/.exec(String(text))?.[1];

/** Differences between the measured and expected quantities of a metric; empty if there are none. */
export function differences(where: string, measured: Measured[], expected: Record<string, Quantity>): string[] {
  return Object.entries(expected).flatMap(([code, { units, events }]) => {
    const matching = measured.filter((item) => item.code === code);
    const [only] = matching;
    if (!only || matching.length !== 1) return [`${where}: ${matching.length} lines for ${code} instead of 1`];
    const { units: actualUnits, events: actualEvents } = only;
    const wrong: string[] = [];
    if (wholeNumber(actualUnits) !== String(units))
      wrong.push(`${where}: ${actualUnits} units of ${code} instead of ${units}`);
    if (String(actualEvents) !== String(events))
      wrong.push(`${where}: ${actualEvents} events of ${code} instead of ${events}`);
    return wrong;
  });
}

export const measuredUsage = (usage: Usage): Measured[] =>
  usage.charges_usage.map((charge) => ({
    code: charge.billable_metric.code,
    units: charge.units,
    events: charge.events_count,
  }));

export const measuredFees = (invoice: Invoice): Measured[] =>
  invoice.fees
    .filter((fee) => fee.item.type === 'charge')
    .map((fee) => ({ code: fee.item.code, units: fee.units, events: fee.events_count }));

/** An invoice's figures without anything that differs between runs: ids, numbers, times. */
export function lastingFigures(customerId: string, invoice: Invoice) {
  const fee = ({
    item,
    units,
    events_count,
    amount_cents,
    taxes_amount_cents,
    total_amount_cents,
    precise_unit_amount,
    amount_details,
  }: Fee) => ({
    type: item.type,
    code: item.code,
    units,
    events_count,
    amount_cents,
    taxes_amount_cents,
    total_amount_cents,
    precise_unit_amount,
    amount_details,
  });
  const order = (a: { type: string; code: string }, b: { type: string; code: string }): number =>
    `${a.type} ${a.code}` < `${b.type} ${b.code}` ? -1 : 1;
  const { invoice_type, status, currency, fees_amount_cents, taxes_amount_cents, total_amount_cents } = invoice;
  return {
    customer: customerId,
    invoice_type,
    status,
    currency,
    fees: invoice.fees.map(fee).sort(order),
    fees_amount_cents,
    taxes_amount_cents,
    total_amount_cents,
  };
}

const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
/** `22361870.0` as `22,361,870`. */
export function quantity(text: string | number): string {
  const [whole = '', fraction = ''] = String(text).split('.');
  return grouped(whole) + (/^0*$/.test(fraction) ? '' : `.${fraction}`);
}
/** Cents as `1,234.56`. */
export function money(cents: number): string {
  const text = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${grouped(text.slice(0, -2))}.${text.slice(-2)}`;
}
const short = (decimal: string | undefined): string =>
  String(decimal)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');

/** The calculation of a fee's amount, in words. */
function price({ item, units, precise_unit_amount: unitAmount, amount_details: details }: Fee): string {
  if (item.type !== 'charge') return 'monthly fee';
  if (details?.graduated_ranges) {
    return details.graduated_ranges
      .map((range) => `${quantity(range.units)} x ${short(range.per_unit_amount)}`)
      .join(' + ');
  }
  if (details?.per_package_size) {
    return `${short(details.per_package_unit_amount)} for each ${quantity(details.per_package_size)}, ${quantity(details.free_units ?? '')} free`;
  }
  return `${quantity(units)} x ${short(unitAmount)}`;
}

/** Prints rows under headings; columns with a heading that starts with a space are aligned to the right. */
function table(headings: string[], rows: string[][]): void {
  const lines = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...lines.map((row) => (row[column] ?? '').trim().length)));
  const right = headings.map((heading) => heading.startsWith(' '));
  for (const row of lines) {
    console.log(
      `  ${row
        .map((cell, i) => (right[i] ? cell.trim().padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
        .join('   ')
        .trimEnd()}`,
    );
  }
}

export function printUsage(name: string, usage: Usage): void {
  console.log(`\n${name}, usage so far (${usage.currency})`);
  table(
    ['metric', ' events', ' units', ' amount'],
    [
      ...usage.charges_usage.map((charge) => [
        charge.billable_metric.name,
        quantity(charge.events_count),
        quantity(charge.units),
        money(charge.amount_cents),
      ]),
      ['total with taxes', '', '', money(usage.total_amount_cents)],
    ],
  );
}

export function printInvoice(name: string, invoice: Invoice): void {
  console.log(
    `\n${name}, invoice ${invoice.number} of ${invoice.issuing_date} (${invoice.currency}, ${invoice.status})`,
  );
  table(
    ['fee', ' units', 'price', ' amount', ' taxes', ' total'],
    [
      ...invoice.fees.map((fee) => [
        fee.item.name,
        quantity(fee.units),
        price(fee),
        money(fee.amount_cents),
        money(fee.taxes_amount_cents),
        money(fee.total_amount_cents),
      ]),
      [
        'total',
        '',
        '',
        money(invoice.fees_amount_cents),
        money(invoice.taxes_amount_cents),
        money(invoice.total_amount_cents),
      ],
    ],
  );
}
