import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { readOrganization } from '@tollgate/identity/reader';
import { Batcher, OnMessage, Semaphore, type RequestedWork, type TenantTransaction } from '@tollgate/platform';
import { alertedSubscriptions, type AlertedSubscription } from '@tollgate/subscription/reader';
import { customersOfWallets, customersWithWallets } from '@tollgate/wallet/reader';
import { InvoicingDatabase } from '../../invoicing.database.js';
import type { ForecastRequest } from '../../model/queues/forecast-queue.js';
import { InvoicingQueues } from '../../model/queues/invoicing-queues.js';
import { snapshotRequestId, type UsageSnapshotRequest } from '../../model/queues/usage-snapshot-queue.js';

/** Events within this time lead to one forecast of a subscription. A sandbox has less patience. */
const forecastDelayMs = 50_000;
const sandboxDelayMs = 1_000;
/** Organizations whose requests are stored at once; each holds a connection. */
const organizationsAtOnce = 4;

/** A message with the external ids whose usage or alerts changed. */
interface UsageUnderAlerts {
  message: Message;
  externalIds: string[];
}

/** Requests usage snapshots for alerts and wallets, and forecasts for alerts (customers, section 8.3). */
@Controller()
export class UsageSnapshotMessagesController {
  /** Concurrent messages of an organization share a transaction. */
  private readonly forecasts = new Batcher<UsageUnderAlerts, number | null>(
    (usages) => this.putForecasts(usages),
    new Semaphore(organizationsAtOnce),
  );

  constructor(
    private readonly database: InvoicingDatabase,
    private readonly queues: InvoicingQueues,
  ) {}

  @OnMessage('usage.under_alerts', 'invoicing', { inSets: true })
  async onUsage(@Payload() message: Message<'usage.under_alerts'>): Promise<void> {
    await this.requestForAlerts(message, message.payload.external_subscription_ids);
  }

  @OnMessage('subscription.alerts_changed', 'invoicing', { inSets: true })
  async onAlerts(@Payload() message: Message<'subscription.alerts_changed'>): Promise<void> {
    await this.requestForAlerts(message, [message.payload.external_subscription_id]);
  }

  @OnMessage('usage.of_wallets', 'invoicing', { inSets: true })
  async onUsageOfWallets(@Payload() message: Message<'usage.of_wallets'>): Promise<void> {
    await this.requestSnapshots(message, (transaction) =>
      requestsForWallets(transaction, message.payload.customer_ids),
    );
  }

  @OnMessage('customer.invoices_changed', 'invoicing', { inSets: true })
  async onInvoices(@Payload() message: Message<'customer.invoices_changed'>): Promise<void> {
    await this.requestSnapshots(message, (transaction) =>
      requestsForWallets(transaction, [message.payload.customer_id]),
    );
  }

  @OnMessage(['wallet.created', 'wallet.updated', 'wallet.terminated'], 'invoicing', { inSets: true })
  async onWallet(
    @Payload() message: Message<'wallet.created' | 'wallet.updated' | 'wallet.terminated'>,
  ): Promise<void> {
    await this.requestSnapshots(message, async (transaction) =>
      requestsForWallets(transaction, await customersOfWallets(transaction, [message.payload.wallet_id])),
    );
  }

  /** Requests snapshots and, where alerts watch them, forecasts and deviations, which follow later. */
  private async requestForAlerts(message: Message, externalIds: string[]): Promise<void> {
    // Before the message counts as handled, so that an interruption repeats it.
    const delayMs = await this.forecasts.add(message.organization_id, { message, externalIds });
    await this.requestSnapshots(message, (transaction) => requestsForAlerts(transaction, externalIds));
    if (delayMs !== null) await this.queues.wakeForecasts(message.organization_id, delayMs);
  }

  /** Stores the requests of concurrent messages. @returns for each the delay of their job; null without a request */
  private async putForecasts(usages: UsageUnderAlerts[]): Promise<(number | null)[]> {
    const [{ message }] = usages as [UsageUnderAlerts];
    return this.database.tenant(message.organization_id, async (transaction) => {
      const externalIds = [...new Set(usages.flatMap((usage) => usage.externalIds))];
      const watched = await alertedSubscriptions(transaction, externalIds, ['forecast', 'deviation']);
      if (watched.length === 0) return usages.map(() => null);
      const work = usages.map((usage) => forecastsOf(watched, usage));
      // One order prevents deadlocks between processes.
      await this.queues.forecasts.put(transaction, work.flat().sort(byId));
      const delayMs = (await readOrganization(transaction)).sandbox ? sandboxDelayMs : forecastDelayMs;
      return work.map((requests) => (requests.length > 0 ? delayMs : null));
    });
  }

  /** Sorts the requests, which prevents deadlocks between concurrent messages. */
  private async requestSnapshots(
    message: Message,
    find: (transaction: TenantTransaction) => Promise<UsageSnapshotRequest[]>,
  ): Promise<void> {
    await this.queues.usageSnapshots.accept(message, async (transaction) =>
      (await find(transaction))
        .map((payload) => ({ id: snapshotRequestId(payload), payload }))
        .sort((one, other) => (one.id < other.id ? -1 : 1)),
    );
  }
}

const byId = (one: { id: string }, other: { id: string }): number => (one.id < other.id ? -1 : 1);

const forecastsOf = (
  watched: AlertedSubscription[],
  { message, externalIds }: UsageUnderAlerts,
): RequestedWork<ForecastRequest>[] =>
  watched
    .filter(({ externalId }) => externalIds.includes(externalId))
    .map(({ customerId, externalId }) => ({
      id: externalId,
      payload: { customer_id: customerId, external_subscription_id: externalId },
      requestedBy: message.id,
    }));

const requestsForAlerts = async (
  transaction: TenantTransaction,
  externalIds: string[],
): Promise<UsageSnapshotRequest[]> =>
  (await alertedSubscriptions(transaction, externalIds, ['usage'])).map(({ customerId, externalId }) => ({
    customer_id: customerId,
    external_subscription_id: externalId,
  }));

const requestsForWallets = async (
  transaction: TenantTransaction,
  customerIds: string[],
): Promise<UsageSnapshotRequest[]> =>
  [...(await customersWithWallets(transaction, customerIds))].map((id) => ({
    customer_id: id,
    external_subscription_id: null,
  }));
