import { Injectable } from '@nestjs/common';
import type { Message } from '@tollgate/contracts';
import { readBillingEntity, type ChargeView } from '@tollgate/catalog/reader';
import { AdvanceUsageReader } from '@tollgate/ingestion/reader';
import { Clock, Metrics, type Transaction } from '@tollgate/platform';
import { Decimal, invoiceBoundaries, propertyTexts, usagePeriod, type UsagePeriod } from '@tollgate/rating';
import { writeInvoice } from '../billing/invoice-writer.js';
import type { NewFee } from '../billing/new-invoice.js';
import { InvoicingDatabase } from '../invoicing.database.js';
import { highWaterOf, insertAdvanceEvent, isCharged, lockChargedSubscription } from './advance-events.repository.js';
import { earlierEventsOf } from './earlier-events.js';
import { bucketOfEvent, isChargeable, rateEvent, type ChargedEvent } from './event-rating.js';
import { eventFeeLine, type AdvancePayer } from './fee-lines.js';
import { writeLooseFees } from './loose-fees.js';
import { findPayerAt } from './payer.js';

interface Charging {
  organizationId: string;
  payer: AdvancePayer;
  event: ChargedEvent;
  period: UsagePeriod & { timezone: string };
  /** The organization's present time, Unix milliseconds. */
  now: number;
}

/**
 * Charges events of charges paid in advance, each once (charges, section 3). Events of a subscription come one after
 * another; all that an event costs is written in one transaction with the mark that it was charged.
 */
@Injectable()
export class EventFeesService {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly usage: AdvanceUsageReader,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  async charge(message: Message<'usage.event_in_advance'>): Promise<void> {
    const { organization_id: organizationId, payload } = message;
    const now = await this.clock.now(organizationId);
    const invoices = { made: 0 };
    await this.database.handleOnce(message, async (transaction) => {
      await lockChargedSubscription(transaction, organizationId, payload.external_subscription_id);
      const event = readEvent(payload);
      const payer = await findPayerAt(transaction, organizationId, payload.external_subscription_id, Math.floor(event.timestamp / 1000));
      if (!payer) return;
      const { subscription, customer } = payer;
      const period = { ...usagePeriod(subscription.terms, Math.floor(event.timestamp / 1000), customer.timezone), timezone: customer.timezone };
      const charges = subscription.plan.charges.filter((charge) => charge.payInAdvance && charge.metric.code === payload.code && isChargeable(charge, event.texts));
      for (const charge of charges) invoices.made += await this.chargeOnce(transaction, charge, { organizationId, payer, event, period, now });
    });
    if (invoices.made > 0) this.metrics.invoicesCreated.inc({ reason: 'in_advance_charge' }, invoices.made);
  }

  /** @returns how many invoices were made */
  private async chargeOnce(transaction: Transaction, charge: ChargeView, charging: Charging): Promise<number> {
    const { organizationId, payer, event, period, now } = charging;
    const { subscription, customer } = payer;
    if (await isCharged(transaction, subscription.id, charge.id, event.transactionId)) return 0;
    const bucket = bucketOfEvent(charge, event.texts);
    const part = { subscriptionId: subscription.id, chargeId: charge.id, bucket };
    const { currency } = subscription.plan;
    const rated = rateEvent({
      charge, bucket, event, period, currency,
      state: await highWaterOf(transaction, part, period),
      earlier: await earlierEventsOf(this.usage, { organizationId, externalSubscriptionId: subscription.externalId, from: period.from }, charge, bucket, event),
    });
    await insertAdvanceEvent(transaction, organizationId, part, event, rated);
    const line = eventFeeLine(payer, charge, bucket, rated.fee, period, event.transactionId);
    if (!charge.invoiceable) {
      await writeLooseFees(transaction, this.database, { organizationId, customer, currency, lines: [line], now });
      return 0;
    }
    await this.writeInvoiceOf(transaction, line, charging);
    return 1;
  }

  /** The invoice of one event, final at once (charges, section 3.6). */
  private async writeInvoiceOf(transaction: Transaction, line: NewFee, { organizationId, payer, event, now }: Charging): Promise<void> {
    const { subscription, customer } = payer;
    const at = Math.floor(event.timestamp / 1000);
    const boundaries = invoiceBoundaries(subscription.terms, at, customer.timezone, { currentUsage: true });
    const { currency } = subscription.plan;
    await writeInvoice(transaction, this.database, {
      organizationId,
      customer,
      billingEntity: await readBillingEntity(transaction, organizationId, subscription.billingEntityId ?? customer.billingEntity.id),
      subscriptions: [{ subscription, reason: 'in_advance_charge', trialEnded: false, boundaries }],
      currency,
      lines: [line],
      at,
      now,
    });
  }
}

function readEvent(payload: Message<'usage.event_in_advance'>['payload']): ChargedEvent {
  return {
    id: payload.event_id,
    transactionId: payload.transaction_id,
    timestamp: payload.timestamp,
    receivedAt: payload.received_at,
    texts: propertyTexts(JSON.parse(payload.properties) as Record<string, unknown>),
    priceCents: payload.precise_total_amount_cents === null ? null : new Decimal(payload.precise_total_amount_cents),
  };
}
