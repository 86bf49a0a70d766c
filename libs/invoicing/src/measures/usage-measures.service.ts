import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock, groupBy, type Batch, type QueuedItem } from '@tollgate/platform';
import { InvoicingDatabase } from '../invoicing.database.js';
import { InvoicingQueues } from '../queues/invoicing-queues.js';
import type { UsageMeasure } from '../queues/measure-queue.js';
import { AlertMeasures } from './alert-measures.js';

type Item = QueuedItem<UsageMeasure>;

/** How often usage is measured again that is invoiced meanwhile. */
const mostLooks = 20;

/** Measures usage for those who watch it, many customers at a time, and tells them. */
@Injectable()
export class UsageMeasures implements OnApplicationBootstrap {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly queues: InvoicingQueues,
    private readonly clock: Clock,
    private readonly alerts: AlertMeasures,
  ) {}

  onApplicationBootstrap(): void {
    this.queues.measures.start({
      work: async (batch) => {
        await this.measureUntilTold(batch);
        return new Map();
      },
    });
  }

  /** Not without end: what is invoiced faster than it is measured is tried again later. */
  private async measureUntilTold(batch: Batch<UsageMeasure>): Promise<void> {
    let left = batch.items;
    for (let looks = 0; looks < mostLooks && left.length > 0; looks++) left = await this.measure(batch, left);
    if (left.length > 0) throw new Error('usage is invoiced faster than it is measured');
  }

  /** @returns what was invoiced meanwhile: that is to be measured again */
  private async measure({ organizationId, finish }: Batch<UsageMeasure>, items: Item[]): Promise<Item[]> {
    const now = await this.clock.now(organizationId);
    const externalIds = items.flatMap(({ payload }) => payload.external_subscription_id ?? []);
    const alerted = await this.database.tenant(organizationId, (transaction) =>
      this.alerts.find(transaction, externalIds),
    );
    await this.queues.awaitChargedEvents(
      organizationId,
      alerted.map(({ subscription }) => subscription),
    );
    const measures = await Promise.all(alerted.map((one) => this.alerts.measure(organizationId, one, now)));
    return this.database.tenant(organizationId, async (transaction) => {
      const outdated = new Set<string>();
      for (const [customerId, own] of groupBy(measures, ({ customer }) => customer.id)) {
        const told = await Promise.all(own.map((measure) => this.alerts.told(transaction, measure)));
        own
          .filter((_, index) => told[index] === null)
          .forEach(({ subscription }) => outdated.add(subscription.externalId));
        const subscriptions = told.filter((one) => one !== null);
        if (subscriptions.length > 0) await transaction.append('usage.measured', customerId, { subscriptions }, now);
      }
      const isLeft = ({ payload }: Item) => outdated.has(payload.external_subscription_id ?? '');
      await finish(
        transaction,
        items.filter((item) => !isLeft(item)),
      );
      return items.filter(isLeft);
    });
  }
}
