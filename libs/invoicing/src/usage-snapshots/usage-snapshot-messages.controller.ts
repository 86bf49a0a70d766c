import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { OnMessage, type TenantTransaction } from '@tollgate/platform';
import { alertedSubscriptions } from '@tollgate/subscription/reader';
import { customersOfWallets, customersWithWallets } from '@tollgate/wallet/reader';
import { InvoicingQueues } from '../queues/invoicing-queues.js';
import { measureId, type UsageMeasure } from '../queues/usage-snapshot-queue.js';

/** What has usage measured for those who watch it (customers, section 8.3). */
@Controller()
export class MeasureMessagesController {
  constructor(private readonly queues: InvoicingQueues) {}

  @OnMessage('usage.under_alerts', 'invoicing', { inSets: true })
  async onUsage(@Payload() message: Message<'usage.under_alerts'>): Promise<void> {
    await this.measure(message, (transaction) => ofAlerts(transaction, message.payload.external_subscription_ids));
  }

  @OnMessage('subscription.alerts_changed', 'invoicing', { inSets: true })
  async onAlerts(@Payload() message: Message<'subscription.alerts_changed'>): Promise<void> {
    await this.measure(message, (transaction) => ofAlerts(transaction, [message.payload.external_subscription_id]));
  }

  @OnMessage('usage.of_wallets', 'invoicing', { inSets: true })
  async onUsageOfWallets(@Payload() message: Message<'usage.of_wallets'>): Promise<void> {
    await this.measure(message, (transaction) => ofWallets(transaction, message.payload.customer_ids));
  }

  @OnMessage('customer.invoices_changed', 'invoicing', { inSets: true })
  async onInvoices(@Payload() message: Message<'customer.invoices_changed'>): Promise<void> {
    await this.measure(message, (transaction) => ofWallets(transaction, [message.payload.customer_id]));
  }

  @OnMessage(['wallet.created', 'wallet.updated', 'wallet.terminated'], 'invoicing', { inSets: true })
  async onWallet(
    @Payload() message: Message<'wallet.created' | 'wallet.updated' | 'wallet.terminated'>,
  ): Promise<void> {
    await this.measure(message, async (transaction) =>
      ofWallets(transaction, await customersOfWallets(transaction, [message.payload.wallet_id])),
    );
  }

  /** Sorted: messages that come at the same time must not wait for each other in turns. */
  private async measure(
    message: Message,
    find: (transaction: TenantTransaction) => Promise<UsageMeasure[]>,
  ): Promise<void> {
    await this.queues.measures.accept(message, async (transaction) =>
      (await find(transaction))
        .map((payload) => ({ id: measureId(payload), payload }))
        .sort((one, other) => (one.id < other.id ? -1 : 1)),
    );
  }
}

const ofAlerts = async (transaction: TenantTransaction, externalIds: string[]): Promise<UsageMeasure[]> =>
  (await alertedSubscriptions(transaction, externalIds)).map(({ customerId, externalId }) => ({
    customer_id: customerId,
    external_subscription_id: externalId,
  }));

const ofWallets = async (transaction: TenantTransaction, customerIds: string[]): Promise<UsageMeasure[]> =>
  [...(await customersWithWallets(transaction, customerIds))].map((id) => ({
    customer_id: id,
    external_subscription_id: null,
  }));
