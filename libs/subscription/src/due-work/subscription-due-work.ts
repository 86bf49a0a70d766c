import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { DueInstant, DuePhase } from '@tollgate/contracts';
import { localDate } from '@tollgate/rating';
import { readPlan, readPlans } from '@tollgate/catalog/reader';
import { Clock, DueWorkRegistry, Logger, type DueWork, type Transaction } from '@tollgate/platform';
import { SubscriptionDatabase } from '../subscription.database.js';
import { requestBilling } from '../subscriptions/billing-requests.js';
import { activate, storedModes, terminate } from '../subscriptions/lifecycle.js';
import { alertOfEnd, endTrial } from '../subscriptions/notices.js';
import { executeDowngrade } from '../subscriptions/plan-change.js';
import { billingAfter } from '../subscriptions/schedule.js';
import { pendingSuccessor, resumeBilling, type SubscriptionRow } from '../subscriptions/subscriptions.repository.js';
import { timezonesOf } from '../subscriptions/timezones.js';
import { earliestDue, lockDue, organizationsWithDueWork, phases, setNextBilling, type SubscriptionPhase } from './due-subscriptions.repository.js';

const batchSize = 200;

/** What falls due of subscriptions: starts, ends, plan changes, billing days, ends of trials, alerts. */
@Injectable()
export class SubscriptionDueWork implements DueWork, OnModuleInit {
  constructor(
    private readonly database: SubscriptionDatabase,
    private readonly registry: DueWorkRegistry,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.registry.offer('subscription', this);
  }

  async next(organizationId: string): Promise<DueInstant[]> {
    return this.database.tenant(organizationId, (transaction) => earliestDue(transaction, organizationId));
  }

  async run(organizationId: string | null, phase: DuePhase, until: number): Promise<number> {
    if (!(phase in phases)) return 0;
    const due = phase as SubscriptionPhase;
    if (organizationId !== null) return this.runFor(organizationId, due, new Date(until));
    const organizations = await this.database.everyTenant((transaction) => organizationsWithDueWork(transaction, due, new Date(until)));
    let done = 0;
    for (const each of organizations) done += await this.runFor(each, due, new Date(until));
    return done;
  }

  /** Batch after batch, each in one transaction: a run that is cut off goes on where it stopped. */
  private async runFor(organizationId: string, phase: SubscriptionPhase, until: Date): Promise<number> {
    const now = await this.clock.now(organizationId);
    let done = 0;
    for (;;) {
      const count = await this.database.tenant(organizationId, async (transaction) => {
        const rows = await lockDue(transaction, organizationId, phase, until, batchSize);
        if (rows.length > 0) await this.work(transaction, organizationId, phase, rows, now);
        return rows.length;
      });
      done += count;
      if (count > 0) this.logger.info('due subscriptions', { organization_id: organizationId, phase, done });
      if (count < batchSize) return done;
    }
  }

  private async work(transaction: Transaction, organizationId: string, phase: SubscriptionPhase, rows: SubscriptionRow[], now: number): Promise<void> {
    const timezoneOf = await timezonesOf(transaction, organizationId, rows);
    switch (phase) {
      case 'activation':
        for (const row of rows) await activate(transaction, this.database, row, timezoneOf(row), now);
        return;
      case 'termination':
        for (const row of rows) {
          const plan = await readPlan(transaction, organizationId, row.plan_id);
          await terminate(transaction, this.database, row, plan, storedModes(row), now);
        }
        return;
      case 'plan_change':
        for (const row of rows) {
          const successor = await pendingSuccessor(transaction, organizationId, row.id);
          if (successor) await executeDowngrade(transaction, this.database, row, successor, timezoneOf(row), now);
          else await resumeBilling(transaction, row.id);
        }
        return;
      case 'trial_end':
        for (const row of rows) await endTrial(transaction, this.database, row, now);
        return;
      case 'alert':
        for (const row of rows) await alertOfEnd(transaction, this.database, row, now);
        return;
      case 'billing':
        await this.bill(transaction, organizationId, rows, timezoneOf, now);
    }
  }

  /** One message a customer and billing instant; the subscriptions move on to their next billing day with it. */
  private async bill(
    transaction: Transaction,
    organizationId: string,
    rows: SubscriptionRow[],
    timezoneOf: (row: SubscriptionRow) => string,
    now: number,
  ): Promise<void> {
    const plans = await readPlans(transaction, organizationId, [...new Set(rows.map((row) => row.plan_id))]);
    const runs = new Map<string, { customerId: string; at: Date; rows: SubscriptionRow[] }>();
    const next: { id: string; at: Date }[] = [];
    for (const row of rows) {
      const plan = plans.get(row.plan_id);
      if (!plan || !row.next_billing_at) continue;
      next.push({ id: row.id, at: billingAfter(row, plan, timezoneOf(row), row.next_billing_at) });
      if (endsOnBillingDay(row, timezoneOf(row))) continue;
      const key = `${row.customer_id} ${row.next_billing_at.getTime()}`;
      const run = runs.get(key) ?? { customerId: row.customer_id, at: row.next_billing_at, rows: [] };
      run.rows.push(row);
      runs.set(key, run);
    }
    for (const { customerId, at, rows: due } of runs.values()) {
      const subscriptions = due.map((row) => ({ row, reason: 'subscription_periodic' as const }));
      await requestBilling(transaction, this.database, { organizationId, customerId, at: at.getTime(), subscriptions }, now);
    }
    await setNextBilling(transaction, next);
  }
}

/** On the day on which a subscription ends only its termination bills (subscriptions, section 2.2, condition 3). */
function endsOnBillingDay(row: SubscriptionRow, timezone: string): boolean {
  if (!row.ending_at || !row.next_billing_at) return false;
  return localDate(row.ending_at.getTime(), timezone) === localDate(row.next_billing_at.getTime(), timezone);
}
