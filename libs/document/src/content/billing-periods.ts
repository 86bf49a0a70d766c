import type { Fee, SingleInvoice } from '@tollgate/contracts';
import { groupBy } from '@tollgate/platform';
import { DateTime } from 'luxon';
import type { BillingFacts } from './billing-facts.js';
import type { Formats } from './formats.js';
import type { LineContext } from './fee-lines.js';

/** Days `YYYY-MM-DD`, both included. */
export interface Days {
  from: string;
  to: string;
}

/** The data of a document that decide the days of its fees. */
export interface BilledDocument {
  type: SingleInvoice['invoice_type'];
  /** ISO 8601 */
  createdAt: string;
  /** The time zone of the customer. */
  zone: string;
}

/** The fees of one billing period; a period without dates has a null title. */
export interface PeriodGroup {
  title: string | null;
  fees: Fee[];
}

export const billedDocument = (invoice: SingleInvoice): BilledDocument => ({
  type: invoice.invoice_type,
  createdAt: invoice.created_at,
  zone: invoice.customer.applicable_timezone,
});

/** Some fees have whole days in UTC as their period, others days of the customer (charges, section 1.3). */
const isWholeUtcDays = (from: string, to: string): boolean =>
  /T00:00:00(\.0+)?Z$/.test(from) && /T23:59:59(\.\d+)?Z$/.test(to);

/**
 * The days of supply of fees, for paper and e-invoice alike. A progressive invoice ends with its issue. A sold add-on
 * has its own period in UTC; without one it starts and ends with its sale, so it has none here. Sold credits have none.
 */
export function supplyDays(document: BilledDocument, facts: BillingFacts): (fee: Fee) => Days | null {
  const known = new Map<string, string>();
  const dayOf = (instant: string, zone: string): string => {
    const key = `${instant} ${zone}`;
    const day = known.get(key) ?? DateTime.fromISO(instant, { zone }).toISODate() ?? instant.slice(0, 10);
    known.set(key, day);
    return day;
  };
  return (fee) => {
    const own = facts.fees.get(fee.svc_id);
    const [from, to] = [fee.from_date ?? own?.from, fee.to_date ?? own?.to];
    if (!from || !to || fee.item.type === 'credit') return null;
    if (fee.item.type === 'add_on') return from === to ? null : { from: dayOf(from, 'UTC'), to: dayOf(to, 'UTC') };
    const { type, createdAt, zone } = document;
    if (type === 'progressive_billing' && Date.parse(createdAt) < Date.parse(to))
      return { from: dayOf(from, zone), to: dayOf(createdAt, zone) };
    const shown = isWholeUtcDays(from, to) ? 'UTC' : zone;
    return { from: dayOf(from, shown), to: dayOf(to, shown) };
  };
}

/** From the first to the last of some days; null without any. */
export function wholePeriod(periods: readonly (Days | null)[]): Days | null {
  const days = periods.filter((period) => period !== null);
  const first = days.map(({ from }) => from).sort()[0];
  const last = days
    .map(({ to }) => to)
    .sort()
    .at(-1);
  return first && last ? { from: first, to: last } : null;
}

/** `Jan 01, 2024 – Jan 31, 2024`; a single day alone. */
export const periodText = ({ from, to }: Days, formats: Formats): string =>
  from === to ? formats.day(from) : `${formats.day(from)} – ${formats.day(to)}`;

/**
 * Groups the fees of a subscription by their own billing period, earliest first (webhooks, section 8.2). A fee in
 * advance has a later period than the usage on the same invoice.
 */
export function periodGroups(
  fees: Fee[],
  daysOf: (fee: Fee) => Days | null,
  { language: { formats } }: LineContext,
): PeriodGroup[] {
  const dated = fees.map((fee) => ({ fee, days: daysOf(fee) }));
  const groups = [...groupBy(dated, ({ days }) => (days ? `${days.from} ${days.to}` : '~'))];
  return groups
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, members]) => {
      const days = members[0]?.days ?? null;
      return { title: days && periodText(days, formats), fees: members.map(({ fee }) => fee) };
    });
}
