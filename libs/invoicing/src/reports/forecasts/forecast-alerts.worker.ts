import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { DeviationSnapshot, ForecastSnapshot } from '@tollgate/contracts';
import { Clock, groupBy, type Batch, type Failed, type Instant, type QueuedItem } from '@tollgate/platform';
import { readWatchedLater, type WatchedLater } from '@tollgate/subscription/reader';
import { InvoicingDatabase } from '../../invoicing.database.js';
import type { ForecastRequest } from '../../model/queues/forecast-queue.js';
import { InvoicingQueues } from '../../model/queues/invoicing-queues.js';
import { Deviations } from './deviations.service.js';
import { ForecastsService } from './forecasts.service.js';

type Item = QueuedItem<ForecastRequest>;

/** The values of one request; null where no alert watches them. */
interface Measured {
  item: Item;
  forecast: ForecastSnapshot | null;
  deviation: DeviationSnapshot | null;
}

/** Forecasts subscriptions, and compares their use with its usual, where alerts watch it (customers, section 8.3). */
@Injectable()
export class ForecastAlertsWorker implements OnApplicationBootstrap {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly queues: InvoicingQueues,
    private readonly clock: Clock,
    private readonly forecasts: ForecastsService,
    private readonly deviations: Deviations,
  ) {}

  onApplicationBootstrap(): void {
    this.queues.forecasts.start({ work: (batch) => this.publish(batch) });
  }

  /** One after another, so that forecasts leave time to other calls. One that fails does not stop the others. */
  private async publish({ organizationId, items, finish }: Batch<ForecastRequest>): Promise<Failed<ForecastRequest>> {
    const now = await this.clock.now(organizationId);
    const watched = await this.database.tenant(organizationId, (transaction) =>
      readWatchedLater(
        transaction,
        items.map(({ payload }) => payload.external_subscription_id),
      ),
    );
    const failed: Failed<ForecastRequest> = new Map();
    const measured: Measured[] = [];
    for (const item of items) {
      try {
        measured.push(await this.measure(organizationId, item, watched, now));
      } catch (error) {
        failed.set(item, error);
      }
    }
    if (measured.length === 0 && failed.size > 0) throw [...failed.values()][0];
    await this.database.tenant(organizationId, async (transaction) => {
      for (const [customerId, ofCustomer] of groupBy(measured, ({ item }) => item.payload.customer_id)) {
        const forecasts = ofCustomer.flatMap(({ forecast }) => forecast ?? []);
        const deviations = ofCustomer.flatMap(({ deviation }) => deviation ?? []);
        if (forecasts.length > 0)
          await transaction.append('usage.forecast', customerId, { subscriptions: forecasts }, now);
        if (deviations.length > 0)
          await transaction.append('usage.deviation', customerId, { subscriptions: deviations }, now);
      }
      await finish(
        transaction,
        measured.map(({ item }) => item),
      );
    });
    return failed;
  }

  private async measure(
    organizationId: string,
    item: Item,
    watched: ReadonlyMap<string, WatchedLater>,
    now: Instant,
  ): Promise<Measured> {
    const externalId = item.payload.external_subscription_id;
    const later = watched.get(externalId);
    const metricIds = later?.deviatingMetricIds ?? new Set();
    return {
      item,
      forecast: later?.forecast ? await this.forecastOf(organizationId, externalId, now) : null,
      deviation: metricIds.size > 0 ? await this.deviations.of(organizationId, externalId, metricIds, now) : null,
    };
  }

  private async forecastOf(organizationId: string, externalId: string, now: Instant): Promise<ForecastSnapshot | null> {
    const projection = await this.forecasts.project(organizationId, externalId, now);
    return (
      projection && {
        subscription_id: projection.subscriptionId,
        external_subscription_id: externalId,
        period_from: projection.periodFrom,
        projected_amount: String(projection.totalCents),
      }
    );
  }
}
