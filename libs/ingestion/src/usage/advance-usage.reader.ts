import { Injectable } from '@nestjs/common';
import type { MetricView } from '@tollgate/catalog/reader';
import { ClickHouse } from '@tollgate/platform';
import { Decimal, propertyTexts } from '@tollgate/rating';
import type { UsageEventWithProperties } from './usage.reader.js';

/** A place in the order of events: their own time, then that of their reception. */
export interface EventPlace {
  /** Unix microseconds. */
  timestamp: number;
  /** Unix milliseconds. */
  receivedAt: number;
  id: string;
}

/** Which events: those of a subscription and metric from the start of a period, or all of a recurring metric, up to a time. */
export interface StoredEvents {
  organizationId: string;
  externalSubscriptionId: string;
  metric: MetricView;
  /** Unix milliseconds. */
  from: number;
  /** Unix microseconds, inclusive. */
  to: number;
  /** Only events whose field has one of these texts. */
  values?: string[];
}

export interface StoredEvent extends UsageEventWithProperties {
  place: EventPlace;
}

interface Row {
  id: string;
  transaction_id: string;
  timestamp: string;
  received: string;
  operation_type: string;
  price: string | null;
  properties: string;
}

/** Reads what single events are priced against: those stored before them (metering, section 5.10). */
@Injectable()
export class AdvanceUsageReader {
  constructor(private readonly clickhouse: ClickHouse) {}

  /** In the order of their places. */
  async events({ organizationId, externalSubscriptionId, metric, from, to, values }: StoredEvents): Promise<StoredEvent[]> {
    const rows = await this.clickhouse.rows<Row>(
      `select toString(event.id) as id, transaction_id, toUnixTimestamp64Micro(event.timestamp) as timestamp,
              toUnixTimestamp64Milli(event.received_at) as received, operation_type, toString(precise_total_amount_cents) as price, properties
       from ${this.clickhouse.database}.events as event final
       where organization_id = {organization:UUID} and external_subscription_id = {subscription:String} and code = {code:String}
         and event.timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') and event.timestamp <= fromUnixTimestamp64Micro({to:Int64}, 'UTC')
         ${values === undefined ? '' : 'and (value_text is null or has({values:Array(String)}, value_text))'}
       order by event.timestamp, event.received_at, toString(event.id)`,
      {
        organization: organizationId,
        subscription: externalSubscriptionId,
        code: metric.code,
        from: metric.recurring ? 0 : from,
        to,
        ...(values === undefined ? {} : { values }),
      },
    );
    return rows.map((row, position) => {
      const texts = propertyTexts(JSON.parse(row.properties) as Record<string, unknown>);
      return {
        place: { timestamp: Number(row.timestamp), receivedAt: Number(row.received), id: row.id },
        transactionId: row.transaction_id,
        timestampMicros: Number(row.timestamp),
        // Of receptions only the order counts; many may fall into one millisecond.
        receivedAtMicros: position,
        // Not the stored finding: that of an event older than its metric may still be on its way.
        value: metric.fieldName === null ? null : (texts[metric.fieldName] ?? null),
        operationType: row.operation_type,
        preciseTotalAmountCents: row.price === null ? null : new Decimal(row.price),
        texts,
      };
    });
  }
}
