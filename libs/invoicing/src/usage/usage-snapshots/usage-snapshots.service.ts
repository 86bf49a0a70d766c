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
import { InvoicingDatabase } from '../../invoicing.database.js';
import { InvoicingQueues } from '../../model/queues/invoicing-queues.js';
import type { UsageSnapshotRequest } from '../../model/queues/usage-snapshot-queue.js';
import { CurrentUsageService, type Consumer, type RunningUsage } from '../customer-usage/current-usage.service.js';
import { AlertUsageSnapshots, type AlertUsageSnapshot } from './alert-usage-snapshots.js';
import { UnbilledUsageSnapshots, type OwnerUsageSnapshot } from './unbilled-usage-snapshots.js';

type Item = QueuedItem<UsageSnapshotRequest>;

/** The maximum number of snapshots of usage that is invoiced meanwhile. */
const maxAttempts = 20;

/** Takes snapshots of usage for alerts and wallets, many customers at a time, and publishes them. */
@Injectable()
export class UsageSnapshots implements OnApplicationBootstrap {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly queues: InvoicingQueues,
    private readonly clock: Clock,
    private readonly usage: CurrentUsageService,
    private readonly alerts: AlertUsageSnapshots,
    private readonly wallets: UnbilledUsageSnapshots,
  ) {}

  onApplicationBootstrap(): void {
    this.queues.usageSnapshots.start({
      ready: (organizationId) => this.queues.awaitRuns(organizationId),
      work: async (batch) => {
        await this.takeUntilPublished(batch);
        return new Map();
      },
    });
  }

  /** Stops after some attempts: the job retries later when invoicing is faster than the snapshots. */
  private async takeUntilPublished(batch: Batch<UsageSnapshotRequest>): Promise<void> {
    let left = batch.items;
    for (let attempts = 0; attempts < maxAttempts && left.length > 0; attempts++) left = await this.take(batch, left);
    if (left.length > 0) throw new Error('usage is invoiced faster than it is measured');
  }

  /** @returns the items whose usage was invoiced meanwhile, which need another snapshot */
  private async take({ organizationId, finish }: Batch<UsageSnapshotRequest>, items: Item[]): Promise<Item[]> {
    const now = await this.clock.now(organizationId);
    const watchers = await this.database.tenant(organizationId, async (transaction) => ({
      alerted: await this.alerts.find(transaction, externalIdsIn(items), now),
      owners: await this.wallets.find(transaction, customerIdsIn(items), now),
    }));
    const consumers = [...watchers.alerted, ...watchers.owners.flatMap(({ payers }) => payers)];
    await this.queues.awaitChargedEvents(
      organizationId,
      consumers.map(({ subscription }) => subscription),
    );
    const running = this.ratedOnce(organizationId);
    const [alerts, owners] = await Promise.all([
      Promise.all(watchers.alerted.map((alerted) => this.alerts.take(organizationId, alerted, running))),
      Promise.all(
        watchers.owners.map(async ({ customerId, payers }): Promise<OwnerUsageSnapshot> => {
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
  private ratedOnce(organizationId: string) {
    const rated = new Map<string, Promise<RunningUsage>>();
    return (consumer: Consumer): Promise<RunningUsage> => {
      const { id } = consumer.subscription;
      const ratedUsage = rated.get(id) ?? this.usage.rateRunningAmounts(organizationId, consumer);
      rated.set(id, ratedUsage);
      return ratedUsage;
    };
  }

  /** @returns external ids without a publishable snapshot */
  private async publishAlerts(
    transaction: TenantTransaction,
    snapshots: AlertUsageSnapshot[],
    now: Instant,
  ): Promise<string[]> {
    const left: string[] = [];
    for (const [customerId, customerSnapshots] of groupBy(snapshots, ({ customer }) => customer.id)) {
      const subscriptions = [];
      for (const snapshot of customerSnapshots) {
        const published = await this.alerts.buildPayload(transaction, snapshot);
        if (published) subscriptions.push(published);
        else left.push(snapshot.subscription.externalId);
      }
      if (subscriptions.length > 0) await transaction.append('usage.measured', customerId, { subscriptions }, now);
    }
    return left;
  }

  /** @returns ids of customers without a publishable snapshot */
  private async publishWallets(
    transaction: TenantTransaction,
    snapshots: OwnerUsageSnapshot[],
    now: Instant,
  ): Promise<string[]> {
    const published = await this.wallets.buildPayloads(transaction, snapshots);
    const entries = [...published].map(([customerId, usage]) => ({
      id: newId(),
      key: customerId,
      occurredAt: now,
      payload: { customer_id: customerId, usage },
    }));
    await transaction.appendAll('customer.unbilled_usage', entries);
    return snapshots.map(({ customerId }) => customerId).filter((id) => !published.has(id));
  }
}

const externalIdsIn = (items: Item[]) => items.flatMap(({ payload }) => payload.external_subscription_id ?? []);
const customerIdsIn = (items: Item[]) =>
  items.flatMap(({ payload }) => (payload.external_subscription_id === null ? [payload.customer_id] : []));
