import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message, MessageType } from '@tollgate/contracts';
import { planWithCopies } from '@tollgate/catalog/reader';
import { Jobs, newId, OnMessage, type Transaction } from '@tollgate/platform';
import { activeSubscriptionIdsOfPlans, findActiveSubscriptionId } from '@tollgate/subscription/reader';
import { InvoicingDatabase } from '../invoicing.database.js';
import { recordChecks } from './threshold-checks.repository.js';

/** What has the usage of subscriptions checked against their thresholds (charges, section 7.2). */
@Controller()
export class ThresholdMessagesController {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly jobs: Jobs,
  ) {}

  @OnMessage('usage.under_thresholds', 'invoicing')
  async onUsage(@Payload() message: Message<'usage.under_thresholds'>): Promise<void> {
    await this.record(message, async (transaction) => {
      const id = await findActiveSubscriptionId(
        transaction,
        message.organization_id,
        message.payload.external_subscription_id,
      );
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
    const { organization_id: organizationId, payload } = message;
    await this.record(message, async (transaction) =>
      activeSubscriptionIdsOfPlans(
        transaction,
        organizationId,
        await planWithCopies(transaction, organizationId, payload.plan_id),
      ),
    );
  }

  /** The jobs are queued before the message counts as handled: cut off in between, it queues them again. */
  private async record<T extends MessageType>(
    message: Message<T>,
    find: (transaction: Transaction) => Promise<string[]>,
  ): Promise<void> {
    const { organization_id, request_id } = message;
    const ids = await this.database.tenant(organization_id, async (transaction) =>
      recordChecks(transaction, organization_id, message.id, await find(transaction)),
    );
    for (const id of ids)
      await this.jobs.add('threshold-check', { organization_id, request_id, subscription_id: id }, { id: newId() });
    await this.database.handleOnce(message, async () => undefined);
  }
}
