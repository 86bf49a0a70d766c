import type { invoiceRoutes } from '@tollgate/contracts';
import { difference, money, type Money } from '../answers/money.js';
import type { AnswerOf } from '../calls/own-calls.js';

/** An invoice with its fees. */
export type Invoice = AnswerOf<typeof invoiceRoutes.read>['invoice'];
type Fee = NonNullable<Invoice['fees']>[number];

/** A fee, as answers show it. */
export interface FeeLine {
  fee_id: string;
  type: string;
  code: string;
  name: string;
  subscription: string | null;
  filters: unknown;
  group: unknown;
  units: string;
  /** In the main unit of the currency, exact. */
  unit_amount: string;
  events_count: number | null;
  from: string | null;
  to: string | null;
  amount: Money;
  taxes: Money;
}

export const lineOf = (fee: Fee): FeeLine => ({
  fee_id: fee.svc_id,
  type: fee.item.type,
  code: fee.item.code,
  name: fee.item.invoice_display_name,
  subscription: fee.external_subscription_id,
  filters: fee.item.filters ?? null,
  group: fee.item.grouped_by ?? null,
  units: fee.units,
  unit_amount: fee.precise_unit_amount,
  events_count: fee.events_count,
  from: fee.from_date ?? null,
  to: fee.to_date ?? null,
  amount: money(fee.amount_cents, fee.amount_currency),
  taxes: money(fee.taxes_amount_cents, fee.amount_currency),
});

/** Why the amounts of a line differ. */
export type Cause = 'only_before' | 'only_after' | 'units' | 'unit_amount';

/** The lines of two invoices for the same thing. */
export interface ComparedLine {
  type: string;
  code: string;
  name: string;
  subscription: string | null;
  filters: unknown;
  group: unknown;
  before: Side | null;
  after: Side | null;
  difference: Money;
  causes: Cause[];
}
type Side = Pick<FeeLine, 'fee_id' | 'units' | 'unit_amount' | 'from' | 'to' | 'amount'>;

/**
 * Compares the fees of two invoices of one currency: those of the same item, filter, group and subscription, several of
 * them in their order. The largest difference comes first.
 */
export function comparedLines(before: FeeLine[], after: FeeLine[], currency: string): ComparedLine[] {
  const earlier = byThing(before);
  const later = byThing(after);
  return [...new Set([...earlier.keys(), ...later.keys()])]
    .map((thing) => comparedLine(earlier.get(thing), later.get(thing), currency))
    .sort((one, other) => Math.abs(other.difference.amount_cents) - Math.abs(one.difference.amount_cents));
}

function byThing(lines: FeeLine[]): Map<string, FeeLine> {
  const found = new Map<string, FeeLine>();
  for (const line of lines) {
    const thing = [line.type, line.code, line.subscription, line.filters, line.group];
    for (let place = 0; ; place++) {
      const key = JSON.stringify([...thing, place]);
      if (found.has(key)) continue;
      found.set(key, line);
      break;
    }
  }
  return found;
}

function comparedLine(before: FeeLine | undefined, after: FeeLine | undefined, currency: string): ComparedLine {
  const { type, code, name, subscription, filters, group } = (after ?? before) as FeeLine;
  return {
    type,
    code,
    name,
    subscription,
    filters,
    group,
    before: sideOf(before),
    after: sideOf(after),
    difference: difference(before?.amount.amount_cents ?? 0, after?.amount.amount_cents ?? 0, currency),
    causes: causesOf(before, after),
  };
}

function causesOf(before: FeeLine | undefined, after: FeeLine | undefined): Cause[] {
  if (!before) return ['only_after'];
  if (!after) return ['only_before'];
  return [
    ...(before.units === after.units ? [] : ['units' as const]),
    ...(before.unit_amount === after.unit_amount ? [] : ['unit_amount' as const]),
  ];
}

const sideOf = (line: FeeLine | undefined): Side | null =>
  line
    ? {
        fee_id: line.fee_id,
        units: line.units,
        unit_amount: line.unit_amount,
        from: line.from,
        to: line.to,
        amount: line.amount,
      }
    : null;
