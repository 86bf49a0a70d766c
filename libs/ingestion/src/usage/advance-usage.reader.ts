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

/** Which events come before: those of a subscription and metric, from the start of a period, or all of a recurring metric. */
export interface EarlierEvents {
  organizationId: string;
  externalSubscriptionId: string;
  metric: MetricView;
  /** Unix milliseconds. */
  from: number;
  before: EventPlace;
  /** Only events whose field has this text. */
  value?: string;
}

interface Row {
  transaction_id: string;
  timestamp: string;
  operation_type: string;
  price: string | null;
  properties: string;
}

/** Reads what a single event is priced against: the events before it (metering, section 5.10). */
@Injectable()
export class AdvanceUsageReader {
  constructor(private readonly clickhouse: ClickHouse) {}

  /** In time order; of events with equal times those received earlier come first, later ones are left out. */
  async eventsBefore({ organizationId, externalSubscriptionId, metric, from, before, value }: EarlierEvents): Promise<UsageEventWithProperties[]> {
    const rows = await this.clickhouse.rows<Row>(
      `select transaction_id, toUnixTimestamp64Micro(event.timestamp) as timestamp,
              operation_type, toString(precise_total_amount_cents) as price, properties
       from ${this.clickhouse.database}.events as event final
       where organization_id = {organization:UUID} and external_subscription_id = {subscription:String} and code = {code:String}
         and event.timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') and event.timestamp <= fromUnixTimestamp64Micro({at:Int64}, 'UTC')
         and (event.timestamp < fromUnixTimestamp64Micro({at:Int64}, 'UTC')
           or (toUnixTimestamp64Milli(event.received_at), toString(id)) < ({received:Int64}, {id:String}))
         ${value === undefined ? '' : 'and (value_text = {value:String} or value_text is null)'}
       order by event.timestamp, event.received_at, toString(id)`,
      {
        organization: organizationId,
        subscription: externalSubscriptionId,
        code: metric.code,
        from: metric.recurring ? 0 : from,
        at: before.timestamp,
        received: before.receivedAt,
        id: before.id,
        ...(value === undefined ? {} : { value }),
      },
    );
    return rows.map((row, position) => {
      const texts = propertyTexts(JSON.parse(row.properties) as Record<string, unknown>);
      return {
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
