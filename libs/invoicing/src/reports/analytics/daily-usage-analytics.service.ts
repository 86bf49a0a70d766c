import { Injectable } from '@nestjs/common';
import type { analyticRoutes, DailyUsage, DailyUsageFilters } from '@tollgate/contracts';
import { readMetricCodes } from '@tollgate/catalog/reader';
import { readOrganization } from '@tollgate/identity/reader';
import { Clock, isoSeconds, isoSecondsOrNull, type AnswerOf, type Instant } from '@tollgate/platform';
import { centsNumber, Decimal, decimalText, localDate } from '@tollgate/rating';
import { completeTo } from '../../usage/daily-usages/daily-usage.rules.js';
import { DailyUsages } from '../../usage/daily-usages/daily-usages.service.js';
import { readProgress } from '../../usage/daily-usages/usage-progress.repository.js';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { readUsageFigures, type UsageFigure, type UsageRequest } from './daily-usage-figures.repository.js';
import { monthsBefore } from './months.rules.js';

type UsageByDays = AnswerOf<typeof analyticRoutes.usage>;

const monthsOfAYear = 12;
const units = { daily: 'day', weekly: 'week', monthly: 'month' } as const;

/** Usage by days, weeks or months, from the stored days (customers, section 12.2). */
@Injectable()
export class DailyUsageAnalytics {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly clock: Clock,
    private readonly dailyUsages: DailyUsages,
  ) {}

  /**
   * Reads the stored days. Events of a sandbox may date from long ago, so it first requests another computation and
   * waits briefly.
   */
  async usage(organizationId: string, filters: DailyUsageFilters): Promise<UsageByDays> {
    const { sandbox } = await this.database.tenant(organizationId, readOrganization);
    if (sandbox) await this.dailyUsages.refresh(organizationId);
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      // Read before the figures, so that it never claims more than they contain.
      const progress = await readProgress(transaction);
      const figures = await readUsageFigures(transaction, usageRequestOf(filters, now));
      const deleted = new Set((await readMetricCodes(transaction)).deletedCodes);
      return {
        usages: figures.map((figure) => present(organizationId, figure, deleted)),
        complete_to_datetime: progress && isoSeconds(completeTo(progress)),
        last_usage_sync_at: isoSecondsOrNull(progress?.computedAt ?? null),
      };
    });
  }
}

function usageRequestOf(filters: DailyUsageFilters, now: Instant): UsageRequest {
  const to = filters.to_date ?? localDate(now, 'UTC');
  return {
    unit: units[filters.time_granularity ?? 'daily'],
    from: filters.from_date ?? monthsBefore(to, monthsOfAYear),
    to,
    currency: filters.currency?.toUpperCase() ?? null,
    externalId: filters.external_customer_id ?? null,
    type: filters.customer_type ?? null,
    country: filters.customer_country?.toUpperCase() ?? null,
    externalSubscriptionId: filters.external_subscription_id ?? null,
    recurring: filters.is_billable_metric_recurring ?? null,
    planCode: filters.plan_code ?? null,
    metricCode: filters.billable_metric_code ?? null,
  };
}

const present = (organizationId: string, figure: UsageFigure, deletedCodes: Set<string>): DailyUsage => ({
  organization_id: organizationId,
  start_of_period_dt: figure.from,
  end_of_period_dt: figure.to,
  billable_metric_code: figure.metric_code,
  units: decimalText(new Decimal(figure.units)),
  amount_cents: centsNumber(BigInt(figure.amount_cents)),
  amount_currency: figure.currency,
  is_billable_metric_deleted: deletedCodes.has(figure.metric_code),
});
