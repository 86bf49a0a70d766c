import { Injectable } from '@nestjs/common';
import type { EventErrorType } from '@tollgate/contracts';
import { ClickHouse, type Instant } from '@tollgate/platform';
import type { AcceptedEvent } from '../accepted-events/accepted-event.js';

/** An event with its errors by the metrics when it was stored. */
export interface FaultyEvent {
  event: AcceptedEvent;
  errors: EventErrorType[];
}

/** The table `faulty_events` of the usage store: the keys of events with errors, when they were stored. */
@Injectable()
export class FaultyEventsRepository {
  private missing: Instant | undefined;

  constructor(private readonly clickhouse: ClickHouse) {}

  /** Durable when it resolves; recording an event twice changes nothing. @throws Unavailable */
  async record(faulty: FaultyEvent[]): Promise<void> {
    await this.clickhouse.insert(
      'faulty_events',
      ['organization_id', 'received_at', 'external_subscription_id', 'code', 'timestamp', 'transaction_id', 'errors'],
      faulty.map(({ event, errors }) => [
        event.organization_id,
        event.received_at,
        event.external_subscription_id,
        event.code,
        event.timestamp,
        event.transaction_id,
        errors,
      ]),
    );
  }

  /**
   * The instant up to which received events may be missing from the table (Unix milliseconds). A version without the
   * table stored these; 0 without any.
   * @throws Unavailable
   */
  async missingUntil(): Promise<Instant> {
    if (this.missing !== undefined) return this.missing;
    const [table] = await this.clickhouse.rows<{ comment: string }>(
      `select comment from system.tables where database = {database:String} and name = 'faulty_events'`,
      { database: this.clickhouse.database },
    );
    if (!table) throw new Error('The usage store has no table of faulty events.');
    return (this.missing = Number(table.comment));
  }
}
