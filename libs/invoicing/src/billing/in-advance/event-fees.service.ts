import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { EventInAdvance } from '@tollgate/contracts';
import { readBillingEntity } from '@tollgate/catalog/reader';
import { InAdvanceUsageReader, voidedAmong } from '@tollgate/ingestion/reader';
import {
  Clock,
  groupBy,
  Metrics,
  Unavailable,
  type Batch,
  type TenantTransaction,
  type Instant,
} from '@tollgate/platform';
import { Decimal, invoiceBoundaries, propertyTexts } from '@tollgate/rating';
import type { Reading } from '../../rating/in-advance-rating/usage-at-events.js';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { writeInvoice } from '../../issuing/invoice-writing/invoice.writer.js';
import type { CreditTaking } from '../../issuing/prepaid-credits/credit-taking.js';
import { CreditReservations } from '../../issuing/prepaid-credits/credit-reservations.service.js';
import { insertInAdvanceEvents } from '../../rating/in-advance-rating/in-advance-events.repository.js';
import { InvoicingQueues } from '../../model/queues/invoicing-queues.js';
import { chargePrepared, prepareCharges, type ChargedFee, type PreparedCharges } from './event-charging.js';
import type { ChargedEvent } from '../../rating/in-advance-rating/event-rating.js';
import { writeUninvoicedFees } from './uninvoiced-fees.writer.js';

/**
 * Charges events of charges in advance, each once (charges, section 3). It processes a subscription's events in order.
 * One transaction writes all fees of a batch and the marks of its events.
 */
@Injectable()
export class EventFeesService implements OnApplicationBootstrap {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly creditReservations: CreditReservations,
    private readonly usage: InAdvanceUsageReader,
    private readonly clock: Clock,
    private readonly queues: InvoicingQueues,
    private readonly metrics: Metrics,
  ) {}

  onApplicationBootstrap(): void {
    this.queues.events.start({ work: (batch) => this.chargeTogether(batch) });
  }

  private async chargeTogether({ organizationId, items, finish }: Batch<EventInAdvance>) {
    const now = await this.clock.now(organizationId);
    const payloads = items.map(({ payload }) => payload);
    const { events, charges } = await this.prepare(organizationId, payloads);
    const invoices = await this.creditReservations.runWithReservedCredits(
      organizationId,
      async (transaction, credits) => {
        if ((await voidedAmong(transaction, events)).size > 0)
          throw new Unavailable('events were voided meanwhile, try again');
        const made = await this.charge(transaction, charges, credits, now);
        await finish(transaction, items);
        return made;
      },
    );
    if (invoices > 0) this.metrics.invoicesCreated.inc({ reason: 'in_advance_charge' }, invoices);
    return new Map();
  }

  /** Prepares the charges of queued events, without those that were voided meanwhile. */
  private async prepare(organizationId: string, payloads: EventInAdvance[]) {
    const read: Reading = (work) => this.database.tenant(organizationId, work);
    const voided = await read((transaction) =>
      voidedAmong(
        transaction,
        payloads.map(({ event_id: id }) => id),
      ),
    );
    const events = payloads.filter(({ event_id: id }) => !voided.has(id)).map(readEvent);
    return {
      events: events.map(({ id }) => id),
      charges: await prepareCharges(read, organizationId, this.usage, events),
    };
  }

  /** @returns the number of new invoices */
  private async charge(
    transaction: TenantTransaction,
    prepared: PreparedCharges,
    credits: CreditTaking,
    now: Instant,
  ): Promise<number> {
    const charged = await chargePrepared(transaction, prepared);
    await insertInAdvanceEvents(transaction, charged);
    await this.writeUninvoiced(
      transaction,
      charged.filter(({ charge }) => !charge.invoiceable),
      now,
    );
    const invoiced = charged.filter(({ charge }) => charge.invoiceable);
    for (const fee of invoiced) await this.writeInvoiceOf(transaction, fee, credits, now);
    return invoiced.length;
  }

  private async writeUninvoiced(transaction: TenantTransaction, charged: ChargedFee[], now: Instant): Promise<void> {
    for (const subscriptionFees of groupBy(charged, ({ subscriptionId }) => subscriptionId).values()) {
      const { customer, subscription } = (subscriptionFees[0] as ChargedFee).payer;
      const lines = subscriptionFees.map(({ line }) => line);
      await writeUninvoicedFees(transaction, {
        organizationId: transaction.organizationId,
        customer,
        currency: subscription.plan.currency,
        lines,
        now,
      });
    }
  }

  /** Writes the invoice of one event, which is final at once (charges, section 3.6). */
  private async writeInvoiceOf(
    transaction: TenantTransaction,
    { payer, event, period, line }: ChargedFee,
    credits: CreditTaking,
    now: Instant,
  ): Promise<void> {
    const { subscription, customer } = payer;
    const at = Math.floor(event.timestamp / 1000);
    const boundaries = {
      ...invoiceBoundaries(subscription.agreement, at, customer.timezone, { currentUsage: true }),
      chargesFrom: period.from,
      chargesTo: period.to,
    };
    await writeInvoice(transaction, {
      organizationId: transaction.organizationId,
      customer,
      billingEntity: await readBillingEntity(transaction, subscription.billingEntityId ?? customer.billingEntity.id),
      subscriptions: [{ subscription, reason: 'in_advance_charge', trialEnded: false, boundaries }],
      currency: subscription.plan.currency,
      lines: [line],
      credits,
      at,
      now,
    });
  }
}

function readEvent(event: EventInAdvance): ChargedEvent {
  return {
    id: event.event_id,
    externalSubscriptionId: event.external_subscription_id,
    code: event.code,
    transactionId: event.transaction_id,
    timestamp: event.timestamp,
    receivedAt: event.received_at,
    texts: propertyTexts(JSON.parse(event.properties) as Record<string, unknown>),
    priceCents: event.precise_total_amount_cents === null ? null : new Decimal(event.precise_total_amount_cents),
  };
}
