import type { InvoicingReason } from '@tollgate/contracts';
import { sql } from 'kysely';
import { tablesOf, type Transaction } from '@tollgate/platform';
import { localDate, startOfLocalDay, type BilledSpan, type BillingHistory } from '@tollgate/rating';
import type { InvoicingTables } from '../invoicing.tables.js';

const tables = (transaction: Transaction) => tablesOf<InvoicingTables>(transaction);

/** What earlier invoices say; whether this one is the only one is known by who makes it. */
export type EarlierInvoices = Omit<BillingHistory, 'onlyStartingInvoice'>;

/**
 * What earlier invoices, voided ones left out, say about subscriptions that are billed at an instant (Unix ms), by id.
 * @param before an invoice that is computed anew: it and later ones do not count
 */
export async function billingHistories(
  transaction: Transaction,
  subscriptionIds: string[],
  at: number,
  timezone: string,
  before: string | null = null,
): Promise<Map<string, EarlierInvoices>> {
  const day = new Date(`${localDate(at, timezone)}T00:00:00Z`);
  const { rows } = await sql<{ id: string; billed: boolean; billed_that_day: boolean; first: boolean }>`
    with earlier as not materialized (
      select id from invoicing.invoices invoice
      where invoice.status <> 'voided' and (${before}::uuid is null or invoice.id < ${before}::uuid)
    )
    select subscription.id,
           coalesce(fees.billed, false) as billed,
           coalesce(fees.billed_that_day, false) as billed_that_day,
           not exists (
             select from invoicing.billing_periods period join earlier on earlier.id = period.invoice_id
             where period.subscription_id = subscription.id) as first
    from unnest(${subscriptionIds}::uuid[]) as subscription (id)
    left join lateral (
      select true as billed, bool_or(fee.created_at >= ${day} and fee.created_at < ${day}::timestamptz + interval '1 day') as billed_that_day
      from invoicing.fees fee join earlier on earlier.id = fee.invoice_id
      where fee.subscription_id = subscription.id and fee.fee_type = 'subscription'
      having count(*) > 0) as fees on true
  `.execute(transaction);
  return new Map(
    rows.map((row) => [row.id, { subscriptionFeeBilled: row.billed, subscriptionFeeCreatedThatDay: row.billed_that_day, firstInvoice: row.first }]),
  );
}

export interface LastBilled {
  timezone: string;
  charges?: BilledSpan;
  fixedCharges?: BilledSpan;
}

/** Of subscriptions the invoice of a period that reaches furthest: under which time zone it was made, and what it covered; by id. */
export async function lastBilled(transaction: Transaction, subscriptionIds: string[]): Promise<Map<string, LastBilled>> {
  if (subscriptionIds.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('invoicing.billing_periods')
    .selectAll()
    .distinctOn('subscription_id')
    .where('subscription_id', 'in', subscriptionIds)
    .where('invoicing_reason', 'in', ['subscription_starting', 'subscription_periodic', 'subscription_terminating'])
    .orderBy('subscription_id')
    .orderBy('subscription_to', 'desc')
    .orderBy('billed_at', 'desc')
    .execute();
  return new Map(
    rows.map((row) => [
      row.subscription_id,
      {
        timezone: row.timezone,
        ...(row.charges_from && row.charges_to ? { charges: { from: row.charges_from.getTime(), to: row.charges_to.getTime() } } : {}),
        ...(row.fixed_charges_from && row.fixed_charges_to
          ? { fixedCharges: { from: row.fixed_charges_from.getTime(), to: row.fixed_charges_to.getTime() } }
          : {}),
      },
    ]),
  );
}

/** Starts (Unix ms) of the usage periods that have a periodic invoice. */
export async function periodStarts(transaction: Transaction, subscriptionId: string): Promise<Set<number>> {
  const rows = await tables(transaction)
    .selectFrom('invoicing.billing_periods')
    .select('charges_from')
    .where('subscription_id', '=', subscriptionId)
    .where('invoicing_reason', '=', 'subscription_periodic')
    .execute();
  return new Set(rows.flatMap((row) => (row.charges_from ? [row.charges_from.getTime()] : [])));
}

/** Which subscriptions were billed for a reason already: periodic ones on this local day, the others ever. */
export async function alreadyBilled(transaction: Transaction, subscriptionIds: string[], at: number, timezone: string): Promise<Set<string>> {
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

/** What `alreadyBilled` tells by. */
export const billedKey = (subscriptionId: string, reason: InvoicingReason, trialEnded: boolean): string => `${subscriptionId} ${reason} ${trialEnded}`;

/**
 * Whether the end of a trial leaves nothing to bill: a periodic invoice was made that local day, or the plan was billed
 * on the day it started, as after a re-subscription (subscriptions, section 5.3).
 */
export async function billedOtherwise(transaction: Transaction, subscriptionId: string, startedAt: number, at: number, timezone: string): Promise<boolean> {
  const startDay = new Date(startedAt).toISOString().slice(0, 10);
  const { rows } = await sql<{ billed: boolean }>`
    select exists (
      select from invoicing.billing_periods
      where subscription_id = ${subscriptionId} and invoicing_reason = 'subscription_periodic' and billing_date = ${localDate(at, timezone)}
    ) or exists (
      select from invoicing.fees fee join invoicing.invoices invoice on invoice.id = fee.invoice_id
      where fee.subscription_id = ${subscriptionId} and fee.fee_type = 'subscription' and invoice.status in ('draft', 'finalized')
        and (invoice.billed_at at time zone 'UTC')::date = ${startDay}
    ) as billed
  `.execute(transaction);
  return rows[0]?.billed ?? false;
}
