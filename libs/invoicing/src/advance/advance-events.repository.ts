import { sql } from 'kysely';
import { tablesOf, type Transaction } from '@tollgate/platform';
import { Decimal, type HighWater, type UsagePeriod } from '@tollgate/rating';
import type { InvoicingTables } from '../invoicing.tables.js';
import type { AdvanceBucket, RatedEvent } from './event-rating.js';

/** A part of a charge, for one subscription. */
interface ChargeOfSubscription {
  subscriptionId: string;
  chargeId: string;
  bucket: AdvanceBucket;
}

const tables = (transaction: Transaction) => tablesOf<InvoicingTables>(transaction);

const firstMicrosecond = (instant: number) => BigInt(instant) * 1000n;
const lastMicrosecond = (instant: number) => BigInt(instant) * 1000n + 999n;

/** Lets the events of one subscription be charged one after another; released with the transaction. */
export async function lockChargedSubscription(transaction: Transaction, organizationId: string, externalId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`advance ${organizationId}/${externalId}`}, 0))`.execute(transaction);
}

/** Which of these events a charge of a subscription was charged for already, by transaction id. */
export async function chargedEvents(transaction: Transaction, subscriptionId: string, chargeId: string, transactionIds: string[]): Promise<Set<string>> {
  const rows = await tables(transaction)
    .selectFrom('invoicing.advance_events')
    .select('event_transaction_id')
    .where('subscription_id', '=', subscriptionId)
    .where('charge_id', '=', chargeId)
    .where(sql<boolean>`event_transaction_id = any(${transactionIds}::text[])`)
    .execute();
  return new Set(rows.map((row) => row.event_transaction_id));
}

/** Where a bucket stands, and by an event of which time (Unix microseconds). */
export interface BucketState {
  highWater: HighWater;
  eventAt: number;
}

/** Where a bucket stands in a period: after the event with the latest time, then the one charged last (charges, section 3.2). */
export async function bucketState(transaction: Transaction, { subscriptionId, chargeId, bucket }: ChargeOfSubscription, period: UsagePeriod): Promise<BucketState | null> {
  const row = await tables(transaction)
    .selectFrom('invoicing.advance_events')
    .select(['current_units', 'max_units', 'event_at'])
    .where('subscription_id', '=', subscriptionId)
    .where('charge_id', '=', chargeId)
    .where(sql<boolean>`charge_filter_id is not distinct from ${bucket.filter?.id ?? null}::uuid`)
    .where(sql<boolean>`grouped_by = ${JSON.stringify(bucket.groupedBy)}::jsonb`)
    .where('event_at', '>=', firstMicrosecond(period.from))
    .where('event_at', '<=', lastMicrosecond(period.to))
    .where('current_units', 'is not', null)
    .orderBy('event_at', 'desc')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row?.current_units || !row.max_units) return null;
  return { highWater: { current: new Decimal(row.current_units), max: new Decimal(row.max_units) }, eventAt: Number(row.event_at) };
}

/** An event that was charged, and what it moved. */
export interface ChargedOnce extends ChargeOfSubscription {
  event: { transactionId: string; timestamp: number };
  rated: Pick<RatedEvent, 'state' | 'billedUnits'>;
}

/** Notes what events moved, in the order given. */
export async function insertAdvanceEvents(transaction: Transaction, organizationId: string, charged: ChargedOnce[]): Promise<void> {
  if (charged.length === 0) return;
  await tables(transaction)
    .insertInto('invoicing.advance_events')
    .values(
      charged.map(({ subscriptionId, chargeId, bucket, event, rated: { state, billedUnits } }) => ({
        organization_id: organizationId,
        subscription_id: subscriptionId,
        charge_id: chargeId,
        charge_filter_id: bucket.filter?.id ?? null,
        grouped_by: JSON.stringify(bucket.groupedBy),
        event_transaction_id: event.transactionId,
        event_at: BigInt(event.timestamp),
        current_units: state?.current.toFixed() ?? null,
        max_units: state?.max.toFixed() ?? null,
        billed_units: billedUnits.toFixed(),
      })),
    )
    .execute();
}
