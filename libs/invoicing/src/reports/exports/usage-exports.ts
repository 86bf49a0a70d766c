import { Injectable } from '@nestjs/common';
import { usageKind } from '@tollgate/contracts';
import {
  awaitOwnUsage,
  CommandBus,
  exportFiltersOf,
  isoSeconds,
  mapConcurrent,
  required,
  rowsOfKind,
  type ExportPage,
  type ExportReader,
  type ExportRequest,
  type Instant,
} from '@tollgate/platform';
import { centsNumber } from '@tollgate/rating';
import { activeSubscriptionsAfter, readCustomerViews, readSubscriptions } from '@tollgate/subscription/reader';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { runningPeriods } from '../../model/billed-usage/period-histories.repository.js';
import { CurrentUsageService, type Consumer } from '../../usage/customer-usage/current-usage.service.js';

/** The maximum number of subscriptions per page: they are rated together, so that they share queries of usage. */
const mostOfPage = 50;

/** Exports usage of running periods, as of the creation of the page (docs/concepts/data.md). */
@Injectable()
export class UsageExports implements ExportReader {
  readonly name = usageKind.name;

  constructor(
    private readonly database: InvoicingDatabase,
    private readonly usage: CurrentUsageService,
    private readonly commands: CommandBus,
  ) {}

  async page(request: ExportRequest, now: Instant): Promise<ExportPage> {
    const { organization_id: organizationId, after, until, limit } = request;
    const filters = exportFiltersOf(usageKind.filters, request);
    const size = Math.min(limit, mostOfPage);
    const { consumers, last, total } = await this.database.tenant(organizationId, async (transaction) => {
      const activePage = await activeSubscriptionsAfter(transaction, filters, {
        after,
        until: new Date(until),
        limit: size,
      });
      const subscriptions = await readSubscriptions(transaction, activePage.ids);
      const customers = await readCustomerViews(transaction, [...new Set(subscriptions.map((one) => one.customerId))]);
      const active = activePage.ids.flatMap((id) => {
        const subscription = subscriptions.find((one) => one.id === id);
        const customer = subscription && customers.get(subscription.customerId);
        return subscription && customer ? [{ subscription, customer }] : [];
      });
      const running = await runningPeriods(transaction, active, now);
      return {
        consumers: active.map((one): Consumer => ({
          ...one,
          running: required(running, one.subscription.id, 'running period'),
        })),
        last: activePage.ids.length < size ? null : (activePage.ids.at(-1) ?? null),
        total: activePage.total,
      };
    });
    await awaitOwnUsage(this.commands, organizationId);
    const records = (await mapConcurrent(consumers, (consumer) => this.recordsOf(organizationId, consumer))).flat();
    return { rows: rowsOfKind(usageKind, records), walked: consumers.length, next: last, total };
  }

  private async recordsOf(organizationId: string, consumer: Consumer): Promise<object[]> {
    const { subscription, customer } = consumer;
    const { rated, period } = await this.usage.rateRunningAmounts(organizationId, consumer);
    return rated.flatMap(({ charge, buckets }) =>
      buckets.map(({ filter, groupedBy, aggregation, fee }) => ({
        external_customer_id: customer.externalId,
        external_subscription_id: subscription.externalId,
        plan_code: subscription.plan.code,
        from_datetime: isoSeconds(period.from),
        to_datetime: isoSeconds(period.to),
        billable_metric_code: charge.metric.code,
        charge_code: charge.code,
        charge_model: charge.chargeModel,
        filter: filter?.values,
        grouped_by: Object.keys(groupedBy).length === 0 ? null : groupedBy,
        units: aggregation.currentUsageUnits.toFixed(),
        events_count: aggregation.eventsCount,
        amount_cents: centsNumber(fee.amountCents),
        amount_currency: subscription.plan.currency,
      })),
    );
  }
}
