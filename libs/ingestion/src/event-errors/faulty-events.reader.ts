import { Injectable } from '@nestjs/common';
import type { EventErrorType } from '@tollgate/contracts';
import type { MetricView } from '@tollgate/catalog/reader';
import { ClickHouse, type Instant } from '@tollgate/platform';
import { readsField, readsNumber } from '../enrichment/event-errors.rules.js';
import { QueryParameters } from '../usage-queries/parts-sql.js';

/** Transaction ids of faulty events, by kind (metering, section 2.5). */
export type FaultyEvents = Record<EventErrorType, string[]>;

/** The metrics of an organization, and codes that a deleted one had. */
export interface KnownCodes {
  live: MetricView[];
  deletedCodes: string[];
}

/** Most ids per kind; a larger webhook could not be delivered. */
const maximumIds = 10_000;
/** Most candidates per kind, including events that a later metric counts. */
const mostCandidates = 100_000;

/** Finds events that do not count as their sender may have intended. */
@Injectable()
export class FaultyEventsReader {
  constructor(private readonly clickhouse: ClickHouse) {}

  /**
   * Reads the events received between two instants, the end exclusive (Unix milliseconds). It first finds candidates by
   * reception time, so that the query reads only their current rows, not the organization's whole history.
   */
  async find(organizationId: string, metrics: KnownCodes, from: number, until: Instant): Promise<FaultyEvents> {
    const parameters = new QueryParameters();
    const kinds = conditionsOf(metrics, parameters);
    const conditions = Object.entries(kinds);
    const received = `organization_id = ${parameters.add(organizationId, 'UUID')}
         and event.received_at >= fromUnixTimestamp64Milli(${parameters.add(from, 'Int64')}, 'UTC')
         and event.received_at < fromUnixTimestamp64Milli(${parameters.add(until, 'Int64')}, 'UTC')`;
    const anyOf = conditions.map(([, condition]) => `(${condition})`);
    const events = `${this.clickhouse.database}.events as event`;
    const [faulty] = await this.clickhouse.rows<FaultyEvents>(
      `select ${conditions.map(([kind, condition]) => `groupUniqArrayIf(${maximumIds})(transaction_id, ${condition}) as ${kind}`).join(', ')}
       from ${events} final
       where ${received} and (external_subscription_id, code, event.timestamp, transaction_id) in (
         select external_subscription_id, code, event.timestamp, transaction_id from ${events}
         where ${received} and (${anyOf.join(' or ')}) limit ${mostCandidates} by tuple(${anyOf.join(', ')}))`,
      parameters.values,
    );
    return faulty ?? { invalid_code: [], missing_aggregation_property: [], invalid_filter_values: [] };
  }
}

/** The SQL condition of each kind, on the table `event`. */
export function conditionsOf(
  { live, deletedCodes }: KnownCodes,
  parameters: QueryParameters,
): Record<EventErrorType, string> {
  const codes = (all: string[]) => parameters.add(all, 'Array(String)');
  const codesOf = (matches: (metric: MetricView) => boolean) => codes(live.filter(matches).map(({ code }) => code));
  return {
    invalid_code: `not has(${codes([...live.map(({ code }) => code), ...deletedCodes])}, code)`,
    missing_aggregation_property: `(has(${codesOf(readsField)}, code) and value_text is null) or (has(${codesOf(readsNumber)}, code) and value is null)`,
    invalid_filter_values: invalidFilterValues(live, parameters),
  };
}

function invalidFilterValues(metrics: MetricView[], parameters: QueryParameters): string {
  const conditions = metrics.flatMap(({ code, filters }) =>
    filters.map(({ key, values }) => {
      const name = parameters.add(key, 'String');
      const allowed = parameters.add(values, 'Array(String)');
      return `(code = ${parameters.add(code, 'String')} and mapContains(event.texts, ${name}) and not has(${allowed}, event.texts[${name}]))`;
    }),
  );
  return conditions.join(' or ') || 'false';
}
