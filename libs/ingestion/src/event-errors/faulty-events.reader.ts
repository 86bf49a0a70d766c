import { Injectable } from '@nestjs/common';
import type { MetricView } from '@tollgate/catalog/reader';
import { ClickHouse } from '@tollgate/platform';
import { QueryParameters } from '../usage/parts-sql.js';
import { readsField, readsNumber } from './event-errors.rules.js';

/** Transaction ids of faulty events, by kind (metering, section 2.5). */
export interface FaultyEvents {
  invalid_code: string[];
  missing_aggregation_property: string[];
  invalid_filter_values: string[];
}

/** Of each kind; a webhook with more could not be delivered. */
const maximumIds = 10_000;

/** Finds events that do not count as their sender may have meant. */
@Injectable()
export class FaultyEventsReader {
  constructor(private readonly clickhouse: ClickHouse) {}

  /** Of the events received from one instant up to another, that one left out (Unix milliseconds). */
  async find(organizationId: string, metrics: { live: MetricView[]; deletedCodes: string[] }, from: number, until: number): Promise<FaultyEvents> {
    const parameters = new QueryParameters();
    const codes = (all: string[]) => parameters.add(all, 'Array(String)');
    const ids = (condition: string) => `groupUniqArrayIf(${maximumIds})(transaction_id, ${condition})`;
    const codesOf = (wanted: (metric: MetricView) => boolean) => codes(metrics.live.filter(wanted).map(({ code }) => code));
    const [found] = await this.clickhouse.rows<FaultyEvents>(
      `select ${ids(`not has(${codes([...metrics.live.map(({ code }) => code), ...metrics.deletedCodes])}, code)`)} as invalid_code,
              ${ids(
                `(has(${codesOf(readsField)}, code) and value_text is null) or (has(${codesOf(readsNumber)}, code) and value is null)`,
              )} as missing_aggregation_property,
              ${ids(invalidFilterValues(metrics.live, parameters))} as invalid_filter_values
       from ${this.clickhouse.database}.events as event final
       where organization_id = ${parameters.add(organizationId, 'UUID')}
         and event.received_at >= fromUnixTimestamp64Milli(${parameters.add(from, 'Int64')}, 'UTC')
         and event.received_at < fromUnixTimestamp64Milli(${parameters.add(until, 'Int64')}, 'UTC')`,
      parameters.values,
    );
    return found ?? { invalid_code: [], missing_aggregation_property: [], invalid_filter_values: [] };
  }
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
