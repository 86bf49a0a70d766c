import { sql } from 'kysely';
import type { ChargeView } from '@tollgate/catalog/reader';
import type { OpeningBalances, GroupedBy } from '@tollgate/ingestion/reader';
import type { TenantTransaction } from '@tollgate/platform';
import { Decimal } from '@tollgate/rating';
import { groupKeysIn, type UsageView } from '../../model/line-items/charge-parts.js';
import type { RatedPeriod, RatedSubscription } from '../../model/line-items/rated-charge.js';

interface BilledLevel {
  charge_id: string;
  charge_filter_id: string | null;
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
 * no events in it, so its latest fee still has its level. Without an earlier bill, all events since the start count;
 * where another subscription had the external id before, also all earlier ones.
 */
export async function readBilledLevels(
  transaction: TenantTransaction,
  subscription: RatedSubscription,
  chargeIds: string[],
  from: number,
): Promise<BilledLevels> {
  const { rows: last } = await sql<{ until: Date | null }>`
    select max(period.charges_to) as until
    from invoicing.billing_periods period join invoicing.invoices invoice on invoice.id = period.invoice_id
    where period.subscription_id = ${subscription.id} and invoice.status not in ('voided', 'deleted') and invoice.invoice_type <> 'progressive_billing'
      and period.charges_from < period.charges_to and period.charges_to < ${new Date(from)}
  `.execute(transaction);
  const until = last[0]?.until;
  if (!until)
    return { since: subscription.followsAnother ? 0 : (subscription.firstSecond ?? subscription.startedAt), rows: [] };
  const { rows } = await sql<BilledLevel>`
    select distinct on (fee.charge_id, fee.charge_filter_id, fee.grouped_by)
           fee.charge_id, fee.charge_filter_id, fee.grouped_by, fee.total_aggregated_units as level
    from invoicing.fees fee join invoicing.invoices invoice on invoice.id = fee.invoice_id
    where fee.subscription_id = ${subscription.id} and fee.charge_id = any(${chargeIds}::uuid[]) and fee.total_aggregated_units is not null
      and fee.true_up_parent_fee_id is null and invoice.status not in ('voided', 'deleted') and invoice.invoice_type <> 'progressive_billing' and fee.to_datetime < ${new Date(from)}
    order by fee.charge_id, fee.charge_filter_id, fee.grouped_by, fee.to_datetime desc, fee.id desc
  `.execute(transaction);
  return { since: until.getTime() + 1, rows };
}

/** Whether the price of a charge continues a level of earlier periods. */
export const hasOpeningBalance = ({ metric }: ChargeView): boolean =>
  metric.recurring && metric.aggregationType === 'weighted_sum_agg';

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
  for (const row of billed.rows.filter(({ charge_id }) => charge_id === charge.id)) {
    if (!(view.only ?? []).every(({ key, values }) => values.includes(row.grouped_by[key] ?? ''))) continue;
    const filter = charge.filters.find(({ id }) => id === row.charge_filter_id);
    const keys = groupKeysIn(charge, (filter ?? charge).properties, view);
    const groupedBy = Object.fromEntries(keys.map((key) => [key, row.grouped_by[key] ?? null]));
    const key = JSON.stringify([row.charge_filter_id, groupedBy]);
    const level = new Decimal(row.level).plus(levels.get(key)?.level ?? 0);
    levels.set(key, { filterId: row.charge_filter_id, groupedBy, level });
  }
  return { durationDays, since: billed.since, levels: [...levels.values()] };
}
