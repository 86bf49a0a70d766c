import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { OnMessage, type TenantTransaction } from '@tollgate/platform';
import { alertedSubscriptions } from '@tollgate/subscription/reader';
import { customersOfWallets, customersWithWallets } from '@tollgate/wallet/reader';
import { InvoicingQueues } from '../../model/queues/invoicing-queues.js';
import { snapshotRequestId, type UsageSnapshotRequest } from '../../model/queues/usage-snapshot-queue.js';

/** Requests usage snapshots for alerts and wallets (customers, section 8.3). */
@Controller()
export class UsageSnapshotMessagesController {
  constructor(private readonly queues: InvoicingQueues) {}

  @OnMessage('usage.under_alerts', 'invoicing', { inSets: true })
  async onUsage(@Payload() message: Message<'usage.under_alerts'>): Promise<void> {
    await this.requestSnapshots(message, (transaction) =>
      requestsForAlerts(transaction, message.payload.external_subscription_ids),
    );
  }

  @OnMessage('subscription.alerts_changed', 'invoicing', { inSets: true })
  async onAlerts(@Payload() message: Message<'subscription.alerts_changed'>): Promise<void> {
    await this.requestSnapshots(message, (transaction) =>
      requestsForAlerts(transaction, [message.payload.external_subscription_id]),
    );
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

const requestsForAlerts = async (
  transaction: TenantTransaction,
  externalIds: string[],
): Promise<UsageSnapshotRequest[]> =>
  (await alertedSubscriptions(transaction, externalIds)).map(({ customerId, externalId }) => ({
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
