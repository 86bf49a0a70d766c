import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { planWithCopies } from '@tollgate/catalog/reader';
import { OnMessage, type TenantTransaction } from '@tollgate/platform';
import { activeSubscriptionIdsOfPlans, findActiveSubscriptionId } from '@tollgate/subscription/reader';
import { InvoicingQueues } from '../../model/queues/invoicing-queues.js';

/** Queues checks of subscriptions' usage against their thresholds (charges, section 7.2). */
@Controller()
export class ThresholdMessagesController {
  constructor(private readonly queues: InvoicingQueues) {}

  @OnMessage('usage.under_thresholds', 'invoicing')
  async onUsage(@Payload() message: Message<'usage.under_thresholds'>): Promise<void> {
    await this.record(message, async (transaction) => {
      const id = await findActiveSubscriptionId(transaction, message.payload.external_subscription_id);
      return id ? [id] : [];
    });
  }

  @OnMessage(['subscription.thresholds_changed', 'subscription.usage_invoiced'], 'invoicing')
  async onSubscription(
    @Payload() message: Message<'subscription.thresholds_changed' | 'subscription.usage_invoiced'>,
  ): Promise<void> {
    await this.record(message, async () => [message.payload.subscription_id]);
  }

  @OnMessage('plan.thresholds_changed', 'invoicing')
  async onPlan(@Payload() message: Message<'plan.thresholds_changed'>): Promise<void> {
    const { payload } = message;
    await this.record(message, async (transaction) =>
      activeSubscriptionIdsOfPlans(transaction, await planWithCopies(transaction, payload.plan_id)),
    );
  }

  /** Sorts the checks, which prevents deadlocks between concurrent messages. */
  private async record(message: Message, find: (transaction: TenantTransaction) => Promise<string[]>): Promise<void> {
    await this.queues.checks.accept(message, async (transaction) =>
      (await find(transaction)).sort().map((id) => ({ id, payload: { subscription_id: id } })),
    );
  }
}
