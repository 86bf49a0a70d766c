import { Injectable } from '@nestjs/common';
import { ClickHouse, type Instant } from '@tollgate/platform';

/** The first and the last event of a subscription on a UTC day, Unix milliseconds. */
export interface UsedDay {
  externalSubscriptionId: string;
  first: Instant;
  last: Instant;
}

/** Reads the days with events, by the events' own times. */
@Injectable()
export class UsedDaysReader {
  constructor(private readonly clickhouse: ClickHouse) {}

  /**
   * @param from, until Unix milliseconds, the second exclusive
   * @param externalIds restricts the subscriptions; absent for all
   * @throws Unavailable
   */
  async read(organizationId: string, from: Instant, until: Instant, externalIds?: string[]): Promise<UsedDay[]> {
    if (externalIds?.length === 0) return [];
    const rows = await this.clickhouse.rows<{ subscription: string; first: string; last: string }>(
      `select external_subscription_id as subscription, toUnixTimestamp64Milli(min(event.timestamp)) as first,
         toUnixTimestamp64Milli(max(event.timestamp)) as last
       from ${this.clickhouse.database}.events as event
       where organization_id = {organization:UUID} and event.timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
         and event.timestamp < fromUnixTimestamp64Milli({until:Int64}, 'UTC')
         ${externalIds ? 'and external_subscription_id in {subscriptions:Array(String)}' : ''}
       group by external_subscription_id, toDate(event.timestamp)`,
      { organization: organizationId, from, until, ...(externalIds ? { subscriptions: externalIds } : {}) },
    );
    return rows.map(({ subscription, first, last }) => ({
      externalSubscriptionId: subscription,
      first: Number(first),
      last: Number(last),
    }));
  }

  /**
   * The first and the last event between two instants, or null. It lets callers skip the empty parts of a long time.
   * @param from, until Unix milliseconds, the second exclusive
   * @throws Unavailable
   */
  async span(organizationId: string, from: Instant, until: Instant): Promise<{ first: Instant; last: Instant } | null> {
    const [row] = await this.clickhouse.rows<{ events: string; first: string; last: string }>(
      `select toString(count()) as events, toUnixTimestamp64Milli(min(event.timestamp)) as first,
         toUnixTimestamp64Milli(max(event.timestamp)) as last
       from ${this.clickhouse.database}.events as event
       where organization_id = {organization:UUID} and event.timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
         and event.timestamp < fromUnixTimestamp64Milli({until:Int64}, 'UTC')`,
      { organization: organizationId, from, until },
    );
    return row && row.events !== '0' ? { first: Number(row.first), last: Number(row.last) } : null;
  }
}
