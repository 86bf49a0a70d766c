import { sql } from 'kysely';
import type { ChargeView } from '@tollgate/catalog/reader';
import type { OpeningBalances, GroupedBy } from '@tollgate/ingestion/reader';
import type { TenantTransaction } from '@tollgate/platform';
import { aggregationOf, Decimal } from '@tollgate/rating';
import { billsUsage } from '../../model/billed-usage/spans-of-usage.js';
import { chargeIds, filterKey } from '../../model/rated-charges/charge-identity.js';
import { groupKeysIn, pricingGroupKeys, type UsageView } from '../../model/rated-charges/charge-parts.js';
import type { RatedPeriod, RatedSubscription } from '../../model/rated-charges/rated-charge.js';

interface BilledLevel {
  charge_id: string;
  /** The values of its filter; null without one. */
  filters: Record<string, string[]> | null;
  grouped_by: GroupedBy;
  level: string;
}

/** The levels of a subscription on earlier bills. */
export interface BilledLevels {
  /** Unix milliseconds; later events were not billed. */
  since: number;
  rows: BilledLevel[];
}

/**
 * Reads the last billed closing levels before a period (metering, section 4.3). A bucket without a fee in a period had
 * no events in it, so its latest fee still has its level. Without an earlier bill of usage, all events since the start count;
 * where another subscription had the external id before, also all earlier ones. A charge on a plan of the subscription's
 * own continues the charge that it copies. The group without values that a bill lists where no group had usage is none.
 */
export async function readBilledLevels(
  transaction: TenantTransaction,
  subscription: RatedSubscription,
  charges: ChargeView[],
  from: number,
): Promise<BilledLevels> {
  const { rows: last } = await sql<{ until: Date | null }>`
    select max(period.charges_to) as until
    from invoicing.billing_periods period join invoicing.invoices invoice on invoice.id = period.invoice_id
    where period.subscription_id = ${subscription.id} and invoice.status not in ('voided', 'deleted') and invoice.invoice_type <> 'progressive_billing'
      and ${billsUsage('period')} and period.charges_to < ${new Date(from)}
      and period.invoicing_reason in ('subscription_periodic', 'subscription_terminating')
  `.execute(transaction);
  const until = last[0]?.until;
  if (!until)
    return { since: subscription.followsAnother ? 0 : (subscription.firstSecond ?? subscription.startedAt), rows: [] };
  const names = charges.flatMap((charge) => chargeIds(charge).map((id) => ({ id, current: charge.id })));
  const { rows } = await sql<BilledLevel>`
    select charge_id, filters, grouped_by, level from (
    select distinct on (charge.current, fee.filters, fee.grouped_by)
           charge.current as charge_id, fee.filters, fee.grouped_by, fee.total_aggregated_units as level,
           bool_or(fee.events_count > 0 or fee.total_aggregated_units <> 0)
             over (partition by charge.current, fee.filters, fee.grouped_by) as has_usage
    from unnest(${names.map(({ id }) => id)}::uuid[], ${names.map(({ current }) => current)}::uuid[]) as charge (id, current)
    join invoicing.fees fee on fee.charge_id = charge.id
    join invoicing.invoices invoice on invoice.id = fee.invoice_id
    where fee.subscription_id = ${subscription.id} and fee.total_aggregated_units is not null
      and fee.true_up_parent_fee_id is null and invoice.status not in ('voided', 'deleted') and invoice.invoice_type <> 'progressive_billing' and fee.to_datetime < ${new Date(from)}
    order by charge.current, fee.filters, fee.grouped_by, fee.to_datetime desc, fee.id desc
    ) levels where has_usage
  `.execute(transaction);
  return { since: until.getTime() + 1, rows };
}

/** Whether the price of a charge continues a level of earlier periods. */
export const hasOpeningBalance = ({ metric }: ChargeView): boolean =>
  metric.recurring && aggregationOf(metric.aggregationType).keepsBalance;

/** The levels that are carried into a charge, grouped like its usage. */
export function openingBalances(
  charge: ChargeView,
  billed: BilledLevels | null,
  view: UsageView,
  period: RatedPeriod,
): OpeningBalances {
  const { durationDays } = period;
  if (!billed) return { durationDays, since: period.from, levels: [] };
  const levels = new Map<string, OpeningBalances['levels'][number]>();
  // Of equal filters the first has the level.
  const filters = new Map(charge.filters.map((filter) => [filterKey(filter.values), filter] as const).reverse());
  for (const row of billed.rows.filter(({ charge_id }) => charge_id === charge.id)) {
    if (!(view.only ?? []).every(({ key, values }) => values.includes(row.grouped_by[key] ?? ''))) continue;
    const filter = filters.get(filterKey(row.filters));
    if (row.filters !== null && !filter) continue;
    const filterId = filter?.id ?? null;
    const { properties } = filter ?? charge;
    // New pricing groups begin at zero. The levels of the former ones stay on their bills.
    if (!isGroupedBy(row.grouped_by, pricingGroupKeys(charge, properties))) continue;
    const keys = groupKeysIn(charge, properties, view);
    const groupedBy = Object.fromEntries(keys.map((key) => [key, row.grouped_by[key] ?? null]));
    const key = JSON.stringify([filterId, groupedBy]);
    const level = new Decimal(row.level).plus(levels.get(key)?.level ?? 0);
    levels.set(key, { filterId, groupedBy, level });
  }
  return { durationDays, since: billed.since, levels: [...levels.values()] };
}

const isGroupedBy = (groupedBy: GroupedBy, keys: string[]): boolean =>
  Object.keys(groupedBy).length === new Set(keys).size && keys.every((key) => key in groupedBy);
