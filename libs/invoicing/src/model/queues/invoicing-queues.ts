import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { BillingRunRequest, EventInAdvance } from '@tollgate/contracts';
import { KeyedQueues, newId, type KeyedQueue } from '@tollgate/platform';
import type { SubscriptionView } from '@tollgate/subscription/reader';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { advanceQueue } from './advance-queue.js';
import { billingQueue } from './billing-queue.js';
import { dayQueue, usageDaysId, type UsageDays } from './day-queue.js';
import { forecastQueue, forecastsKey, type ForecastRequest } from './forecast-queue.js';
import { snapshotRequestId, usageSnapshotQueue, type UsageSnapshotRequest } from './usage-snapshot-queue.js';
import { thresholdQueue, type ThresholdCheck } from './threshold-queue.js';

const pauseMs = 50;
/** A blocked queue delays its waiting callers by at most this time. */
const longestWaitMs = 5_000;
/** Publishes balances within seconds of a change, even while billing runs never stop. */
const longestWaitForRunsMs = 2_000;

/** The queues of billing work. */
@Injectable()
export class InvoicingQueues {
  readonly runs: KeyedQueue<BillingRunRequest>;
  readonly events: KeyedQueue<EventInAdvance>;
  readonly checks: KeyedQueue<ThresholdCheck>;
  readonly usageSnapshots: KeyedQueue<UsageSnapshotRequest>;
  readonly days: KeyedQueue<UsageDays>;
  readonly forecasts: KeyedQueue<ForecastRequest>;
  /** The wait for an organization's runs, which concurrent callers share. */
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
    this.forecasts = queues.open(database, forecastQueue);
  }

  /** Waits until queued events are charged in advance, so that the caller counts them as invoiced. */
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
   * Waits while an organization bills customers. One later snapshot for many invoices costs a fraction of one for each.
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
   * Requests snapshots of customers' unbilled usage.
   * @param owners each with the requester's id: an interrupted caller repeats the request under the same id
   */
  async requestSnapshots(organizationId: string, owners: { customerId: string; requestedBy: string }[]): Promise<void> {
    if (owners.length === 0) return;
    // Sorted like every request for snapshots, which prevents deadlocks.
    const work = owners
      .map(({ customerId, requestedBy }) => {
        const payload = { customer_id: customerId, external_subscription_id: null };
        return { id: snapshotRequestId(payload), payload, requestedBy };
      })
      .sort((one, other) => (one.id < other.id ? -1 : 1));
    const requestedKeys = await this.database.tenant(organizationId, (transaction) =>
      this.usageSnapshots.put(transaction, work),
    );
    for (const requestedKey of requestedKeys) await this.usageSnapshots.wakeFor(organizationId, requestedKey);
  }

  /**
   * Requests the computation of an organization's ended days, once for all concurrent requests.
   * @param delayMs the time in which further requests share the same job
   */
  async requestDayComputation(organizationId: string, delayMs = 0): Promise<void> {
    const requestedBy = newId();
    const work = [{ id: usageDaysId, payload: {}, requestedBy }];
    await this.database.tenant(organizationId, (transaction) => this.days.put(transaction, work));
    // A job near its end accepts no more work, so a new request needs a job of its own.
    const id = delayMs === 0 ? requestedBy : `${organizationId}-${Math.floor(Date.now() / delayMs)}`;
    await this.days.wake(organizationId, usageDaysId, { id, delayMs });
  }

  /**
   * Queues a job for stored requests of forecasts.
   * @param delayMs the time in which further requests share the same job
   */
  async wakeForecasts(organizationId: string, delayMs: number): Promise<void> {
    const id = `${organizationId}-${Math.floor(Date.now() / delayMs)}`;
    await this.forecasts.wake(organizationId, forecastsKey, { id, delayMs });
  }

  /** Queues a job for queued work without one. */
  async wakeIdle(): Promise<void> {
    await this.queues.wakeIdle(this.database);
  }
}
