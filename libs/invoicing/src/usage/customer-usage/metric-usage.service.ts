import { Injectable, type OnModuleInit } from '@nestjs/common';
import { findMetric } from '@tollgate/catalog/reader';
import type { CommandAnswer, CommandRequest } from '@tollgate/contracts';
import { UsageReader } from '@tollgate/ingestion/reader';
import { awaitOwnUsage, Clock, CommandBus } from '@tollgate/platform';
import { readCustomerView, readSubscriptions } from '@tollgate/subscription/reader';
import { runningPeriodOf } from '../../model/billed-usage/period-histories.repository.js';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { ratedSubscription, usageOf } from '../../model/rated-charges/rated-charge.js';

/**
 * Reports a subscription's usage of a metric in its running period, whatever its plan charges
 * (docs/concepts/entitlements.md).
 */
@Injectable()
export class MetricUsageService implements OnModuleInit {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly usage: UsageReader,
    private readonly clock: Clock,
    private readonly commands: CommandBus,
  ) {}

  onModuleInit(): void {
    this.commands.handle('invoicing', 'usage.of_metric', (request) => this.read(request));
  }

  private async read({
    organization_id: organizationId,
    subscription_id: id,
    billable_metric_id: metricId,
  }: CommandRequest<'usage.of_metric'>): Promise<CommandAnswer<'usage.of_metric'>> {
    const now = await this.clock.now(organizationId);
    const { subscription, metric, period } = await this.database.tenant(organizationId, async (transaction) => {
      const [view] = await readSubscriptions(transaction, [id]);
      const foundMetric = await findMetric(transaction, metricId);
      if (!view || !foundMetric) throw new Error(`no subscription ${id}, or no metric ${metricId}`);
      const customer = await readCustomerView(transaction, view.customerId);
      const running = await runningPeriodOf(transaction, { subscription: view, customer }, now);
      return { subscription: view, metric: foundMetric, period: running };
    });
    await awaitOwnUsage(this.commands, organizationId);
    const { from, to, durationDays } = period;
    const [groups = []] = await this.usage.aggregate(
      usageOf(ratedSubscription(organizationId, subscription), { from, to }),
      [{ metric, parts: [{ filter: null, groupKeys: [] }], carried: { durationDays, since: 0, levels: [] } }],
    );
    return { units: groups[0]?.aggregation.currentUsageUnits.toFixed() ?? '0', from, to };
  }
}
