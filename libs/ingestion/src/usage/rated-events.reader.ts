import { Injectable } from '@nestjs/common';
import { ClickHouse } from '@tollgate/platform';
import { Decimal, type UsageEvent } from '@tollgate/rating';
import { ratedOrder } from '../model/usage-queries/aggregations/columns.js';
import { QueryParameters } from '../model/usage-queries/query-parameters.js';
import { ratedEventsSql, type RatedEvents } from '../model/usage-queries/rated-events-sql.js';

/** The role of an event in a part of a charge. */
export type RatedStatus = 'counted' | 'without_effect' | 'ignored' | 'late';

/** Events of one status and reason. */
export interface RatedCount {
  status: RatedStatus;
  /** Empty for counted events. */
  reason: string;
  events: number;
  /** Units that they added, decimal text; null for events that were not counted. */
  added: string | null;
}

/** An event with its role. */
export interface RatedEvent {
  id: string;
  transactionId: string;
  /** Unix microseconds. */
  timestamp: number;
  /** Unix milliseconds. */
  receivedAt: number;
  properties: Record<string, unknown>;
  preciseTotalAmountCents: string | null;
  /** The text of the metric's field. */
  value: string | null;
  status: RatedStatus;
  reason: string;
  added: string | null;
}

/** The place of an event in time order: Unix microseconds, Unix milliseconds. */
export type RatedPlace = Pick<RatedEvent, 'timestamp' | 'receivedAt' | 'id'>;

/** The store gives up a statement after this time; the embedded engine runs one at a time. */
const longestSeconds = 10;

const settings = `settings max_execution_time = ${longestSeconds}`;

interface Row {
  event_id: string;
  transaction: string;
  happened_at: string;
  received_at: string;
  content: string;
  price: string | null;
  text: string | null;
  status: RatedStatus;
  reason: string;
  added_text: string | null;
}

/** Reads the events behind an amount, as they were when it was rated. */
@Injectable()
export class RatedEventsReader {
  constructor(private readonly clickhouse: ClickHouse) {}

  /** Numbers of events by status and reason. @throws Unavailable, also when the store takes too long */
  async counts(rated: RatedEvents): Promise<RatedCount[]> {
    const parameters = new QueryParameters();
    const rows = await this.clickhouse.rows<{
      status: RatedStatus;
      reason: string;
      events: string;
      added_text: string | null;
    }>(
      `select status, reason, count() as events, toString(sum(added)) as added_text
       from (${this.sql(rated, parameters)}) group by status, reason order by status, reason ${settings}`,
      parameters.values,
    );
    return rows.map(({ status, reason, events, added_text: added }) => ({
      status,
      reason,
      events: Number(events),
      added: status === 'counted' || status === 'without_effect' ? (added ?? '0') : null,
    }));
  }

  /**
   * Events in time order.
   * @param after the last event of the page before; null for the first page
   * @throws Unavailable, also when the store takes too long
   */
  async page(
    rated: RatedEvents,
    {
      statuses,
      after,
      limit,
    }: { statuses: readonly RatedStatus[] | undefined; after: RatedPlace | null; limit: number },
  ): Promise<RatedEvent[]> {
    const parameters = new QueryParameters();
    const conditions = [
      ...(statuses === undefined ? [] : [`status in ${parameters.add(statuses, 'Array(String)')}`]),
      ...(after === null
        ? []
        : [
            `(toUnixTimestamp64Micro(happened), toUnixTimestamp64Milli(received), event_id) > (${parameters.add(after.timestamp, 'Int64')}, ${parameters.add(after.receivedAt, 'Int64')}, ${parameters.add(after.id, 'String')})`,
          ]),
    ];
    const rows = await this.clickhouse.rows<Row>(
      `select event_id, transaction, toString(toUnixTimestamp64Micro(happened)) as happened_at,
              toString(toUnixTimestamp64Milli(received)) as received_at, content, price, text, status, reason,
              toString(added) as added_text
       from (${this.sql(rated, parameters)}) where ${conditions.join(' and ') || 'true'}
       order by ${ratedOrder} limit ${parameters.add(limit, 'UInt64')} ${settings}`,
      parameters.values,
    );
    return rows.map((row) => ({
      id: row.event_id,
      transactionId: row.transaction,
      timestamp: Number(row.happened_at),
      receivedAt: Number(row.received_at),
      properties: JSON.parse(row.content) as Record<string, unknown>,
      preciseTotalAmountCents: row.price,
      value: row.text,
      status: row.status,
      reason: row.reason,
      added: row.added_text,
    }));
  }

  /**
   * The events that a part took and those that came late, for rating them again.
   * @returns null for more than `most`
   * @throws Unavailable likewise
   */
  async withLate(rated: RatedEvents, most: number): Promise<UsageEvent[] | null> {
    const parameters = new QueryParameters();
    const rows = await this.clickhouse.rows<
      Omit<Row, 'content' | 'status' | 'reason' | 'added_text'> & { operation: string }
    >(
      `select event_id, transaction, toString(toUnixTimestamp64Micro(happened)) as happened_at,
              toString(toUnixTimestamp64Milli(received)) as received_at, price, text, operation
       from (${this.sql(rated, parameters)}) where status != 'ignored'
       order by ${ratedOrder} limit ${parameters.add(most + 1, 'UInt64')} ${settings}`,
      parameters.values,
    );
    if (rows.length > most) return null;
    return rows.map((row, position) => ({
      transactionId: row.transaction,
      timestampMicros: Number(row.happened_at),
      // Only the order of receptions counts; many may fall into one millisecond.
      receivedAtMicros: position,
      value: row.text,
      operationType: row.operation,
      preciseTotalAmountCents: row.price === null ? null : new Decimal(row.price),
    }));
  }

  private sql(rated: RatedEvents, parameters: QueryParameters): string {
    return ratedEventsSql(this.clickhouse.database, rated, parameters);
  }
}
