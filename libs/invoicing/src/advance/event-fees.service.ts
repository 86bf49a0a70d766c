import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { EventInAdvance, JobPayload } from '@tollgate/contracts';
import { readBillingEntity } from '@tollgate/catalog/reader';
import { AdvanceUsageReader } from '@tollgate/ingestion/reader';
import { Clock, groupBy, Jobs, Logger, Metrics, Unavailable, type Transaction } from '@tollgate/platform';
import { Decimal, invoiceBoundaries, propertyTexts } from '@tollgate/rating';
import { writeInvoice } from '../billing/invoice-writer.js';
import { InvoicingDatabase } from '../invoicing.database.js';
import { insertAdvanceEvents } from './advance-events.repository.js';
import { lockLane, nextEvents, noteFailure, removeEvents, type QueuedEvent } from './advance-queue.js';
import { chargeEvents, type ChargedFee } from './event-charging.js';
import type { ChargedEvent } from './event-rating.js';
import { writeLooseFees } from './loose-fees.js';

type Lane = Pick<JobPayload<'advance-events'>, 'organization_id' | 'lane'>;

const parallelLanes = 4;
/** Events that are charged in one transaction. */
const batchSize = 200;

/**
 * Charges events of charges paid in advance, each once (charges, section 3). Events of a lane come one after another; all
 * that a batch costs is written in one transaction with the marks that its events were charged.
 */
@Injectable()
export class EventFeesService implements OnApplicationBootstrap {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly usage: AdvanceUsageReader,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly metrics: Metrics,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.work('advance-events', (payload) => this.drain(payload), parallelLanes);
  }

  /** Charges what waits in a lane; jobs of one lane that meet do the same work once. */
  private async drain(lane: Lane): Promise<void> {
    while ((await this.chargeBatch(lane)) > 0);
  }

  /** @returns how many events were charged */
  private async chargeBatch({ organization_id: organizationId, lane }: Lane): Promise<number> {
    const now = await this.clock.now(organizationId);
    let batch: QueuedEvent[] = [];
    try {
      const invoices = await this.database.tenant(organizationId, async (transaction) => {
        await lockLane(transaction, organizationId, lane);
        batch = await nextEvents(transaction, organizationId, lane, batchSize);
        return this.charge(transaction, organizationId, batch, now);
      });
      this.count(invoices);
    } catch (error) {
      // What is away comes back; then the job is run again.
      if (error instanceof Unavailable) throw error;
      this.logger.warn('events are charged one by one', { organization_id: organizationId, lane, events: batch.length, error });
      await this.chargeOneByOne(organizationId, lane, batch, now);
    }
    return batch.length;
  }

  /** An event that cannot be charged must not hold up those behind it. @throws what is wrong with the first of them */
  private async chargeOneByOne(organizationId: string, lane: number, batch: QueuedEvent[], now: number): Promise<void> {
    const errors: unknown[] = [];
    for (const queued of batch) {
      try {
        const invoices = await this.database.tenant(organizationId, async (transaction) => {
          await lockLane(transaction, organizationId, lane);
          return this.charge(transaction, organizationId, [queued], now);
        });
        this.count(invoices);
      } catch (error) {
        if (error instanceof Unavailable) throw error;
        errors.push(error);
        const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
        const givenUp = await this.database.tenant(organizationId, (transaction) => noteFailure(transaction, queued, reason));
        if (givenUp) this.logger.error('event given up', { organization_id: organizationId, event_id: queued.event.event_id, error });
      }
    }
    if (errors.length > 0) throw errors[0];
  }

  /** @returns how many invoices were made */
  private async charge(transaction: Transaction, organizationId: string, batch: QueuedEvent[], now: number): Promise<number> {
    if (batch.length === 0) return 0;
    const charged = await chargeEvents(transaction, this.usage, organizationId, batch.map(({ event }) => readEvent(event)));
    await insertAdvanceEvents(transaction, organizationId, charged);
    await this.writeLoose(transaction, organizationId, charged.filter(({ charge }) => !charge.invoiceable), now);
    const invoiced = charged.filter(({ charge }) => charge.invoiceable);
    for (const one of invoiced) await this.writeInvoiceOf(transaction, organizationId, one, now);
    await removeEvents(transaction, batch);
    return invoiced.length;
  }

  private async writeLoose(transaction: Transaction, organizationId: string, charged: ChargedFee[], now: number): Promise<void> {
    for (const own of groupBy(charged, ({ subscriptionId }) => subscriptionId).values()) {
      const { customer, subscription } = (own[0] as ChargedFee).payer;
      const lines = own.map(({ line }) => line);
      await writeLooseFees(transaction, this.database, { organizationId, customer, currency: subscription.plan.currency, lines, now });
    }
  }

  /** The invoice of one event, final at once (charges, section 3.6). */
  private async writeInvoiceOf(transaction: Transaction, organizationId: string, { payer, event, line }: ChargedFee, now: number): Promise<void> {
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

  private count(invoices: number): void {
    if (invoices > 0) this.metrics.invoicesCreated.inc({ reason: 'in_advance_charge' }, invoices);
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
