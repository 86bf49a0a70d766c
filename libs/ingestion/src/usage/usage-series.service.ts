import { Injectable } from '@nestjs/common';
import { seriesBounds, type UsageSeriesQuery, type UsageStep } from '@tollgate/contracts';
import { readMetricsByCode, type MetricView } from '@tollgate/catalog/reader';
import {
  Clock,
  isoSeconds,
  NotFound,
  ValidationFailed,
  type Instant,
  type TenantTransaction,
} from '@tollgate/platform';
import { Decimal } from '@tollgate/rating';
import { externalIdsOfCustomer, readSubscriptionsByExternalId } from '@tollgate/subscription/reader';
import { IngestionDatabase } from '../ingestion.database.js';
import { EventLog } from '../intake/log/event-log.js';
import { ownedSince, shownProperties } from './own-usage.rules.js';
import { UsageSeriesRepository } from './usage-series.repository.js';

const lengthMs = { day: 86_400_000, hour: 3_600_000 } as const;
const defaultSteps = { day: 30, hour: 48 } as const;

interface UsageSeries {
  usage_series: UsageStep[];
  groups_left_out: number;
}

/** The steps of a series, Unix milliseconds. */
interface Span {
  granularity: 'day' | 'hour';
  from: Instant;
  to: Instant;
}

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
  async list(organizationId: string, externalCustomerId: string, filters: UsageSeriesQuery): Promise<UsageSeries> {
    const span = await this.spanOf(organizationId, filters);
    const metric = await this.database.tenant(organizationId, async (transaction) => {
      const externalIds = await externalIdsOfCustomer(transaction, externalCustomerId);
      if (!externalIds.includes(filters.external_subscription_id ?? '')) throw new NotFound('subscription');
      return existingMetric(transaction, filters);
    });
    return this.read(organizationId, metric, filters, span);
  }

  /**
   * The usage that a customer sees of its running subscription (customers, section 3.6). The plan charges its metric,
   * and the property splits the prices.
   * @throws NotFound; ValidationFailed for another property or too many steps; Unavailable
   */
  async listOfCaller(organizationId: string, customerId: string, filters: UsageSeriesQuery): Promise<UsageSeries> {
    const span = await this.spanOf(organizationId, filters);
    const { metric, since } = await this.database.tenant(organizationId, async (transaction) => {
      const views = await readSubscriptionsByExternalId(transaction, filters.external_subscription_id ?? '');
      const running = views.find((view) => view.status === 'active' && view.customerId === customerId);
      if (!running) throw new NotFound('subscription');
      const found = await existingMetric(transaction, filters);
      if (!running.plan.charges.some((charge) => charge.metric.id === found.id)) throw new NotFound('billable_metric');
      if (filters.group_by && !shownProperties(running.plan, found).has(filters.group_by))
        throw new ValidationFailed({ group_by: ['value_is_invalid'] });
      return { metric: found, since: ownedSince(views, customerId) };
    });
    return this.read(organizationId, metric, filters, { ...span, from: Math.max(span.from, since) });
  }

  private async spanOf(organizationId: string, filters: UsageSeriesQuery): Promise<Span> {
    const granularity = filters.granularity ?? 'day';
    const to = filters.to_date?.getTime() ?? (await this.clock.now(organizationId));
    const from = filters.from_date?.getTime() ?? to - defaultSteps[granularity] * lengthMs[granularity];
    if (to - from > seriesBounds.steps * lengthMs[granularity])
      throw new ValidationFailed({ from_date: ['value_is_out_of_range'] });
    return { granularity, from, to };
  }

  private async read(
    organizationId: string,
    metric: MetricView,
    filters: UsageSeriesQuery,
    span: Span,
  ): Promise<UsageSeries> {
    await this.log.readable();
    const rows = await this.series.read(metric, {
      organizationId,
      externalSubscriptionId: filters.external_subscription_id ?? '',
      ...span,
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

/** @throws NotFound */
async function existingMetric(
  transaction: TenantTransaction,
  { billable_metric_code: code = '' }: UsageSeriesQuery,
): Promise<MetricView> {
  const metric = (await readMetricsByCode(transaction, [code])).get(code);
  if (!metric) throw new NotFound('billable_metric');
  return metric;
}
