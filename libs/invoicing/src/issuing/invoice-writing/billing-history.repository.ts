import type { InvoicingReason } from '@tollgate/contracts';
import { sql } from 'kysely';
import { required, type TenantTransaction, type Instant } from '@tollgate/platform';
import {
  areSameDays,
  localDate,
  startOfLocalDay,
  type BillingHistory,
  type PlanDays,
  type SubscriptionAgreement,
} from '@tollgate/rating';
import { tables } from '../../model/invoicing.tables.js';

/** The facts that other invoices determine; the creator of an invoice knows its reason. */
export type OtherInvoices = Omit<BillingHistory, 'startingInvoice'>;

/** A subscription, and the days for which its plan is billed. */
export interface BilledDays extends PlanDays {
  id: string;
  agreement: SubscriptionAgreement;
}

/**
 * Reads what other invoices billed of subscriptions' plans, by id; deleted invoices do not count. Days are billed when
 * a plan fee for some of them is on another invoice that is not voided (subscriptions, section 5.2). Days that overlap
 * only because of another time zone are not the same. A voided fee counts as billed once: a void bills nothing again by
 * itself (invoices, section 9.8; subscriptions, sections 2.5 and 5.1).
 * @param recomputed an invoice that is computed again: it does not count, and only earlier billing instants precede it
 */
export async function billingHistories(
  transaction: TenantTransaction,
  days: BilledDays[],
  recomputed: { id: string; billedAt: Date } | null = null,
): Promise<Map<string, OtherInvoices>> {
  if (days.length === 0) return new Map();
  // With exists, the planner may read the rows of all subscriptions for a few.
  const { rows } = await sql<{ id: string; billed: boolean; meeting: PlanDays[]; first: boolean }>`
    with made as not materialized (
      select id, billed_at, status from invoicing.invoices invoice where invoice.status <> 'deleted' and invoice.id is distinct from ${recomputed?.id ?? null}::uuid
    ), counted as not materialized (
      select id from made where status <> 'voided'
    ), earlier as not materialized (
      select id from made where ${recomputed === null} or (billed_at, id) < (${recomputed?.billedAt ?? null}::timestamptz, ${recomputed?.id ?? null}::uuid)
    )
    select subscription.id,
           (select true from invoicing.fees fee join earlier on earlier.id = fee.invoice_id
             where fee.subscription_id = subscription.id and fee.fee_type = 'subscription' limit 1) is not null as billed,
           (select coalesce(json_agg(json_build_object(
               'from', floor(extract(epoch from fee.from_datetime) * 1000), 'to', floor(extract(epoch from fee.to_datetime) * 1000), 'timezone', period.timezone)), '[]')
             from invoicing.fees fee
             join counted on counted.id = fee.invoice_id
             join invoicing.billing_periods period on period.invoice_id = fee.invoice_id and period.subscription_id = fee.subscription_id
             where fee.subscription_id = subscription.id and fee.fee_type = 'subscription'
               and fee.from_datetime <= subscription.until and fee.to_datetime >= subscription.since) as meeting,
           (select true from invoicing.billing_periods period join earlier on earlier.id = period.invoice_id
             where period.subscription_id = subscription.id limit 1) is null as first
    from unnest(
      ${days.map(({ id }) => id)}::uuid[], ${days.map(({ from }) => new Date(from).toISOString())}::timestamptz[],
      ${days.map(({ to }) => new Date(to).toISOString())}::timestamptz[]
    ) as subscription (id, since, until)
  `.execute(transaction);
  const daysById = new Map(days.map((each) => [each.id, each]));
  return new Map(
    rows.map((row) => {
      const planDays = required(daysById, row.id, 'billed days');
      const sameDaysBilled = row.meeting.some((other) => areSameDays(planDays.agreement, planDays, other));
      return [row.id, { subscriptionFeeBilled: row.billed, sameDaysBilled, firstInvoice: row.first }];
    }),
  );
}

/** Ends (Unix ms) of the periods with a periodic invoice, of usage or of fixed charges alone. */
export async function periodicEnds(transaction: TenantTransaction, subscriptionId: string): Promise<number[]> {
  const rows = await tables(transaction)
    .selectFrom('invoicing.billing_periods')
    .select(({ fn }) => fn.coalesce('charges_to', 'fixed_charges_to').as('ends_at'))
    .where('subscription_id', '=', subscriptionId)
    .where('invoicing_reason', '=', 'subscription_periodic')
    .execute();
  return rows.flatMap(({ ends_at: end }) => (end ? [end.getTime()] : []));
}

/** The subscriptions that were billed for a reason already: periodic ones on this local day, the others ever. */
export async function alreadyBilled(
  transaction: TenantTransaction,
  subscriptionIds: string[],
  at: Instant,
  timezone: string,
): Promise<Set<string>> {
  const date = localDate(startOfLocalDay(at, timezone), timezone);
  const rows = await tables(transaction)
    .selectFrom('invoicing.billing_periods')
    .select(['subscription_id', 'invoicing_reason', 'trial_ended'])
    .where('subscription_id', 'in', subscriptionIds)
    .where((where) =>
      where.or([
        where.and([where('invoicing_reason', '=', 'subscription_periodic'), where('billing_date', '=', date)]),
        where('invoicing_reason', 'in', ['subscription_starting', 'subscription_terminating']),
      ]),
    )
    .execute();
  return new Set(rows.map((row) => billedKey(row.subscription_id, row.invoicing_reason, row.trial_ended)));
}

/** The key of `alreadyBilled`. */
export const billedKey = (subscriptionId: string, reason: InvoicingReason, trialEnded: boolean): string =>
  `${subscriptionId} ${reason} ${trialEnded}`;

/**
 * Whether the end of a trial leaves nothing to bill (subscriptions, section 5.3). Either a periodic invoice exists for
 * that local day, or the plan was billed on the day of its start, as after a re-subscription.
 */
export async function billedOtherwise(
  transaction: TenantTransaction,
  subscriptionId: string,
  startedAt: Instant,
  at: Instant,
  timezone: string,
): Promise<boolean> {
  const startDay = new Date(startedAt).toISOString().slice(0, 10);
  const { rows } = await sql<{ billed: boolean }>`
    select exists (
      select from invoicing.billing_periods
      where subscription_id = ${subscriptionId} and invoicing_reason = 'subscription_periodic' and billing_date = ${localDate(at, timezone)}
    ) or exists (
      select from invoicing.fees fee join invoicing.invoices invoice on invoice.id = fee.invoice_id
      where fee.subscription_id = ${subscriptionId} and fee.fee_type = 'subscription' and invoice.status in ('draft', 'pending', 'finalized')
        and (invoice.billed_at at time zone 'UTC')::date = ${startDay}
    ) as billed
  `.execute(transaction);
  return rows[0]?.billed ?? false;
}
