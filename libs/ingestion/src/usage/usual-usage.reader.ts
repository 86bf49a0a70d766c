import { Injectable } from '@nestjs/common';
import type { MetricView } from '@tollgate/catalog/reader';
import { ClickHouse, type Instant } from '@tollgate/platform';
import { Decimal } from '@tollgate/rating';
import { statementsOf } from '../model/usage-queries/aggregations/statements.js';
import { ofSubject } from '../model/usage-queries/parts-sql.js';
import { QueryParameters } from '../model/usage-queries/query-parameters.js';
import { counted } from './usage-series.repository.js';

/** The use of a metric on a day, and in one of its hours. */
export interface DayUse {
  units: Decimal;
  events: number;
}

/** The use by the dates of days, `YYYY-MM-DD` in their time zone; days without use are absent. */
export interface UsualUsage {
  days: Map<string, DayUse>;
  hours: Map<string, DayUse>;
}

/** Some days, and an hour of each. */
export interface DaysAndHour {
  dates: string[];
  timezone: string;
  /** From 0 to 23, in the time zone. */
  hour: number;
  /** Unix milliseconds, both inclusive, around all days; later events do not count. */
  from: Instant;
  to: Instant;
}

interface UseRow {
  kind: 'day' | 'hour';
  date: string;
  events: string;
  units: string;
}

/** Reads how a subscription uses a metric on the same days of weeks, and in the same hours of those days. */
@Injectable()
export class UsualUsageReader {
  constructor(private readonly clickhouse: ClickHouse) {}

  /** Reads all days of one metric in one statement. @throws Unavailable */
  async read(
    usage: { organizationId: string; externalSubscriptionId: string },
    metric: MetricView,
    { dates, timezone, hour, from, to }: DaysAndHour,
  ): Promise<UsualUsage> {
    const parameters = new QueryParameters();
    const zone = parameters.add(timezone, 'String');
    const source = `from ${this.clickhouse.database}.events as event final
      where ${ofSubject(usage, metric.code, parameters)} ${counted(metric)}
        and event.timestamp >= fromUnixTimestamp64Milli(${parameters.add(from, 'Int64')}, 'UTC')
        and event.timestamp <= fromUnixTimestamp64Milli(${parameters.add(to, 'Int64')}, 'UTC')
        and toString(toDate(event.timestamp, ${zone})) in ${parameters.add(dates, 'Array(String)')}`;
    const use = (kind: UseRow['kind'], further: string) =>
      `select '${kind}' as kind, toString(toDate(event.timestamp, ${zone})) as date, toString(count()) as events,
              toString(ifNull(${statementsOf(metric).series}, 0)) as units
       ${source} ${further} group by date`;
    const isHour = `and toHour(event.timestamp, ${zone}) = ${parameters.add(hour, 'UInt64')}`;
    const rows = await this.clickhouse.rows<UseRow>(
      `${use('day', '')} union all ${use('hour', isHour)}`,
      parameters.values,
    );
    const byDate = (requested: UseRow['kind']) =>
      new Map(
        rows
          .filter(({ kind }) => kind === requested)
          .map(({ date, events, units }) => [date, { units: new Decimal(units), events: Number(events) }]),
      );
    return { days: byDate('day'), hours: byDate('hour') };
  }
}
