import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { messages, type EventInAdvance, type JobPayload } from '@tollgate/contracts';
import { readBillingEntity } from '@tollgate/catalog/reader';
import { InAdvanceUsageReader, voidedAmong } from '@tollgate/ingestion/reader';
import {
  Clock,
  groupBy,
  Jobs,
  Logger,
  Metrics,
  newId,
  Parked,
  parkedReasonOf,
  type ParkedRow,
  type Transaction,
} from '@tollgate/platform';
import { Decimal, invoiceBoundaries, propertyTexts } from '@tollgate/rating';
import { writeInvoice } from '../issuing/invoice.writer.js';
import { failureOf, type Failure } from '../rows/failure.rules.js';
import { InvoicingDatabase } from '../invoicing.database.js';
import { insertInAdvanceEvents } from '../in-advance-rating/in-advance-events.repository.js';
import {
  lockLane,
  nextEvents,
  recordFailure,
  queueEvents,
  removeEvents,
  type QueuedEvent,
} from '../queues/advance-queue.js';
import { chargeEvents, type ChargedFee } from './event-charging.js';
import type { ChargedEvent } from '../in-advance-rating/event-rating.js';
import { writeUninvoicedFees } from './uninvoiced-fees.writer.js';

type Lane = Pick<JobPayload<'advance-events'>, 'organization_id' | 'lane'>;

const parallelLanes = 4;
/** Events that are charged in one transaction. */
const batchSize = 200;
/** Tries of an event that fails for a reason that nobody foresaw. */
const maximumAttempts = 5;
/** Its name among what is parked. */
const kind = 'event';

/**
 * Charges events of charges paid in advance, each once (charges, section 3). Events of a lane come one after another; all
 * that a batch costs is written in one transaction with the marks that its events were charged.
 */
@Injectable()
export class EventFeesService implements OnApplicationBootstrap {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly usage: InAdvanceUsageReader,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly parked: Parked,
    private readonly metrics: Metrics,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.parked.register('invoicing', kind, { retry: (item) => this.retry(item) });
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
      if (!failureOf(error)) throw error;
      this.logger.warn('events are charged one by one', {
        organization_id: organizationId,
        lane,
        events: batch.length,
        error,
      });
      await this.chargeOneByOne(organizationId, lane, batch, now);
    }
    return batch.length;
  }

  /** An event that cannot be charged must not hold up those behind it. @throws what is wrong with the first that is tried again */
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
        const failure = failureOf(error);
        if (!failure) throw error;
        if (!(await this.setAside(organizationId, lane, queued, failure, error))) errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }

  /** Parks an event that cannot be charged, with the reason. @returns false when it is tried again */
  private async setAside(
    organizationId: string,
    lane: number,
    queued: QueuedEvent,
    failure: Failure,
    error: unknown,
  ): Promise<boolean> {
    return this.database.tenant(organizationId, async (transaction) => {
      const tries = await recordFailure(transaction, queued, failure.message);
      if (!failure.permanent && tries < maximumAttempts) return false;
      const { event } = queued;
      const item = {
        service: 'invoicing' as const,
        kind,
        organizationId,
        key: event.event_id,
        ...parkedReasonOf(error),
        payload: { lane, events: [event] },
        tries,
      };
      await this.parked.park(transaction, item);
      await removeEvents(transaction, [queued]);
      return true;
    });
  }

  /** Charges a parked event, in its lane; one that cannot be charged is parked again. */
  private async retry({ organization_id: organizationId, payload }: ParkedRow): Promise<void> {
    const waiting = messages['usage.events_in_advance'].payload.parse(payload);
    await this.database.tenant(organizationId, (transaction) => queueEvents(transaction, organizationId, waiting));
    await this.jobs.add(
      'advance-events',
      { organization_id: organizationId, request_id: null, lane: waiting.lane },
      { id: newId() },
    );
  }

  /** Charges what waits, but for events that were voided meanwhile. @returns how many invoices were made */
  private async charge(
    transaction: Transaction,
    organizationId: string,
    batch: QueuedEvent[],
    now: number,
  ): Promise<number> {
    if (batch.length === 0) return 0;
    const voided = await voidedAmong(
      transaction,
      organizationId,
      batch.map(({ event }) => event.event_id),
    );
    const events = batch.filter(({ event }) => !voided.has(event.event_id)).map(({ event }) => readEvent(event));
    const charged = await chargeEvents(transaction, this.usage, organizationId, events);
    await insertInAdvanceEvents(transaction, organizationId, charged);
    await this.writeUninvoiced(
      transaction,
      organizationId,
      charged.filter(({ charge }) => !charge.invoiceable),
      now,
    );
    const invoiced = charged.filter(({ charge }) => charge.invoiceable);
    for (const one of invoiced) await this.writeInvoiceOf(transaction, organizationId, one, now);
    await removeEvents(transaction, batch);
    return invoiced.length;
  }

  private async writeUninvoiced(
    transaction: Transaction,
    organizationId: string,
    charged: ChargedFee[],
    now: number,
  ): Promise<void> {
    for (const own of groupBy(charged, ({ subscriptionId }) => subscriptionId).values()) {
      const { customer, subscription } = (own[0] as ChargedFee).payer;
      const lines = own.map(({ line }) => line);
      await writeUninvoicedFees(transaction, this.database, {
        organizationId,
        customer,
        currency: subscription.plan.currency,
        lines,
        now,
      });
    }
  }

  /** The invoice of one event, final at once (charges, section 3.6). */
  private async writeInvoiceOf(
    transaction: Transaction,
    organizationId: string,
    { payer, event, line }: ChargedFee,
    now: number,
  ): Promise<void> {
    const { subscription, customer } = payer;
    const at = Math.floor(event.timestamp / 1000);
    const boundaries = invoiceBoundaries(subscription.terms, at, customer.timezone, { currentUsage: true });
    await writeInvoice(transaction, this.database, {
      organizationId,
      customer,
      billingEntity: await readBillingEntity(
        transaction,
        organizationId,
        subscription.billingEntityId ?? customer.billingEntity.id,
      ),
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
