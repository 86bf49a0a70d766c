import { Injectable } from '@nestjs/common';
import { ClickHouse } from '@tollgate/platform';
import type { ShownEvent } from '../../model/accepted-events/accepted-event.js';
import { selected, shownColumns, shownEventOf, type ShownEventRow } from '../../store/blocks/stored-event.js';
import { QueryParameters } from '../../model/usage-queries/query-parameters.js';
import { mostShown } from './live-bounds.js';
import type { LiveFilter } from './live-stream.js';

/** Events that the store took in between two instants (Unix milliseconds), the first exclusive. */
export interface LiveSpan {
  organizationId: string;
  from: number;
  to: number;
}

/** The events of one filter. */
export interface LiveFinding {
  /** The latest ones, oldest first. */
  events: ShownEvent[];
  /** All of them. */
  total: number;
}

/** The store gives up a statement after this time. */
const longestSeconds = 5;
const settings = `settings max_execution_time = ${longestSeconds}`;

interface Row extends ShownEventRow {
  /** Places of the filters that it fits. */
  fits: number[];
  block_number: string;
}

/** Reads the events that arrived last from the usage store, for all streams of an organization at once. */
@Injectable()
export class LiveEventsReader {
  constructor(private readonly clickhouse: ClickHouse) {}

  /**
   * Counts and samples the events of each filter: one statement if there are none, else two, however many filters there
   * are. Events are found by the index over the time of intake.
   * @throws Unavailable, also when the store takes too long
   */
  async read(span: LiveSpan, filters: readonly LiveFilter[]): Promise<LiveFinding[]> {
    const parameters = new QueryParameters();
    const { fits, condition } = this.sql(span, filters, parameters);
    const table = `${this.clickhouse.database}.events_raw as event`;
    const counts = await this.clickhouse.rows<{ fits: number[]; total: string }>(
      `select ${fits} as fits, count() as total from ${table} where ${condition} group by fits ${settings}`,
      parameters.values,
    );
    if (counts.length === 0) return filters.map(() => ({ events: [], total: 0 }));
    const rows = await this.clickhouse.rows<Row>(
      `select ${selected(shownColumns)}, ${fits} as fits, toString(event.block) as block_number
       from ${table}
       where ${condition} and (event.block, event.id) in (
         select block_of, id_of from (
           select event.block as block_of, event.id as id_of, ${fits} as fits_of from ${table} where ${condition}
         ) order by block_of desc, id_of limit ${mostShown} by fits_of)
       order by event.block, event.id limit ${mostShown * filters.length * 4} ${settings}`,
      parameters.values,
    );
    return filters.map((_, place) => ({
      total: counts.reduce((sum, row) => (row.fits.includes(place) ? sum + Number(row.total) : sum), 0),
      events: rows
        .filter((row) => row.fits.includes(place))
        .slice(-mostShown)
        .map(({ fits: _fits, block_number: _block, ...row }) => shownEventOf(row)),
    }));
  }

  private sql({ organizationId, from, to }: LiveSpan, filters: readonly LiveFilter[], parameters: QueryParameters) {
    const conditions = filters.map((filter) => conditionOf(filter, parameters));
    const fits = `arrayConcat(${conditions.map((one, place) => `if(${one}, [${place}], [])`).join(', ')}, [])`;
    const condition = `event.organization_id = ${parameters.add(organizationId, 'UUID')}
      and event.ingested_at > fromUnixTimestamp64Milli(${parameters.add(from, 'Int64')}, 'UTC')
      and event.ingested_at <= fromUnixTimestamp64Milli(${parameters.add(to, 'Int64')}, 'UTC')
      and (${conditions.join(' or ')})`;
    return { fits, condition };
  }
}

function conditionOf({ code, externalSubscriptionId }: LiveFilter, parameters: QueryParameters): string {
  const equal = [
    ['event.code', code],
    ['event.external_subscription_id', externalSubscriptionId],
  ] as const;
  const conditions = equal.flatMap(([column, value]) =>
    value === undefined ? [] : [`${column} = ${parameters.addOnce(value, 'String')}`],
  );
  return conditions.length === 0 ? '1 = 1' : `(${conditions.join(' and ')})`;
}
