import { Injectable } from '@nestjs/common';
import { ClickHouse, type Instant } from '@tollgate/platform';

/** The first late event of a subscription, Unix milliseconds. */
export interface LateUsage {
  externalSubscriptionId: string;
  first: Instant;
}

/**
 * Reads events by when the store received them, whatever their own time. Their reception time follows the
 * organization's clock.
 */
@Injectable()
export class LateUsageReader {
  constructor(private readonly clickhouse: ClickHouse) {}

  /**
   * Subscriptions whose events of past times were stored since an instant, repetitions included.
   * @param since by the machine's clock, inclusive
   * @param before by the organization's clock
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
