import { Injectable } from '@nestjs/common';
import { ClickHouse, type Instant } from '@tollgate/platform';

/** The first of the events of a subscription that came late, Unix milliseconds. */
export interface LateUsage {
  externalSubscriptionId: string;
  first: Instant;
}

/** Events by when they came into the store, of whatever time they are: what they say of their reception is by the clock of their organization. */
@Injectable()
export class LateUsageReader {
  constructor(private readonly clickhouse: ClickHouse) {}

  /**
   * Subscriptions with events of times that are past, stored since an instant, repetitions too.
   * @param since by the clock of the machine, included @param before by the clock of the organization
   * @throws Unavailable
   */
  async read(organizationId: string, since: Instant, before: Instant): Promise<LateUsage[]> {
    const rows = await this.clickhouse.rows<{ subscription: string; first: string }>(
      `select external_subscription_id as subscription, toUnixTimestamp64Milli(min(timestamp)) as first
       from ${this.clickhouse.database}.events_raw
       where organization_id = {organization:UUID} and ingested_at >= fromUnixTimestamp64Milli({since:Int64}, 'UTC')
         and timestamp < fromUnixTimestamp64Milli({before:Int64}, 'UTC')
       group by external_subscription_id`,
      { organization: organizationId, since, before },
    );
    return rows.map(({ subscription, first }) => ({ externalSubscriptionId: subscription, first: Number(first) }));
  }
}
