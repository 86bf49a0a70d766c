import { Injectable } from '@nestjs/common';
import { seriesBounds, type UsageSeriesQuery, type UsageStep } from '@tollgate/contracts';
import { readMetricsByCode } from '@tollgate/catalog/reader';
import { Clock, isoSeconds, NotFound, ValidationFailed } from '@tollgate/platform';
import { Decimal } from '@tollgate/rating';
import { externalIdsOfCustomer } from '@tollgate/subscription/reader';
import { IngestionDatabase } from '../ingestion.database.js';
import { EventLog } from '../intake/log/event-log.js';
import { UsageSeriesRepository } from './usage-series.repository.js';

const lengthMs = { day: 86_400_000, hour: 3_600_000 } as const;
const defaultSteps = { day: 30, hour: 48 } as const;

/** The usage of a subscription over time. */
@Injectable()
export class UsageSeriesService {
  constructor(
    private readonly clock: Clock,
    private readonly database: IngestionDatabase,
    private readonly log: EventLog,
    private readonly series: UsageSeriesRepository,
  ) {}

  /** @throws NotFound for an unknown customer, subscription or metric; ValidationFailed for too many steps; Unavailable */
  async list(
    organizationId: string,
    externalCustomerId: string,
    filters: UsageSeriesQuery,
  ): Promise<{ usage_series: UsageStep[]; groups_left_out: number }> {
    const { external_subscription_id: subscription = '', billable_metric_code: code = '' } = filters;
    const granularity = filters.granularity ?? 'day';
    const to = filters.to_date?.getTime() ?? (await this.clock.now(organizationId));
    const from = filters.from_date?.getTime() ?? to - defaultSteps[granularity] * lengthMs[granularity];
    if (to - from > seriesBounds.steps * lengthMs[granularity])
      throw new ValidationFailed({ from_date: ['value_is_out_of_range'] });
    const metric = await this.database.tenant(organizationId, async (transaction) => {
      if (!(await externalIdsOfCustomer(transaction, externalCustomerId)).includes(subscription))
        throw new NotFound('subscription');
      return (await readMetricsByCode(transaction, [code])).get(code);
    });
    if (!metric) throw new NotFound('billable_metric');
    await this.log.readable();
    const rows = await this.series.read(metric, {
      organizationId,
      externalSubscriptionId: subscription,
      from,
      to,
      granularity,
      groupBy: filters.group_by,
      mostGroups: seriesBounds.groups,
    });
    const groups = Number(rows[0]?.groups ?? 0);
    return {
      usage_series: rows.map(({ start, bucket, events, units }) => ({
        from_datetime: isoSeconds(new Date(Number(start) * 1000)),
        group: bucket === '' ? null : bucket,
        events_count: Number(events),
        units: new Decimal(units).toFixed(),
      })),
      groups_left_out: Math.max(0, groups - seriesBounds.groups),
    };
  }
}
