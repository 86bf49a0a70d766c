// Compares the bills of the service with the expected ones.
import { type ExpectedFee, expectedFees, taxOn } from './expected.ts';
import { Rational } from './rational.ts';
import type { SubscriptionUsage, UsageEvent } from './usage.ts';

/** A fee as the service answers it: the fields that are compared. */
export interface Fee {
  from_date: string;
  item: { type: string; code: string };
  event_transaction_id?: string;
  units: string;
  amount_cents: number;
  taxes_amount_cents: number;
  events_count: number | null;
  svc_invoice_id: string | null;
  invoiceable: boolean;
}

/** An invoice as the service answers it: the fields that are compared. */
export interface Invoice {
  svc_id: string;
  number: string;
  sequential_id: number;
  status: string;
  fees_amount_cents: number;
  taxes_amount_cents: number;
  total_amount_cents: number;
}

/** The answer of `current_usage`: the fields that are compared. */
export interface CurrentUsage {
  charges_usage: { billable_metric: { code: string }; events_count: number }[];
}

const monthOf = (fee: Fee): number => Number(fee.from_date.slice(5, 7)) - 1;
const maxLines = 12;

function keyOf({ item, event_transaction_id: id }: Fee): string {
  if (item.type !== 'charge') return item.type;
  return id ? `event ${item.code} ${id}` : `charge ${item.code}`;
}

function byKey(fees: Fee[]): Map<string, Fee[]> {
  const found = new Map<string, Fee[]>();
  for (const fee of fees) {
    const key = `month ${monthOf(fee) + 1}, ${keyOf(fee)}`;
    found.set(key, [...(found.get(key) ?? []), fee]);
  }
  return found;
}

const shown = (fee: Fee) => `${fee.units} units, ${fee.amount_cents} cents, ${fee.events_count} events`;
const expectedText = (fee: ExpectedFee) => `${fee.units} units, ${fee.cents} cents, ${fee.events} events`;

function differs(fee: Fee, expectedFee: ExpectedFee): boolean {
  if (BigInt(fee.amount_cents) !== expectedFee.cents || BigInt(fee.taxes_amount_cents) !== taxOn(expectedFee.cents))
    return true;
  if (expectedFee.key === 'subscription') return false;
  return !Rational.of(fee.units).equals(expectedFee.units) || fee.events_count !== expectedFee.events;
}

const atMost = (lines: string[]): string[] =>
  lines.length > maxLines ? [...lines.slice(0, maxLines), `... and ${lines.length - maxLines} more`] : lines;

/** Each expected fee exists once, with the right figures, and no other fee exists. */
export function compareFees({ subscription, plan, months }: SubscriptionUsage, fees: Fee[]): string[] {
  const actual = byKey(fees);
  const lines: string[] = [];
  expectedFees(plan, months).forEach((expected, month) => {
    for (const expectedFee of expected) {
      const key = `month ${month + 1}, ${expectedFee.key}`;
      const found = actual.get(key) ?? [];
      actual.delete(key);
      const [fee] = found;
      if (!fee) lines.push(`${subscription}, ${key}: no fee instead of ${expectedText(expectedFee)}`);
      else if (found.length > 1) lines.push(`${subscription}, ${key}: ${found.length} fees instead of one`);
      else if (differs(fee, expectedFee))
        lines.push(`${subscription}, ${key}: ${shown(fee)} instead of ${expectedText(expectedFee)}`);
    }
  });
  for (const [key, found] of actual)
    lines.push(`${subscription}, ${key}: ${found.map(shown).join(' and ')} instead of no fee`);
  return atMost(lines);
}

const isEventFee = (fee: Fee): boolean => fee.item.type === 'charge' && fee.event_transaction_id !== undefined;

/** How many events `current_usage` shows for a metric. A unique count shows its values, not its events. */
function shownEvents(code: string, events: UsageEvent[]): number {
  const own = events.filter((event) => event.code === code);
  return code === 'users' ? new Set(own.map(({ properties }) => properties.value)).size : own.length;
}

/** Each event that is charged alone has one fee; usage in arrears appears in the running period. */
export function compareRunning(
  { subscription, plan, months }: SubscriptionUsage,
  fees: Fee[],
  usage: CurrentUsage,
): string[] {
  const lines: string[] = [];
  const expected = new Map(
    expectedFees(plan, months)
      .flat()
      .filter(({ key }) => key.startsWith('event '))
      .map((fee) => [fee.key, fee]),
  );
  for (const fee of fees.filter(isEventFee)) {
    const expectedFee = expected.get(keyOf(fee));
    if (!expectedFee) lines.push(`${subscription}, ${keyOf(fee)}: ${shown(fee)} instead of no other fee`);
    else if (differs(fee, expectedFee))
      lines.push(`${subscription}, ${keyOf(fee)}: ${shown(fee)} instead of ${expectedText(expectedFee)}`);
    expected.delete(keyOf(fee));
  }
  for (const [key, expectedFee] of expected)
    lines.push(`${subscription}, ${key}: no fee instead of ${expectedText(expectedFee)}`);
  const running = months.at(-1) ?? [];
  for (const { billable_metric: metric, events_count: count } of usage.charges_usage) {
    const expectedCount = shownEvents(metric.code, running);
    if (count !== expectedCount)
      lines.push(`${subscription}, usage of ${metric.code}: ${count} events instead of ${expectedCount}`);
  }
  return atMost(lines);
}

/** Invoices have the fees that refer to them, their totals add up, their numbers have no gaps. */
export function compareInvoices(customer: string, invoices: Invoice[], fees: Fee[]): string[] {
  const lines: string[] = [];
  const uninvoiced = fees.filter((fee) => fee.svc_invoice_id === null);
  for (const fee of uninvoiced) if (fee.invoiceable) lines.push(`${customer}: the fee ${keyOf(fee)} is on no invoice`);
  for (const invoice of invoices) {
    const invoiceFees = fees.filter((fee) => fee.svc_invoice_id === invoice.svc_id);
    const sum = invoiceFees.reduce((total, fee) => total + BigInt(fee.amount_cents), 0n);
    const taxes = taxOn(sum);
    const total = BigInt(invoice.total_amount_cents);
    if (invoiceFees.length === 0) lines.push(`${customer}: the invoice ${invoice.number} holds no fee`);
    if (invoice.status !== 'finalized') lines.push(`${customer}: the invoice ${invoice.number} is ${invoice.status}`);
    if (
      BigInt(invoice.fees_amount_cents) !== sum ||
      BigInt(invoice.taxes_amount_cents) !== taxes ||
      total !== sum + taxes
    ) {
      lines.push(
        `${customer}: the invoice ${invoice.number} comes to ${invoice.fees_amount_cents} + ${invoice.taxes_amount_cents} = ${total} cents instead of ${sum} + ${taxes}`,
      );
    }
  }
  const numbers = invoices.map(({ sequential_id: number }) => number).sort((a, b) => a - b);
  if (numbers.some((number, index) => number !== index + 1))
    lines.push(`${customer}: invoices are numbered ${numbers.join(', ')}`);
  const invoiceIds = new Set(invoices.map(({ svc_id: id }) => id));
  for (const fee of fees)
    if (fee.svc_invoice_id && !invoiceIds.has(fee.svc_invoice_id))
      lines.push(`${customer}: the invoice of the fee ${keyOf(fee)} is in no list`);
  return atMost(lines);
}
