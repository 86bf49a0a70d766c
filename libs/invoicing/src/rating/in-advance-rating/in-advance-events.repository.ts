import { sql } from 'kysely';
import type { ChargeView } from '@tollgate/catalog/reader';
import { insertRows, type TenantTransaction } from '@tollgate/platform';
import { Decimal, floorToSecond, type HighWater, type UsagePeriod } from '@tollgate/rating';
import { partNames } from '../../model/rated-charges/charge-identity.js';
import type { InAdvanceBucket, RatedEvent } from './event-rating.js';

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
export interface PartInPeriod {
  subscriptionId: string;
  charge: Pick<ChargeView, 'id' | 'parentId' | 'retainedIds'>;
  bucket: InAdvanceBucket;
  period: UsagePeriod;
}

/** The last charged event of a part under one of its names. */
interface LatestRow {
  /** Of the name, from 1. */
  number: bigint;
  current_units: string;
  max_units: string;
  event_at: bigint;
  position: bigint;
}

/**
 * Reads the running totals of buckets in a period: after the event with the latest time, then the one charged last
 * (charges, section 3.2). A copy of a charge continues the total of the charge that it copies. After a move to the east,
 * events that an earlier period has charged do not count. The answers have the order of the parts.
 */
export async function bucketStates(
  transaction: TenantTransaction,
  parts: PartInPeriod[],
): Promise<(BucketState | null)[]> {
  if (parts.length === 0) return [];
  const named = parts.flatMap((part, index) =>
    partNames(part.charge, part.bucket.filter).map((name) => ({ ...part, ...name, index })),
  );
  const column = <T>(pick: (name: (typeof named)[number]) => T) => named.map(pick);
  const { rows } = await sql<LatestRow>`
    select part.number, latest.current_units, latest.max_units, latest.event_at, latest.position
    from unnest(${column((name) => name.subscriptionId)}::uuid[], ${column((name) => name.chargeId)}::uuid[],
                ${column((name) => name.filterId)}::uuid[], ${column((name) => JSON.stringify(name.bucket.groupedBy))}::jsonb[],
                ${column((name) => String(firstMicrosecond(name.period.from)))}::bigint[], ${column((name) => String(lastMicrosecond(name.period.to)))}::bigint[])
         with ordinality as part (subscription_id, charge_id, charge_filter_id, grouped_by, first_at, last_at, number)
    cross join lateral (
      select current_units, max_units, event_at, position from invoicing.advance_events event
      where event.subscription_id = part.subscription_id and event.charge_id = part.charge_id
        and event.charge_filter_id is not distinct from part.charge_filter_id and event.grouped_by = part.grouped_by
        and jsonb_hash_extended(event.grouped_by, 0) = jsonb_hash_extended(part.grouped_by, 0)
        and event.event_at between part.first_at and part.last_at and event.current_units is not null
        and (event.period_from is null or event.period_from * 1000 >= part.first_at)
      order by event.event_at desc, event.position desc limit 1) latest
  `.execute(transaction);
  const states = new Map<number, LatestRow>();
  for (const row of rows) {
    const index = named[Number(row.number) - 1]?.index ?? -1;
    const other = states.get(index);
    if (!other || isLater(row, other)) states.set(index, row);
  }
  return parts.map((_, index) => {
    const row = states.get(index);
    return row
      ? {
          highWater: { current: new Decimal(row.current_units), max: new Decimal(row.max_units) },
          eventAt: Number(row.event_at),
        }
      : null;
  });
}

/** Whether an event is the later one of two by its time, then by the order of charging. */
export const isLater = (
  one: { event_at: bigint; position: bigint },
  other: { event_at: bigint; position: bigint },
): boolean => one.event_at > other.event_at || (one.event_at === other.event_at && one.position > other.position);

/** A charged event, and its effect on the running total. */
export interface ChargedOnce {
  subscriptionId: string;
  chargeId: string;
  bucket: InAdvanceBucket;
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
