import { Injectable } from '@nestjs/common';
import { ClickHouse } from '@tollgate/platform';
import type { ShownEvent } from '../../model/accepted-events/accepted-event.js';
import { selected, shownColumns, shownEventOf, type ShownEventRow } from '../../store/blocks/stored-event.js';
import { conditionsOf, sourceOf, type EventPlace, type Located } from './event-selection.js';
import { bounds } from './events.repository.js';

const columns = selected(shownColumns);

/** The key of an event, and the order in which the store keeps those of an organization. */
const storedKey = `organization_id, external_subscription_id, code, event.timestamp as timestamp, transaction_id`;
const storedOrder = `order by organization_id, external_subscription_id, code, event.timestamp, transaction_id`;

/** The next events of a walk, and the place behind which others follow; null at the end. */
export interface FollowingEvents {
  events: ShownEvent[];
  next: EventPlace | null;
}

/** A place as the store returns it. */
type StoredPlace = Omit<EventPlace, 'timestamp'> & { at: string };

/** The condition of events up to a place, which is one of them. */
const untilPlace = `(external_subscription_id, code, event.timestamp, transaction_id) <= (
  {untilSubscription:String}, {untilCode:String}, fromUnixTimestamp64Micro({untilTimestamp:Int64}, 'UTC'),
  {untilTransaction:String})`;
const untilOf = ({ subscription, code, at, transaction }: StoredPlace): Record<string, unknown> => ({
  untilSubscription: subscription,
  untilCode: code,
  untilTimestamp: at,
  untilTransaction: transaction,
});

const placeOf = ({ at, ...place }: StoredPlace): EventPlace => ({ ...place, timestamp: Number(at) });

/** Reads the events of files from the usage store. */
@Injectable()
export class FollowingEventsRepository {
  constructor(private readonly clickhouse: ClickHouse) {}

  /**
   * The next events in the order in which the store keeps them, so a page reads few others.
   * @throws Unavailable, also when the store takes too long
   */
  async following(organizationId: string, selection: Located, limit: number): Promise<FollowingEvents> {
    const { from, parameters } = sourceOf(this.clickhouse.database, organizationId, selection);
    const rows = await this.clickhouse.rows<ShownEventRow>(
      `select ${columns} from ${from} ${storedOrder} limit {limit:UInt32} ${bounds}`,
      { ...parameters, limit },
    );
    const events = rows.map(shownEventOf);
    const last = events.length < limit ? undefined : events.at(-1);
    return {
      events,
      next: last
        ? {
            subscription: last.external_subscription_id,
            code: last.code,
            timestamp: last.timestamp,
            transaction: last.transaction_id,
          }
        : null,
    };
  }

  /**
   * The next events that were received since an instant, in the same order. An index finds the keys of rows that were.
   * A repetition has such a row too, but its event is the row that came first.
   * @param since Unix milliseconds, inclusive
   * @param limit rows to read: there may be fewer events
   * @throws Unavailable likewise
   */
  async followingSince(
    organizationId: string,
    selection: Located,
    since: number,
    limit: number,
  ): Promise<FollowingEvents> {
    const { key, parameters: ofKey } = conditionsOf(organizationId, selection);
    const parameters = { ...ofKey, since, limit };
    const table = `${this.clickhouse.database}.events as event`;
    const received = `event.received_at >= fromUnixTimestamp64Milli({since:Int64}, 'UTC')`;
    const keys = `select ${storedKey} from ${table} where ${key} and ${received} ${storedOrder}`;
    const [last] = await this.clickhouse.rows<StoredPlace>(
      `select external_subscription_id as subscription, code, toUnixTimestamp64Micro(timestamp) as at,
              transaction_id as transaction
       from (${keys} limit 1 offset {limit:UInt32}) ${bounds}`,
      { ...parameters, limit: limit - 1 },
    );
    // The page ends at that place: the store may have merged repeated rows since, and as many rows would reach beyond it.
    const page = last ? `${key} and ${untilPlace}` : key;
    const rows = await this.clickhouse.rows<ShownEventRow>(
      `select ${columns} from ${table} final
       prewhere ${page} and (external_subscription_id, code, event.timestamp, transaction_id) in (
         select external_subscription_id, code, event.timestamp, transaction_id from ${table} where ${page} and ${received})
       where ${received} ${storedOrder} ${bounds}`,
      { ...parameters, ...(last ? untilOf(last) : {}) },
    );
    return { events: rows.map(shownEventOf), next: last ? placeOf(last) : null };
  }
}
