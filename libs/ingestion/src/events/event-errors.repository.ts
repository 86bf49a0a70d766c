import { Injectable } from '@nestjs/common';
import { eventErrorTypes, type EventErrorType, type Meta } from '@tollgate/contracts';
import { ClickHouse, metaOf, type Instant, type Page } from '@tollgate/platform';
import type { ShownEvent } from '../accepted-events/accepted-event.js';
import { conditionsOf, type KnownCodes } from '../event-errors/faulty-events.reader.js';
import { selected, shownColumns, shownEventOf, type ShownEventRow } from '../store/stored-event.js';
import { QueryParameters } from '../usage-queries/parts-sql.js';

/** Selects faulty events; instants of reception in Unix milliseconds, both inclusive. */
export interface FaultySelection {
  from: Instant;
  to: Instant;
  error: EventErrorType | undefined;
  code: string | undefined;
  externalSubscriptionId: string | undefined;
  transactionId: string | undefined;
}

/** A faulty event with its errors. */
export interface FaultyEvent {
  event: ShownEvent;
  errors: EventErrorType[];
}

/** A list evaluates this many candidates at most, so that it ends in bounded time. */
const mostCandidates = 100_000;

type Row = ShownEventRow & { errors: EventErrorType[] };

/** Lists faulty events from the usage store, judged by the metrics of now. */
@Injectable()
export class EventErrorsRepository {
  constructor(private readonly clickhouse: ClickHouse) {}

  /**
   * One page: latest reception first, then by transaction id. It first finds candidates by reception time, as the hourly
   * check does.
   */
  async list(
    organizationId: string,
    metrics: KnownCodes,
    selection: FaultySelection,
    page: Page,
  ): Promise<{ rows: FaultyEvent[]; meta: Meta }> {
    const parameters = new QueryParameters();
    const conditions = conditionsOf(metrics, parameters);
    const ofErrors = eventErrorTypes.map((error) => `if(${conditions[error]}, ['${error}'], [])`);
    const faulty = selection.error
      ? conditions[selection.error]
      : eventErrorTypes.map((error) => `(${conditions[error]})`).join(' or ');
    const received = receivedSql(organizationId, selection, parameters);
    const events = `${this.clickhouse.database}.events as event`;
    const matching = `from ${events} final
      where ${received} and (${faulty}) and (external_subscription_id, code, event.timestamp, transaction_id) in (
        select external_subscription_id, code, event.timestamp, transaction_id from ${events}
        where ${received} and (${faulty}) limit ${mostCandidates})`;
    const [counted] = await this.clickhouse.rows<{ total: string }>(
      `select count() as total ${matching}`,
      parameters.values,
    );
    const total = Number(counted?.total ?? 0);
    if (total === 0) return { rows: [], meta: metaOf(page, 0) };
    const [limit, offset] = [page.per_page, (page.page - 1) * page.per_page];
    const rows = await this.clickhouse.rows<Row>(
      `select ${selected(shownColumns)}, arrayConcat(${ofErrors.join(', ')}) as errors ${matching}
       order by event.received_at desc, transaction_id limit ${parameters.add(limit, 'UInt64')} offset ${parameters.add(offset, 'UInt64')}`,
      parameters.values,
    );
    return {
      rows: rows.map(({ errors, ...row }) => ({ event: shownEventOf(row), errors })),
      meta: metaOf(page, total),
    };
  }
}

function receivedSql(
  organizationId: string,
  { from, to, code, externalSubscriptionId, transactionId }: FaultySelection,
  parameters: QueryParameters,
): string {
  const conditions = [
    `organization_id = ${parameters.add(organizationId, 'UUID')}`,
    `event.received_at >= fromUnixTimestamp64Milli(${parameters.add(from, 'Int64')}, 'UTC')`,
    `event.received_at <= fromUnixTimestamp64Milli(${parameters.add(to, 'Int64')}, 'UTC')`,
  ];
  const equal = [
    ['code', code],
    ['external_subscription_id', externalSubscriptionId],
    ['transaction_id', transactionId],
  ] as const;
  for (const [column, value] of equal)
    if (value !== undefined) conditions.push(`${column} = ${parameters.add(value, 'String')}`);
  return conditions.join(' and ');
}
