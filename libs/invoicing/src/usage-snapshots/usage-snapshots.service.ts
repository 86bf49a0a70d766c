import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import {
  Clock,
  groupBy,
  newId,
  type Batch,
  type QueuedItem,
  type TenantTransaction,
  type Instant,
} from '@tollgate/platform';
import { InvoicingDatabase } from '../invoicing.database.js';
import type { Payer } from '../line-items/payer.js';
import { InvoicingQueues } from '../queues/invoicing-queues.js';
import type { UsageMeasure } from '../queues/usage-snapshot-queue.js';
import { CurrentUsageService, type RunningUsage } from '../usage/current-usage.service.js';
import { AlertMeasures, type AlertMeasure } from './alert-usage-snapshots.js';
import { WalletMeasures, type OwnerMeasure } from './unbilled-usage-snapshots.js';

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
    private readonly usage: CurrentUsageService,
    private readonly alerts: AlertMeasures,
    private readonly wallets: WalletMeasures,
  ) {}

  onApplicationBootstrap(): void {
    this.queues.measures.start({
      ready: (organizationId) => this.queues.awaitRuns(organizationId),
      work: async (batch) => {
        await this.measureUntilPublished(batch);
        return new Map();
      },
    });
  }

  /** Not without end: what is invoiced faster than it is measured is tried again later. */
  private async measureUntilPublished(batch: Batch<UsageMeasure>): Promise<void> {
    let left = batch.items;
    for (let looks = 0; looks < mostLooks && left.length > 0; looks++) left = await this.measure(batch, left);
    if (left.length > 0) throw new Error('usage is invoiced faster than it is measured');
  }

  /** @returns what was invoiced meanwhile: that is to be measured again */
  private async measure({ organizationId, finish }: Batch<UsageMeasure>, items: Item[]): Promise<Item[]> {
    const now = await this.clock.now(organizationId);
    const found = await this.database.tenant(organizationId, async (transaction) => ({
      alerted: await this.alerts.find(transaction, externalIdsIn(items), now),
      owners: await this.wallets.find(transaction, customerIdsIn(items)),
    }));
    const consumers = [...found.alerted, ...found.owners.flatMap(({ payers }) => payers)];
    await this.queues.awaitChargedEvents(
      organizationId,
      consumers.map(({ subscription }) => subscription),
    );
    const running = this.ratedOnce(organizationId, now);
    const [alerts, owners] = await Promise.all([
      Promise.all(found.alerted.map((one) => this.alerts.measure(organizationId, one, { running, now }))),
      Promise.all(
        found.owners.map(async ({ customerId, payers }): Promise<OwnerMeasure> => {
          const used = payers.map(async (payer) => ({ payer, usage: await running(payer) }));
          return { customerId, used: await Promise.all(used) };
        }),
      ),
    ]);
    return this.database.tenant(organizationId, async (transaction) => {
      const left = new Set([
        ...(await this.publishAlerts(transaction, alerts, now)),
        ...(await this.publishWallets(transaction, owners, now)),
      ]);
      const isLeft = ({ payload }: Item) => left.has(payload.external_subscription_id ?? payload.customer_id);
      await finish(
        transaction,
        items.filter((item) => !isLeft(item)),
      );
      return items.filter(isLeft);
    });
  }

  /** Rates the usage of a subscription once, for alerts and wallets together. */
  private ratedOnce(organizationId: string, now: Instant) {
    const rated = new Map<string, Promise<RunningUsage>>();
    return (consumer: Pick<Payer, 'customer' | 'subscription'>): Promise<RunningUsage> => {
      const { id } = consumer.subscription;
      const known = rated.get(id) ?? this.usage.measureRunning(organizationId, consumer, now);
      rated.set(id, known);
      return known;
    };
  }

  /** @returns external ids of which nothing can be told yet */
  private async publishAlerts(transaction: TenantTransaction, measures: AlertMeasure[], now: Instant): Promise<string[]> {
    const left: string[] = [];
    for (const [customerId, own] of groupBy(measures, ({ customer }) => customer.id)) {
      const subscriptions = [];
      for (const measure of own) {
        const published = await this.alerts.published(transaction, measure);
        if (published) subscriptions.push(published);
        else left.push(measure.subscription.externalId);
      }
      if (subscriptions.length > 0) await transaction.append('usage.measured', customerId, { subscriptions }, now);
    }
    return left;
  }

  /** @returns ids of customers of whom nothing can be told yet */
  private async publishWallets(transaction: TenantTransaction, measures: OwnerMeasure[], now: Instant): Promise<string[]> {
    const published = await this.wallets.published(transaction, measures);
    const entries = [...published].map(([customerId, usage]) => ({
      id: newId(),
      key: customerId,
      occurredAt: now,
      payload: { customer_id: customerId, usage },
    }));
    await transaction.appendAll('customer.unbilled_usage', entries);
    return measures.map(({ customerId }) => customerId).filter((id) => !published.has(id));
  }
}

const externalIdsIn = (items: Item[]) => items.flatMap(({ payload }) => payload.external_subscription_id ?? []);
const customerIdsIn = (items: Item[]) =>
  items.flatMap(({ payload }) => (payload.external_subscription_id === null ? [payload.customer_id] : []));
