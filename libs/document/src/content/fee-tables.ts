import type { Fee, SingleInvoice } from '@tollgate/contracts';
import { groupBy } from '@tollgate/platform';
import { Decimal } from '@tollgate/rating';
import type { ContentTable } from '../tables/document-contents.js';
import type { Language } from './parties.js';

const order: readonly Fee['item']['type'][] = [
  'subscription',
  'fixed_charge',
  'charge',
  'add_on',
  'credit',
  'commitment',
];

const isUsage = ({ item }: Fee): boolean => item.type === 'charge' || item.type === 'fixed_charge';
const isTrueUp = (fee: Fee): boolean => fee.svc_true_up_parent_fee_id !== null;

/** Builds the name of a line, with its groups and filter. */
export function feeName(fee: Fee, { labels }: Language): string {
  const { item } = fee;
  const name = item.invoice_display_name || item.name;
  const groups = Object.values(item.grouped_by).filter((value): value is string => value !== null);
  const filters = item.filter_invoice_display_name
    ? [item.filter_invoice_display_name]
    : Object.values(item.filters ?? {}).map((values) => values.join(', '));
  const whole = [name, ...groups, ...filters].join(' • ');
  if (isTrueUp(fee)) return `${whole} – ${labels.trueUp}`;
  if (item.type === 'commitment') return labels.commitment;
  return fee.description && item.type === 'add_on' ? `${whole}\n${fee.description}` : whole;
}

/** Orders fees: subscription, fixed charges, charges and commitment, by name; true-ups follow their charge. */
function inOrder(fees: Fee[], language: Language): Fee[] {
  const shown = fees.filter((fee) => !isTrueUp(fee) && (!isUsage(fee) || new Decimal(fee.units).gt(0)));
  const named = shown.map((fee) => ({ fee, rank: order.indexOf(fee.item.type), name: feeName(fee, language) }));
  named.sort((one, other) => one.rank - other.rank || (isUsage(one.fee) ? one.name.localeCompare(other.name) : 0));
  return named.flatMap(({ fee }) => [fee, ...trueUpsOf(fee, fees)]).concat(unattachedTrueUps(fees, shown));
}

const trueUpsOf = (parent: Fee, fees: Fee[]): Fee[] =>
  fees.filter((fee) => fee.svc_true_up_parent_fee_id === parent.svc_id);

/** True-ups of charges without usage. */
const unattachedTrueUps = (fees: Fee[], shown: Fee[]): Fee[] =>
  fees.filter((fee) => isTrueUp(fee) && !shown.some(({ svc_id: id }) => id === fee.svc_true_up_parent_fee_id));

/** Builds one table for each subscription; sold credits show no taxes (webhooks, sections 8.1 and 8.2). */
export function feeTables(invoice: SingleInvoice, language: Language): ContentTable[] {
  const { labels, formats } = language;
  const taxed = invoice.invoice_type !== 'credit';
  const columns = [labels.item, labels.units, labels.unitPrice, ...(taxed ? [labels.taxRate] : []), labels.amount];
  const bySubscription = groupBy(invoice.fees, (fee) => fee.svc_subscription_id ?? '');
  return [...bySubscription].map(([subscriptionId, fees]) => ({
    title: subscriptionId === '' ? null : subscriptionTitle(invoice, subscriptionId, language),
    columns,
    rows: inOrder(fees, language).map((fee) => [
      feeName(fee, language),
      isTrueUp(fee) ? '1' : formats.units(fee.units),
      formats.unitPrice(fee.precise_unit_amount, fee.amount_currency),
      ...(taxed ? [formats.rate(fee.taxes_rate)] : []),
      formats.money(fee.amount_cents, fee.amount_currency),
    ]),
  }));
}

/** Its name and the billed period, in the customer's time zone. */
function subscriptionTitle(invoice: SingleInvoice, id: string, { formats }: Language): string {
  const subscription = invoice.subscriptions.find(({ svc_id }) => svc_id === id);
  const period = invoice.billing_periods.find(({ svc_subscription_id }) => svc_subscription_id === id);
  const name = subscription?.name || subscription?.plan_code || '';
  if (!period) return name;
  const zone = invoice.customer.applicable_timezone;
  const from = formats.dayOf(period.charges_from_datetime ?? period.subscription_from_datetime, zone);
  const to = formats.dayOf(period.charges_to_datetime ?? period.subscription_to_datetime, zone);
  return `${name}  ${from} – ${to}`;
}
