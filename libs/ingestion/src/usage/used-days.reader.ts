import { Injectable } from '@nestjs/common';
import { ClickHouse, type Instant } from '@tollgate/platform';

/** The first and the last event of a subscription on a day of UTC, Unix milliseconds. */
export interface UsedDay {
  externalSubscriptionId: string;
  first: Instant;
  last: Instant;
}

/** On which days there were events, by their own times. */
@Injectable()
export class UsedDaysReader {
  constructor(private readonly clickhouse: ClickHouse) {}

  /**
   * @param from, until Unix milliseconds, the second exclusive
   * @param externalIds of the subscriptions that are asked about; absent: of all
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
   * The first and the last event between instants, or null: where most of a long time has none, it is not read piece by piece.
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
