import type { Fee, SingleInvoice } from '@tollgate/contracts';
import { groupBy } from '@tollgate/platform';
import type { LineContext } from './fee-lines.js';

/** The fees of one billing period; a period without dates has a null title. */
export interface PeriodGroup {
  title: string | null;
  fees: Fee[];
}

interface Period {
  from: string;
  to: string;
  /** The time zone of its days. */
  zone: string;
}

/** Some fees have whole days in UTC as their period, others days of the customer (charges, section 1.3). */
const wholeUtcDays = ({ from, to }: Omit<Period, 'zone'>) =>
  /T00:00:00(\.0+)?Z$/.test(from) && /T23:59:59(\.\d+)?Z$/.test(to);

/**
 * Groups the fees of a subscription by their own billing period, earliest first (webhooks, section 8.2). A fee in
 * advance has a later period than the usage on the same invoice.
 */
export function periodGroups(invoice: SingleInvoice, fees: Fee[], context: LineContext): PeriodGroup[] {
  const { formats } = context.language;
  const titles = new Map<string, string>();
  const titleOf = ({ from, to, zone }: Period): string => {
    const key = `${from} ${to} ${zone}`;
    const title = titles.get(key) ?? daysText(formats.dayOf(from, zone), formats.dayOf(to, zone));
    titles.set(key, title);
    return title;
  };
  const dated = fees.map((fee) => {
    const period = periodOf(invoice, fee, context);
    return { fee, period, title: period && titleOf(period) };
  });
  const groups = [...groupBy(dated, ({ title }) => title ?? '')].map(([, members]) => members);
  return groups
    .sort((one, other) => startOf(one) - startOf(other) || endOf(one) - endOf(other))
    .map((members) => ({ title: members[0]?.title ?? null, fees: members.map(({ fee }) => fee) }));
}

const daysText = (first: string, last: string): string => (first === last ? first : `${first} – ${last}`);

type Dated = { period: Period | null }[];
const startOf = (members: Dated): number =>
  Math.min(...members.map(({ period }) => Date.parse(period?.from ?? '9999')));
const endOf = (members: Dated): number => Math.min(...members.map(({ period }) => Date.parse(period?.to ?? '9999')));

/** The period of a fee; a progressive invoice ends with its issue. */
function periodOf(invoice: SingleInvoice, fee: Fee, { facts }: LineContext): Period | null {
  const own = facts.fees.get(fee.svc_id);
  const from = fee.from_date ?? own?.from;
  const to = fee.to_date ?? own?.to;
  if (!from || !to) return null;
  const customerZone = invoice.customer.applicable_timezone;
  const period = { from, to };
  if (invoice.invoice_type === 'progressive_billing' && Date.parse(invoice.created_at) < Date.parse(to))
    return { from, to: invoice.created_at, zone: customerZone };
  return { ...period, zone: wholeUtcDays(period) ? 'UTC' : customerZone };
}

/** The own period of a sold add-on, in UTC; null without one: it starts and ends with its sale then. */
export function ownPeriod(fee: Fee, { language: { formats } }: LineContext): string | null {
  const { from_date: from, to_date: to } = fee;
  if (!from || !to || from === to) return null;
  return daysText(formats.dayOf(from, 'UTC'), formats.dayOf(to, 'UTC'));
}
