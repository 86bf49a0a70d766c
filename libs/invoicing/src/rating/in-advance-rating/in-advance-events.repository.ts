import { sql } from 'kysely';
import { insertRows, type TenantTransaction } from '@tollgate/platform';
import { Decimal, floorToSecond, type HighWater, type UsagePeriod } from '@tollgate/rating';
import type { InAdvanceBucket, RatedEvent } from './event-rating.js';

/** A part of a charge, for one subscription. */
interface ChargeOfSubscription {
  subscriptionId: string;
  chargeId: string;
  bucket: InAdvanceBucket;
}

// A period may include events from the beginning of the second of its start (metering, section 2.3), but none before
// it.
const firstMicrosecond = (instant: number) => BigInt(floorToSecond(instant)) * 1000n;
const lastMicrosecond = (instant: number) => BigInt(instant) * 1000n + 999n;

/** An event on a charge of a subscription. */
export interface EventOfCharge {
  subscriptionId: string;
  chargeId: string;
  transactionId: string;
}

export const eventKey = ({ subscriptionId, chargeId, transactionId }: EventOfCharge): string =>
  `${subscriptionId} ${chargeId} ${transactionId}`;

/** The events that were charged already, by `eventKey`. */
export async function chargedEvents(transaction: TenantTransaction, events: EventOfCharge[]): Promise<Set<string>> {
  if (events.length === 0) return new Set();
  const column = (pick: (event: EventOfCharge) => string) => events.map(pick);
  const { rows } = await sql<EventOfCharge>`
    select subscription_id as "subscriptionId", charge_id as "chargeId", event_transaction_id as "transactionId"
    from invoicing.advance_events
    where (subscription_id, charge_id, event_transaction_id) in (
      select * from unnest(${column((event) => event.subscriptionId)}::uuid[], ${column((event) => event.chargeId)}::uuid[],
                           ${column((event) => event.transactionId)}::text[]))
  `.execute(transaction);
  return new Set(rows.map(eventKey));
}

/** The running total of a bucket, and the time of its last event (Unix microseconds). */
export interface BucketState {
  highWater: HighWater;
  eventAt: number;
}

/** A part of a charge in a period. */
export interface PartInPeriod extends ChargeOfSubscription {
  period: UsagePeriod;
}

/**
 * Reads the running totals of buckets in a period: after the event with the latest time, then the one charged last
 * (charges, section 3.2). After a move to the east, events that an earlier period has charged do not count. The answers
 * have the order of the parts.
 */
export async function bucketStates(
  transaction: TenantTransaction,
  parts: PartInPeriod[],
): Promise<(BucketState | null)[]> {
  if (parts.length === 0) return [];
  const column = <T>(pick: (part: PartInPeriod) => T) => parts.map(pick);
  const { rows } = await sql<{ position: bigint; current_units: string; max_units: string; event_at: bigint }>`
    select part.position, latest.current_units, latest.max_units, latest.event_at
    from unnest(${column((part) => part.subscriptionId)}::uuid[], ${column((part) => part.chargeId)}::uuid[],
                ${column((part) => part.bucket.filter?.id ?? null)}::uuid[], ${column((part) => JSON.stringify(part.bucket.groupedBy))}::jsonb[],
                ${column((part) => String(firstMicrosecond(part.period.from)))}::bigint[], ${column((part) => String(lastMicrosecond(part.period.to)))}::bigint[])
         with ordinality as part (subscription_id, charge_id, charge_filter_id, grouped_by, first_at, last_at, position)
    cross join lateral (
      select current_units, max_units, event_at from invoicing.advance_events event
      where event.subscription_id = part.subscription_id and event.charge_id = part.charge_id
        and event.charge_filter_id is not distinct from part.charge_filter_id and event.grouped_by = part.grouped_by
        and jsonb_hash_extended(event.grouped_by, 0) = jsonb_hash_extended(part.grouped_by, 0)
        and event.event_at between part.first_at and part.last_at and event.current_units is not null
        and (event.period_from is null or event.period_from * 1000 >= part.first_at)
      order by event.event_at desc, event.position desc limit 1) latest
  `.execute(transaction);
  const byPosition = new Map(rows.map((row) => [Number(row.position), row]));
  return parts.map((_, index) => {
    const row = byPosition.get(index + 1);
    return row
      ? {
          highWater: { current: new Decimal(row.current_units), max: new Decimal(row.max_units) },
          eventAt: Number(row.event_at),
        }
      : null;
  });
}

/** A charged event, and its effect on the running total. */
export interface ChargedOnce extends ChargeOfSubscription {
  event: { transactionId: string; timestamp: number };
  period: Pick<UsagePeriod, 'from'>;
  rated: Pick<RatedEvent, 'state' | 'billedUnits'>;
}

/** Records the effects of events, in the same order. */
export async function insertInAdvanceEvents(transaction: TenantTransaction, charged: ChargedOnce[]): Promise<void> {
  await insertRows(
    transaction,
    'invoicing.advance_events',
    charged.map(({ subscriptionId, chargeId, bucket, event, period, rated: { state, billedUnits } }) => ({
      organization_id: transaction.organizationId,
      subscription_id: subscriptionId,
      charge_id: chargeId,
      charge_filter_id: bucket.filter?.id ?? null,
      grouped_by: bucket.groupedBy,
      event_transaction_id: event.transactionId,
      event_at: BigInt(event.timestamp),
      period_from: BigInt(period.from),
      current_units: state?.current.toFixed() ?? null,
      max_units: state?.max.toFixed() ?? null,
      billed_units: billedUnits.toFixed(),
    })),
  );
}
