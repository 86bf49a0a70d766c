import { Injectable } from '@nestjs/common';
import type { EventErrorType } from '@tollgate/contracts';
import type { MetricView } from '@tollgate/catalog/reader';
import { ClickHouse, type Instant } from '@tollgate/platform';
import type { AcceptedEvent } from '../../model/accepted-events/accepted-event.js';
import { QueryParameters } from '../../model/usage-queries/query-parameters.js';
import { errorCondition, errorsSql } from './error-conditions.js';
import { receivedSql } from './received-sql.js';

/** An event with its errors by the metrics when it was stored. */
export interface FaultyEvent {
  event: AcceptedEvent;
  errors: EventErrorType[];
}

/** More faulty events of a code are not recorded: a list, which ends before, finds them soon. */
export const mostRecorded = 1_000_000;

/** The table `faulty_events` of the usage store: the keys of events with errors. */
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
   * Those of some codes that have events in a time of reception.
   * @throws Unavailable
   */
  async codesWithEvents(
    organizationId: string,
    codes: string[],
    received: { from: Instant; to: Instant },
  ): Promise<Set<string>> {
    const parameters = new QueryParameters();
    const ofCodes = ofCodesSql(organizationId, codes, received, parameters);
    const rows = await this.clickhouse.rows<{ code: string }>(
      `select distinct code from ${this.clickhouse.database}.events as event where ${ofCodes}`,
      parameters.values,
    );
    return new Set(rows.map(({ code }) => code));
  }

  /**
   * Replaces the recorded errors of events by those of their changed metrics, or without one. An interrupted call leaves
   * some out; the next one records them.
   * @param judged codes, each with its metric
   * @param received the first and the last reception of judged events (Unix milliseconds)
   * @returns codes with too many faulty events: only some of these are recorded
   * @throws Unavailable
   */
  async judge(
    organizationId: string,
    judged: { code: string; metric: MetricView | undefined }[],
    received: { from: Instant; to: Instant },
  ): Promise<Set<string>> {
    const { database } = this.clickhouse;
    const metrics = { live: judged.flatMap(({ metric }) => metric ?? []), deletedCodes: [] };
    const parameters = new QueryParameters();
    const codes = judged.map(({ code }) => code);
    const ofCodes = ofCodesSql(organizationId, codes, received, parameters);
    const faulty = `${database}.events as event final prewhere ${ofCodes}
      where (${errorCondition(metrics, undefined, parameters)})`;
    const errors = errorsSql(metrics, parameters);
    const key = 'organization_id, received_at, external_subscription_id, code, timestamp, transaction_id';
    // In the month in which each was recorded, where it takes the place of the recorded one.
    await this.clickhouse.longCommand(
      `insert into ${database}.faulty_events (${key}, errors, recorded_at) select ${key}, [], recorded_at
       from ${database}.faulty_events as event final where ${ofCodes} and notEmpty(errors)`,
      parameters.values,
    );
    // Only a long command outlives the patience of a server's connection: it may search millions of events.
    await this.clickhouse.longCommand(
      `insert into ${database}.faulty_events (${key}, errors)
       select ${key}, ${errors} from ${faulty} limit ${mostRecorded + 1} by code`,
      parameters.values,
    );
    const overfull = await this.clickhouse.rows<{ code: string }>(
      `select code from ${database}.faulty_events as event final where ${ofCodes} and notEmpty(errors)
       group by code having count() > ${mostRecorded}`,
      parameters.values,
    );
    return new Set(overfull.map(({ code }) => code));
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

const ofCodesSql = (
  organizationId: string,
  codes: string[],
  received: { from: Instant; to: Instant },
  parameters: QueryParameters,
): string =>
  `${receivedSql(organizationId, received, parameters)} and code in ${parameters.add(codes, 'Array(String)')}`;
