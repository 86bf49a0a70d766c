import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { BillingRunRequest, EventInAdvance } from '@tollgate/contracts';
import { KeyedQueues, newId, type KeyedQueue } from '@tollgate/platform';
import type { SubscriptionView } from '@tollgate/subscription/reader';
import { InvoicingDatabase } from '../invoicing.database.js';
import { advanceQueue } from './advance-queue.js';
import { billingQueue } from './billing-queue.js';
import { dayQueue, usageDaysId, type UsageDays } from './day-queue.js';
import { snapshotRequestId, usageSnapshotQueue, type UsageSnapshotRequest } from './usage-snapshot-queue.js';
import { thresholdQueue, type ThresholdCheck } from './threshold-queue.js';

const pauseMs = 50;
/** A queue that is held up holds up nobody else for long. */
const longestWaitMs = 5_000;
/** Balances are to be told within seconds of what changes them, also while bills are made all the time. */
const longestWaitForRunsMs = 2_000;

/** What waits to be billed. */
@Injectable()
export class InvoicingQueues {
  readonly runs: KeyedQueue<BillingRunRequest>;
  readonly events: KeyedQueue<EventInAdvance>;
  readonly checks: KeyedQueue<ThresholdCheck>;
  readonly usageSnapshots: KeyedQueue<UsageSnapshotRequest>;
  readonly days: KeyedQueue<UsageDays>;
  /** By organization: whoever waits for its runs at a time looks together. */
  private readonly runsAwaited = new Map<string, Promise<void>>();

  constructor(
    private readonly database: InvoicingDatabase,
    private readonly queues: KeyedQueues,
  ) {
    this.runs = queues.open(database, billingQueue);
    this.events = queues.open(database, advanceQueue);
    this.checks = queues.open(database, thresholdQueue);
    this.usageSnapshots = queues.open(database, usageSnapshotQueue);
    this.days = queues.open(database, dayQueue);
  }

  /** What is charged in advance is charged first: as soon as it is invoiced it counts so, whoever comes first. */
  async awaitChargedEvents(
    organizationId: string,
    subscriptions: Pick<SubscriptionView, 'externalId' | 'plan'>[],
  ): Promise<void> {
    const paying = subscriptions.filter(({ plan }) => plan.charges.some((charge) => charge.payInAdvance));
    if (paying.length === 0) return;
    const isWaiting = () =>
      this.database.tenant(organizationId, async (transaction) => {
        for (const { externalId } of paying) {
          if (await this.events.isWaiting(transaction, { external_subscription_id: externalId })) return true;
        }
        return false;
      });
    for (let waited = 0; waited < longestWaitMs && (await isWaiting()); waited += pauseMs) await sleep(pauseMs);
  }

  /**
   * Waits while customers of an organization are billed: what each of their invoices changes is measured for many of them
   * together afterwards, at a fraction of the cost.
   */
  async awaitRuns(organizationId: string): Promise<void> {
    const pendingWait = this.runsAwaited.get(organizationId);
    if (pendingWait) return pendingWait;
    const over = this.untilRunsAreDone(organizationId).finally(() => this.runsAwaited.delete(organizationId));
    this.runsAwaited.set(organizationId, over);
    return over;
  }

  private async untilRunsAreDone(organizationId: string): Promise<void> {
    const begun = performance.now();
    while (performance.now() - begun < longestWaitForRunsMs && (await this.runs.isBusy(organizationId)))
      await sleep(pauseMs);
  }

  /**
   * Has measured all that customers were not billed for.
   * @param owners each with who asks for it: cut off, the caller is done anew and asks again as the same
   */
  async requestSnapshots(organizationId: string, owners: { customerId: string; requestedBy: string }[]): Promise<void> {
    if (owners.length === 0) return;
    // Sorted, as all who ask for measures sort them: nobody waits for another in turns.
    const work = owners
      .map(({ customerId, requestedBy }) => {
        const payload = { customer_id: customerId, external_subscription_id: null };
        return { id: snapshotRequestId(payload), payload, requestedBy };
      })
      .sort((one, other) => (one.id < other.id ? -1 : 1));
    const requestedKeys = await this.database.tenant(organizationId, (transaction) => this.usageSnapshots.put(transaction, work));
    for (const one of requestedKeys) await this.usageSnapshots.wakeFor(organizationId, one);
  }

  /**
   * Has the ended days of an organization looked at, once for all who ask for it meanwhile.
   * @param delayMs how long others may still come to ask: who does has the same job
   */
  async requestDayComputation(organizationId: string, delayMs = 0): Promise<void> {
    const requestedBy = newId();
    const work = [{ id: usageDaysId, payload: {}, requestedBy }];
    await this.database.tenant(organizationId, (transaction) => this.days.put(transaction, work));
    // A job that is at its end takes up nothing any more: who asks then needs another one.
    const id = delayMs === 0 ? requestedBy : `${organizationId}-${Math.floor(Date.now() / delayMs)}`;
    await this.days.wake(organizationId, usageDaysId, { id, delayMs });
  }

  /** Queues a job for what waits and has none. */
  async wakeIdle(): Promise<void> {
    await this.queues.wakeIdle(this.database);
  }
}
