import { Injectable } from '@nestjs/common';
import type { MetricView } from '@tollgate/catalog/reader';
import { ClickHouse } from '@tollgate/platform';
import { readsField, readsNumber } from '../model/enrichment/event-errors.rules.js';
import { statementsOf } from '../model/usage-queries/aggregations/statements.js';
import { QueryParameters } from '../model/usage-queries/query-parameters.js';

/** The events of a series; instants in Unix milliseconds, both inclusive. */
export interface SeriesSelection {
  organizationId: string;
  externalSubscriptionId: string;
  from: number;
  to: number;
  granularity: 'day' | 'hour';
  /** A property of the events; undefined: no groups. */
  groupBy: string | undefined;
  mostGroups: number;
}

export interface SeriesRow {
  /** Unix seconds. */
  start: string;
  /** The value of the property; empty for events without it. */
  bucket: string;
  events: string;
  units: string;
  groups: string;
}

const startOf = { day: 'toStartOfDay(event.timestamp)', hour: 'toStartOfHour(event.timestamp)' } as const;

/** Condition for the events that count (metering, section 3.1). */
export const counted = (metric: MetricView): string => {
  if (!readsField(metric)) return '';
  return readsNumber(metric) ? 'and value is not null' : 'and value_text is not null';
};

/** Reads the usage of a subscription step by step, from its events. */
@Injectable()
export class UsageSeriesRepository {
  constructor(private readonly clickhouse: ClickHouse) {}

  /** In the order of time, the group with the most events first. @throws Unavailable */
  async read(metric: MetricView, selection: SeriesSelection): Promise<SeriesRow[]> {
    const parameters = new QueryParameters();
    const { groupBy } = selection;
    const group = groupBy === undefined ? "''" : `event.texts[${parameters.add(groupBy, 'String')}]`;
    const { series: units } = statementsOf(metric);
    const from = `from ${this.clickhouse.database}.events as event final
      where organization_id = ${parameters.add(selection.organizationId, 'UUID')}
        and external_subscription_id = ${parameters.add(selection.externalSubscriptionId, 'String')}
        and code = ${parameters.add(metric.code, 'String')} ${counted(metric)}
        and event.timestamp >= fromUnixTimestamp64Milli(${parameters.add(selection.from, 'Int64')}, 'UTC')
        and event.timestamp <= fromUnixTimestamp64Milli(${parameters.add(selection.to, 'Int64')}, 'UTC')`;
    const groups = `select ${group} as name, count() as total ${from} group by name order by total desc, name limit ${parameters.add(selection.mostGroups, 'UInt64')}`;
    return this.clickhouse.rows<SeriesRow>(
      `with (select uniqExact(${group}) ${from}) as all_groups
       select toString(toUnixTimestamp(${startOf[selection.granularity]})) as start, ${group} as bucket,
              toString(count()) as events, toString(ifNull(${units}, 0)) as units, toString(all_groups) as groups
       ${from} and ${group} in (select name from (${groups}))
       group by start, bucket order by toUInt64(start), count() desc, bucket`,
      parameters.values,
    );
  }
}
