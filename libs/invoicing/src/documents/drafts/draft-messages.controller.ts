import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { planWithCopies } from '@tollgate/catalog/reader';
import type { Message } from '@tollgate/contracts';
import { Clock, Jobs, OnMessage, type TenantTransaction } from '@tollgate/platform';
import { DAY, localDate } from '@tollgate/rating';
import { findSubscriptionsAt, readSubscriptionsByExternalId } from '@tollgate/subscription/reader';
import { InvoicingQueues } from '../../model/queues/invoicing-queues.js';
import { terminateAppliedCoupons } from '../../model/coupons/applied-coupons.repository.js';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { tables } from '../../model/invoicing.tables.js';
import { UntaxedInvoices } from '../../issuing/pending-taxes/untaxed-invoices.service.js';
import { finalizationAfterDeletion } from '../../issuing/invoice-writing/invoice.writer.js';
import { markDaysStale } from '../../model/figures/stale-days.repository.js';
import { chosenDrafts, markDrafts, releaseDrafts } from '../../model/invoices/draft-marks.repository.js';

/**
 * Applies changes of plans, metrics, taxes and customers to drafts (invoices, section 9.5; customers, sections 2.8 and
 * 16.1).
 */
@Controller()
export class DraftMessagesController {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly queues: InvoicingQueues,
    private readonly untaxed: UntaxedInvoices,
  ) {}

  @OnMessage(['plan.updated', 'plan.charges_changed', 'plan.subscriptions_moved'], 'invoicing')
  async onPlanChanged(
    @Payload() message: Message<'plan.updated' | 'plan.charges_changed' | 'plan.subscriptions_moved'>,
  ): Promise<void> {
    const { organization_id: organizationId, payload } = message;
    const now = await this.clock.now(organizationId);
    await this.database.handleOnce(message, async (transaction) => {
      await markDrafts(transaction, { planIds: await planWithCopies(transaction, payload.plan_id) }, now);
    });
  }

  /** A metric or a tax may affect any plan and customer. */
  @OnMessage(['billable_metric.updated', 'billable_metric.deleted', 'tax.changed'], 'invoicing')
  async onPricesChanged(
    @Payload() message: Message<'billable_metric.updated' | 'billable_metric.deleted' | 'tax.changed'>,
  ): Promise<void> {
    const now = await this.clock.now(message.organization_id);
    await this.database.handleOnce(message, (transaction) => markDrafts(transaction, {}, now));
  }

  /** The result of a VAT check may change the customer's taxes, and invoices may have waited for it. */
  @OnMessage('customer.vies_check', 'invoicing')
  async onVatChecked(@Payload() message: Message<'customer.vies_check'>): Promise<void> {
    const { organization_id: organizationId, payload } = message;
    const now = await this.clock.now(organizationId);
    await this.untaxed.wake(message);
    await this.database.handleOnce(message, async (transaction) => {
      await markDrafts(transaction, { customerId: payload.customer_id }, now);
      await releaseDrafts(transaction, payload.customer_id, now);
    });
  }

  /** Removes a voided event from the queue, and marks the drafts of its customer. */
  @OnMessage('event.voided', 'invoicing')
  async onEventVoided(@Payload() message: Message<'event.voided'>): Promise<void> {
    const { organization_id: organizationId, payload } = message;
    const now = await this.clock.now(organizationId);
    await this.database.handleOnce(message, async (transaction) => {
      await this.queues.events.drop(transaction, payload.event_id);
      const subscriptions = await readSubscriptionsByExternalId(transaction, payload.external_subscription_id);
      for (const customerId of new Set(subscriptions.map((subscription) => subscription.customerId)))
        await markDrafts(transaction, { customerId }, now);
      await this.markStaleFrom(transaction, payload);
    });
    await this.queues.requestDayComputation(organizationId);
  }

  /** Marks days stale from the day of the event; in the customer's time zone, that may be the day before that in UTC. */
  private async markStaleFrom(
    transaction: TenantTransaction,
    { external_subscription_id: externalId, timestamp }: Message<'event.voided'>['payload'],
  ): Promise<void> {
    const at = Math.floor(timestamp / 1000);
    const [subscription] = await findSubscriptionsAt(transaction, [{ externalId, at }]);
    const from = localDate(at - DAY, 'UTC');
    if (subscription) await markDaysStale(transaction, [{ subscriptionId: subscription.id, from }]);
  }

  /** Finalizes the drafts of a deleted plan at once; later invoices of it are final from the start. */
  @OnMessage('plan.subscriptions_ended', 'invoicing')
  async onPlanEnded(@Payload() message: Message<'plan.subscriptions_ended'>): Promise<void> {
    const { organization_id, request_id, payload } = message;
    const drafts = await this.database.tenant(organization_id, async (transaction) =>
      chosenDrafts(transaction, {
        planIds: await planWithCopies(transaction, payload.plan_id),
      }).execute(),
    );
    // Queues the jobs before it marks the message as handled: after an interruption it queues them again under the same
    // ids.
    for (const { id } of drafts)
      await this.jobs.add('invoice-finalization', { organization_id, request_id, invoice_id: id }, { id });
    await this.database.handleOnce(message, () => Promise.resolve());
  }

  @OnMessage('customer.deleted', 'invoicing')
  async onCustomerDeleted(@Payload() message: Message<'customer.deleted'>): Promise<void> {
    const { organization_id: organizationId, payload } = message;
    const now = await this.clock.now(organizationId);
    await this.untaxed.wake(message);
    await this.database.handleOnce(message, async (transaction) => {
      await tables(transaction)
        .updateTable('invoicing.invoices')
        .set({ finalize_at: finalizationAfterDeletion(now) })
        .where('id', 'in', chosenDrafts(transaction, { customerId: payload.customer_id }))
        .execute();
      await terminateAppliedCoupons(transaction, 'customer_id', payload.customer_id, now);
    });
  }
}
