import { Injectable } from '@nestjs/common';
import type { EventInAdvance, Message } from '@tollgate/contracts';
import { readBillingEntity } from '@tollgate/catalog/reader';
import { AdvanceUsageReader } from '@tollgate/ingestion/reader';
import { Clock, Logger, Metrics, Unavailable, type Transaction } from '@tollgate/platform';
import { Decimal, invoiceBoundaries, propertyTexts } from '@tollgate/rating';
import { writeInvoice } from '../billing/invoice-writer.js';
import { InvoicingDatabase } from '../invoicing.database.js';
import { insertAdvanceEvents, lockChargedSubscription } from './advance-events.repository.js';
import { chargeEvents, type ChargedFee } from './event-charging.js';
import type { ChargedEvent } from './event-rating.js';
import { writeLooseFees } from './loose-fees.js';

/** Events of one subscription, in the order in which they were stored. */
interface ToCharge {
  organizationId: string;
  externalSubscriptionId: string;
  events: ChargedEvent[];
  /** The organization's present time, Unix milliseconds. */
  now: number;
}

/**
 * Charges events of charges paid in advance, each once (charges, section 3). Events of a subscription come one after
 * another; all that they cost is written in one transaction with the marks that they were charged.
 */
@Injectable()
export class EventFeesService {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly usage: AdvanceUsageReader,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
    private readonly logger: Logger,
  ) {}

  async charge(message: Message<'usage.events_in_advance'>): Promise<void> {
    const { organization_id: organizationId, payload } = message;
    const toCharge: ToCharge = {
      organizationId,
      externalSubscriptionId: payload.external_subscription_id,
      events: payload.events.map(readEvent),
      now: await this.clock.now(organizationId),
    };
    let invoices = 0;
    try {
      await this.database.handleOnce(message, async (transaction) => {
        invoices = await this.chargeAll(transaction, toCharge);
      });
    } catch (error) {
      if (error instanceof Unavailable || toCharge.events.length === 1) throw error;
      await this.chargeOneByOne(toCharge, error);
      await this.database.handleOnce(message, async () => undefined);
    }
    if (invoices > 0) this.metrics.invoicesCreated.inc({ reason: 'in_advance_charge' }, invoices);
  }

  /** An event that cannot be charged must not hold up the others of its message. @throws what is wrong with the first that cannot */
  private async chargeOneByOne(toCharge: ToCharge, reason: unknown): Promise<void> {
    this.logger.warn('events are charged one by one', { external_subscription_id: toCharge.externalSubscriptionId, error: reason });
    const errors: unknown[] = [];
    for (const event of toCharge.events) {
      const one = { ...toCharge, events: [event] };
      await this.database.tenant(toCharge.organizationId, (transaction) => this.chargeAll(transaction, one)).catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 0) throw errors[0];
  }

  /** @returns how many invoices were made */
  private async chargeAll(transaction: Transaction, toCharge: ToCharge): Promise<number> {
    const { organizationId, externalSubscriptionId } = toCharge;
    await lockChargedSubscription(transaction, organizationId, externalSubscriptionId);
    const charged = await chargeEvents(transaction, this.usage, toCharge);
    await insertAdvanceEvents(transaction, organizationId, charged);
    await this.writeLoose(transaction, charged.filter(({ charge }) => !charge.invoiceable), toCharge);
    const invoiced = charged.filter(({ charge }) => charge.invoiceable);
    for (const one of invoiced) await this.writeInvoiceOf(transaction, one, toCharge);
    return invoiced.length;
  }

  private async writeLoose(transaction: Transaction, charged: ChargedFee[], { organizationId, now }: ToCharge): Promise<void> {
    for (const subscriptionId of new Set(charged.map((one) => one.subscriptionId))) {
      const own = charged.filter((one) => one.subscriptionId === subscriptionId);
      const { customer, subscription } = (own[0] as ChargedFee).payer;
      const lines = own.map(({ line }) => line);
      await writeLooseFees(transaction, this.database, { organizationId, customer, currency: subscription.plan.currency, lines, now });
    }
  }

  /** The invoice of one event, final at once (charges, section 3.6). */
  private async writeInvoiceOf(transaction: Transaction, { payer, event, line }: ChargedFee, { organizationId, now }: ToCharge): Promise<void> {
    const { subscription, customer } = payer;
    const at = Math.floor(event.timestamp / 1000);
    const boundaries = invoiceBoundaries(subscription.terms, at, customer.timezone, { currentUsage: true });
    await writeInvoice(transaction, this.database, {
      organizationId,
      customer,
      billingEntity: await readBillingEntity(transaction, organizationId, subscription.billingEntityId ?? customer.billingEntity.id),
      subscriptions: [{ subscription, reason: 'in_advance_charge', trialEnded: false, boundaries }],
      currency: subscription.plan.currency,
      lines: [line],
      at,
      now,
    });
  }
}

function readEvent(event: EventInAdvance): ChargedEvent {
  return {
    id: event.event_id,
    code: event.code,
    transactionId: event.transaction_id,
    timestamp: event.timestamp,
    receivedAt: event.received_at,
    texts: propertyTexts(JSON.parse(event.properties) as Record<string, unknown>),
    priceCents: event.precise_total_amount_cents === null ? null : new Decimal(event.precise_total_amount_cents),
  };
}
