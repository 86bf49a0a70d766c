import { Injectable } from '@nestjs/common';
import type { MetricView } from '@tollgate/catalog/reader';
import { ClickHouse } from '@tollgate/platform';
import { Decimal, fieldText, propertyTexts } from '@tollgate/rating';
import { selected, type StoredEventRow } from '../store/stored-event.js';
import type { UsageEventWithProperties } from './usage.reader.js';

/** A position in the order of events: by their own time, then by reception. */
export interface EventPlace {
  /** Unix microseconds. */
  timestamp: number;
  /** Unix milliseconds. */
  receivedAt: number;
  id: string;
}

/**
 * Selects events up to a time: those of a subscription and metric from a period's start, or all of a recurring metric.
 */
export interface StoredEvents {
  organizationId: string;
  externalSubscriptionId: string;
  metric: MetricView;
  /** Unix milliseconds. */
  from: number;
  /** From when events with a fraction of a second count, if that is after `from` (metering, section 2.3). */
  fractionsFrom?: number | undefined;
  /** Unix microseconds, inclusive. */
  to: number;
  /** Restricts to events whose field has one of these texts. */
  values?: string[];
  /** Restricts to events received up to this one, inclusive. */
  receivedUpTo?: Pick<EventPlace, 'receivedAt' | 'id'> | undefined;
}

export interface StoredEvent extends UsageEventWithProperties {
  place: EventPlace;
  /** Adds this event to the digest of the events before it. */
  addedTo: (digest: EventsDigest) => EventsDigest;
}

/** Fingerprint of a set of events: their number and the sum of their hashes. */
export interface EventsDigest {
  events: number;
  /** Modulo 2^64, as text. */
  hash: string;
}

export const nothingRead: EventsDigest = { events: 0, hash: '0' };

// The version or the id changes when an event is enriched again or replaced by one received earlier.
const hashOfEvent = 'cityHash64(event.id, event.version, event.timestamp, event.received_at)';

const pricedColumns = [
  'id',
  'transaction_id',
  'timestamp',
  'received_at',
  'operation_type',
  'precise_total_amount_cents',
  'properties',
] as const;
type PricedEventRow = Pick<StoredEventRow, (typeof pricedColumns)[number]> & { hash: string };

/** Reads the events that in-advance pricing needs: those stored before the priced one (metering, section 5.10). */
@Injectable()
export class InAdvanceUsageReader {
  constructor(private readonly clickhouse: ClickHouse) {}

  /** Returns the events in the order of their places. */
  async events(stored: StoredEvents): Promise<StoredEvent[]> {
    return this.read(stored, null, null);
  }

  /** The next events after a place, in order; from the first one when the place is null. */
  async page(stored: StoredEvents, after: EventPlace | null, limit: number): Promise<StoredEvent[]> {
    return this.read(stored, after, limit);
  }

  /** Number of events after a place. */
  async count(stored: StoredEvents, after: EventPlace | null): Promise<number> {
    const [row] = await this.clickhouse.rows<{ events: string }>(
      `select count() as events ${this.from(stored)} ${afterPlace(after)}`,
      { ...parametersOf(stored), ...placeParameters(after) },
    );
    return Number(row?.events ?? 0);
  }

  /** The fingerprint of the events up to a place, inclusive. */
  async digest(stored: StoredEvents, upTo: EventPlace): Promise<EventsDigest> {
    const [row] = await this.clickhouse.rows<{ events: string; hash: string }>(
      `select count() as events, toString(sum(${hashOfEvent})) as hash ${this.from(stored)}
         and event.timestamp <= fromUnixTimestamp64Micro({placeTimestamp:Int64}, 'UTC') and not ${isAfter}`,
      { ...parametersOf(stored), ...placeParameters(upTo) },
    );
    return row ? { events: Number(row.events), hash: row.hash } : nothingRead;
  }

  private from({ values, receivedUpTo, fractionsFrom, metric }: StoredEvents): string {
    return `from ${this.clickhouse.database}.events as event final
       where organization_id = {organization:UUID} and external_subscription_id = {subscription:String} and code = {code:String}
         and event.timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') and event.timestamp <= fromUnixTimestamp64Micro({to:Int64}, 'UTC')
         ${fractionsFrom === undefined || metric.recurring ? '' : firstSecond}
         ${values === undefined ? '' : 'and (value_text is null or has({values:Array(String)}, value_text))'}
         ${receivedUpTo === undefined ? '' : `and ${isReceived}`}`;
  }

  private async read(stored: StoredEvents, after: EventPlace | null, limit: number | null): Promise<StoredEvent[]> {
    const { metric } = stored;
    const rows = await this.clickhouse.rows<PricedEventRow>(
      `select ${selected(pricedColumns)}, toString(${hashOfEvent}) as hash
       ${this.from(stored)} ${afterPlace(after)}
       order by event.timestamp, event.received_at, toString(event.id) ${limit === null ? '' : 'limit {limit:UInt32}'}`,
      { ...parametersOf(stored), ...placeParameters(after), ...(limit === null ? {} : { limit }) },
    );
    return rows.map((row, position) => {
      const texts = propertyTexts(JSON.parse(row.properties) as Record<string, unknown>);
      return {
        place: { timestamp: Number(row.timestamp), receivedAt: Number(row.received_at), id: row.id },
        transactionId: row.transaction_id,
        timestampMicros: Number(row.timestamp),
        // Only the order of receptions counts; many may fall into one millisecond.
        receivedAtMicros: position,
        // Not the stored value: an enrichment of an event older than its metric may be pending.
        value: fieldText(metric, texts),
        operationType: row.operation_type,
        preciseTotalAmountCents:
          row.precise_total_amount_cents === null ? null : new Decimal(row.precise_total_amount_cents),
        texts,
        addedTo: ({ events, hash }) => ({
          events: events + 1,
          hash: BigInt.asUintN(64, BigInt(hash) + BigInt(row.hash)).toString(),
        }),
      };
    });
  }
}

const firstSecond = `and (event.timestamp >= fromUnixTimestamp64Milli({fractionsFrom:Int64}, 'UTC')
  or event.timestamp = fromUnixTimestamp64Milli({from:Int64}, 'UTC'))`;

const isReceived = `(event.received_at, toString(event.id)) <= (fromUnixTimestamp64Milli({lastReceived:Int64}, 'UTC'), {lastReceivedId:String})`;

const isAfter = `(event.timestamp, event.received_at, toString(event.id)) >
  (fromUnixTimestamp64Micro({placeTimestamp:Int64}, 'UTC'), fromUnixTimestamp64Milli({placeReceived:Int64}, 'UTC'), {placeId:String})`;

/** Repeats the time on its own, so that the store can use its primary key. */
const afterPlace = (place: EventPlace | null): string =>
  place === null ? '' : `and event.timestamp >= fromUnixTimestamp64Micro({placeTimestamp:Int64}, 'UTC') and ${isAfter}`;

const placeParameters = (place: EventPlace | null) =>
  place === null ? {} : { placeTimestamp: place.timestamp, placeReceived: place.receivedAt, placeId: place.id };

const parametersOf = ({
  organizationId,
  externalSubscriptionId,
  metric,
  from,
  to,
  values,
  receivedUpTo,
  fractionsFrom,
}: StoredEvents) => ({
  organization: organizationId,
  subscription: externalSubscriptionId,
  code: metric.code,
  from: metric.recurring ? 0 : from,
  to,
  ...(values === undefined ? {} : { values }),
  ...(fractionsFrom === undefined ? {} : { fractionsFrom }),
  ...(receivedUpTo === undefined ? {} : { lastReceived: receivedUpTo.receivedAt, lastReceivedId: receivedUpTo.id }),
});
