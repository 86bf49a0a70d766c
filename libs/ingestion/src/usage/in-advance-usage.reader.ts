import { Injectable } from '@nestjs/common';
import type { MetricView } from '@tollgate/catalog/reader';
import { byBytes, ClickHouse } from '@tollgate/platform';
import { Decimal, fieldText, propertyTexts } from '@tollgate/rating';
import { selected, type StoredEventRow } from '../store/blocks/stored-event.js';
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

/** Selects the events after a place, or all of them when the place is null. */
export interface EventsAfter {
  stored: StoredEvents;
  after: EventPlace | null;
}

/** Counts events before and after a place. */
export interface CountedEvents {
  /** The events up to the place, inclusive, that were received by `digestReceivedUpTo`; none without a place. */
  upTo: EventsDigest;
  /** The number of events after the place. */
  after: number;
  /** The number of all events. */
  all: number;
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
type PricedEventRow = Pick<StoredEventRow, (typeof pricedColumns)[number]> & { request: number; hash: string };

/** The most requests that one statement answers, and their bytes: a server refuses parameters above 128 KiB. */
const mostRequests = 500;
const mostBytes = 98_304;

/**
 * Reads the events that in-advance pricing needs: those stored before the priced one (metering, section 5.10). One
 * statement answers the requests for many subscriptions and metrics of an organization.
 */
@Injectable()
export class InAdvanceUsageReader {
  constructor(private readonly clickhouse: ClickHouse) {}

  /**
   * Returns the events of each request in the order of their places.
   * @param limit the most events for each request; null reads all
   * @throws Unavailable
   */
  async events(organizationId: string, requests: readonly EventsAfter[], limit: number | null = null) {
    const found: StoredEvent[][] = requests.map(() => []);
    for (const set of setsOf(requests)) {
      const rows = await this.clickhouse.rows<PricedEventRow>(
        `select requested.request as request, ${selected(pricedColumns)}, toString(${hashOfEvent}) as hash
         ${this.from} and ${isAfter}
         order by request, event.timestamp, event.received_at, toString(event.id)
         ${limit === null ? '' : 'limit {limit:UInt32} by request'}`,
        { ...parametersOf(organizationId, set), ...(limit === null ? {} : { limit }) },
      );
      for (const row of rows) {
        const events = found[row.request] as StoredEvent[];
        events.push(storedEventOf(row, (requests[row.request] as EventsAfter).stored.metric, events.length));
      }
    }
    return found;
  }

  /**
   * Counts the events of each request, and digests those up to its place.
   * @param requests `digestReceivedUpTo` restricts the digest to events received up to that one
   * @throws Unavailable
   */
  async counts(
    organizationId: string,
    requests: readonly (EventsAfter & { digestReceivedUpTo: Reception })[],
  ): Promise<CountedEvents[]> {
    const counted: CountedEvents[] = requests.map(() => ({ upTo: nothingRead, after: 0, all: 0 }));
    for (const set of setsOf(requests)) {
      const rows = await this.clickhouse.rows<{
        request: number;
        events: string;
        hash: string;
        after: string;
        all: string;
      }>(
        `select requested.request as request, countIf(${isDigested}) as events, toString(sumIf(${hashOfEvent}, ${isDigested})) as hash,
                countIf(${isAfter}) as after, count() as all
         ${this.from} group by request`,
        parametersOf(organizationId, set),
      );
      for (const { request, events, hash, after, all } of rows)
        counted[request] = { upTo: { events: Number(events), hash }, after: Number(after), all: Number(all) };
    }
    return counted;
  }

  /** The events that any request selects, each with its request; the first conditions let the store use its key. */
  private get from(): string {
    return `from ${this.clickhouse.database}.events as event final
       join (select arrayJoin(JSONExtract({requested:String}, 'Array(Tuple(${requestedColumns}))')) as request_row,
                    ${requestedNames.map((name) => `request_row.${name} as ${name}`).join(', ')}) as requested
         on event.external_subscription_id = requested.requested_subscription and event.code = requested.requested_code
       where event.organization_id = {organization:UUID}
         and (event.external_subscription_id, event.code) in (select arrayJoin(arrayZip({subscriptions:Array(String)}, {codes:Array(String)})))
         and event.timestamp >= fromUnixTimestamp64Milli({earliest:Int64}, 'UTC') and event.timestamp <= fromUnixTimestamp64Micro({latest:Int64}, 'UTC')
         and ${at} >= requested.since * 1000 and ${at} <= requested.until
         and (${at} >= requested.fractions_since * 1000 or ${at} = requested.since * 1000)
         and (empty(requested.texts) or value_text is null or has(requested.texts, value_text))
         and ${reception} <= (requested.received, requested.received_id)`;
  }
}

const at = 'toUnixTimestamp64Micro(event.timestamp)';
const reception = '(toUnixTimestamp64Milli(event.received_at), toString(event.id))';
const isAfter = `(${at}, toUnixTimestamp64Milli(event.received_at), toString(event.id)) > (requested.place_at, requested.place_received, requested.place_id)`;
const isDigested = `not ${isAfter} and ${reception} <= (requested.digest_received, requested.digest_received_id)`;

/** The columns of a request in a statement, with their types, in the order of `requestedOf`. */
const requestedTypes = {
  request: 'UInt32',
  requested_subscription: 'String',
  requested_code: 'String',
  since: 'Int64',
  fractions_since: 'Int64',
  until: 'Int64',
  texts: 'Array(String)',
  received: 'Int64',
  received_id: 'String',
  place_at: 'Int64',
  place_received: 'Int64',
  place_id: 'String',
  digest_received: 'Int64',
  digest_received_id: 'String',
};
const requestedNames = Object.keys(requestedTypes);
const requestedColumns = Object.entries(requestedTypes)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ');

type Reception = Pick<EventPlace, 'receivedAt' | 'id'>;
type Numbered = EventsAfter & { request: number; digestReceivedUpTo?: Reception };

/** Splits requests into sets of one statement each, and numbers them. */
function setsOf(requests: readonly Omit<Numbered, 'request'>[]): Numbered[][] {
  const numbered = requests.map((one, request) => ({ ...one, request }));
  const bytesOf = (one: Numbered) =>
    Math.max(mostBytes / mostRequests, Buffer.byteLength(JSON.stringify(requestedOf(one))));
  return byBytes(numbered, mostBytes, bytesOf);
}

/** Later than every reception. */
const never: Reception = { receivedAt: Number.MAX_SAFE_INTEGER, id: '' };
/** Earlier than every event. */
const beginning: EventPlace = { timestamp: Number.MIN_SAFE_INTEGER, receivedAt: 0, id: '' };

const sinceOf = ({ metric, from }: StoredEvents) => (metric.recurring ? 0 : from);

function requestedOf({ request, stored, after, digestReceivedUpTo }: Numbered) {
  const { metric, externalSubscriptionId, to, values = [], fractionsFrom, receivedUpTo = never } = stored;
  const since = sinceOf(stored);
  const place = after ?? beginning;
  const digested = digestReceivedUpTo ?? never;
  return [
    ...[request, externalSubscriptionId, metric.code, since, metric.recurring ? since : (fractionsFrom ?? since)],
    ...[to, values, receivedUpTo.receivedAt, receivedUpTo.id],
    ...[place.timestamp, place.receivedAt, place.id, digested.receivedAt, digested.id],
  ];
}

const parametersOf = (organizationId: string, set: Numbered[]) => ({
  organization: organizationId,
  requested: JSON.stringify(set.map(requestedOf)),
  subscriptions: set.map(({ stored }) => stored.externalSubscriptionId),
  codes: set.map(({ stored }) => stored.metric.code),
  earliest: Math.min(...set.map(({ stored }) => sinceOf(stored))),
  latest: Math.max(...set.map(({ stored }) => stored.to)),
});

function storedEventOf(row: PricedEventRow, metric: MetricView, position: number): StoredEvent {
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
}
