import { Injectable } from '@nestjs/common';
import { ClickHouse, type TenantTransaction } from '@tollgate/platform';
import { findVoids } from '../intake/voids/voids.repository.js';

/** An event that a search found. */
export interface FoundEvent {
  id: string;
  transaction_id: string;
  code: string;
}

/** An event as it counts, with the texts of its properties. */
export interface CountedEvent extends FoundEvent {
  external_subscription_id: string;
  /** Unix microseconds. */
  timestamp: string;
  /** The text of its metric's field; null without one. */
  value_text: string | null;
  /** The same as a decimal; null when it is none. */
  value: string | null;
  texts: Record<string, string>;
}

/** Finds stored events by their transaction id. */
@Injectable()
export class EventSearch {
  constructor(private readonly clickhouse: ClickHouse) {}

  /** The latest first; voided ones are not among them. @throws Unavailable when the store does not answer */
  async withTransactionId(organizationId: string, transactionId: string, most: number): Promise<FoundEvent[]> {
    return this.clickhouse.rows<FoundEvent>(
      `select toString(id) as id, transaction_id, code from ${this.clickhouse.database}.events as event final
       where organization_id = {organization:UUID} and transaction_id = {transaction:String}
       order by event.timestamp desc limit {most:UInt32}`,
      { organization: organizationId, transaction: transactionId, most },
    );
  }

  /** The latest event with an id, as it counts; null for one that is voided or unknown. @throws Unavailable likewise */
  async counted(
    organizationId: string,
    transactionId: string,
    externalSubscriptionId: string | undefined,
  ): Promise<CountedEvent | null> {
    const [event] = await this.clickhouse.rows<CountedEvent>(
      `select toString(id) as id, transaction_id, code, external_subscription_id,
              toString(toUnixTimestamp64Micro(event.timestamp)) as timestamp, value_text,
              if(value is null, null, toString(value)) as value, texts
       from ${this.clickhouse.database}.events as event final
       where organization_id = {organization:UUID} and transaction_id = {transaction:String}
         ${externalSubscriptionId === undefined ? '' : 'and external_subscription_id = {subscription:String}'}
       order by event.timestamp desc limit 1`,
      {
        organization: organizationId,
        transaction: transactionId,
        subscription: externalSubscriptionId ?? '',
      },
    );
    return event ?? null;
  }
}

/** The voided event with a transaction id, the latest; null when none is voided. */
export async function findVoidedEvent(
  transaction: TenantTransaction,
  transactionId: string,
  externalSubscriptionId: string | undefined,
): Promise<Omit<CountedEvent, 'value_text' | 'value' | 'texts'> | null> {
  const voids = await findVoids(transaction, transactionId, { externalSubscriptionId, timestamp: undefined });
  const [latest] = voids.sort((one, other) => other.voided_at.getTime() - one.voided_at.getTime());
  return latest
    ? {
        id: latest.event_id,
        transaction_id: latest.transaction_id,
        code: latest.code,
        external_subscription_id: latest.external_subscription_id,
        timestamp: String(latest.timestamp),
      }
    : null;
}
