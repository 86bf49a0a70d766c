import { Injectable } from '@nestjs/common';
import type { PortalEnd, PortalPlan, PortalSubscriptionEnd, SingleSubscription } from '@tollgate/contracts';
import { readPlan } from '@tollgate/catalog/reader';
import { Clock, type CallingCustomer, type Instant, type TenantTransaction } from '@tollgate/platform';
import { catchUp } from '../../lifecycle/catch-up.js';
import {
  lockExternalId,
  pendingSuccessor,
  updateSubscription,
  type SubscriptionRow,
} from '../../model/subscriptions/subscriptions.repository.js';
import { timezoneOf } from '../../model/subscriptions/timezones.js';
import { SubscriptionDatabase } from '../../subscription.database.js';
import { endOf } from '../resource/agreed-end.js';
import { presentSubscription } from '../resource/subscription.presenter.js';
import { SubscriptionsService } from '../resource/subscriptions.service.js';
import { ownSubscription } from './own-subscription.js';
import { checkPortalChange, readPortalEnd } from './portal-changes.reader.js';
import { offeredPlans, presentPortalPlans } from './portal-plans.reader.js';

/** Customers change the plans of their subscriptions and end them, as their issuer allows (customers, section 3.5). */
@Injectable()
export class PortalPlansService {
  constructor(
    private readonly database: SubscriptionDatabase,
    private readonly subscriptions: SubscriptionsService,
    private readonly clock: Clock,
  ) {}

  /** The present plan and the offered ones, cheapest first. @throws NotFound */
  async list({ organizationId, customerId }: CallingCustomer, externalId: string): Promise<PortalPlan[]> {
    return this.database.tenant(organizationId, async (transaction) => {
      const own = await ownSubscription(transaction, customerId, externalId);
      const present = await readPlan(transaction, own.row.plan_id);
      return presentPortalPlans(transaction, present, await offeredPlans(transaction, own, present));
    });
  }

  /**
   * Moves the subscription to an offered plan: at once, or at the end of the period (subscriptions, sections 7 and 8).
   * @throws NotFound, ValidationFailed
   */
  async change(caller: CallingCustomer, externalId: string, planCode: string): Promise<SingleSubscription> {
    const { organizationId, customerId } = caller;
    const requested = await this.database.tenant(organizationId, async (transaction) => {
      const { row, customer, present } = await checkPortalChange(transaction, customerId, externalId, planCode);
      const successor = await pendingSuccessor(transaction, row.id);
      const next = successor ? await readPlan(transaction, successor.plan_id) : present;
      // A repeated call, or one that names the present plan.
      if (next.code === planCode || present.code === planCode) return null;
      return { external_customer_id: customer.external_id, external_id: externalId, plan_code: planCode };
    });
    if (!requested) return this.read(caller, externalId);
    return this.subscriptions.create(organizationId, requested, {
      // Again under the lock: a subscription that has ended meanwhile must not start again.
      check: async (transaction) => void (await checkPortalChange(transaction, customerId, externalId, planCode)),
    });
  }

  /** Cancels a downgrade that waits for the end of the period; without one, nothing changes. @throws NotFound */
  async takeBackChange(caller: CallingCustomer, externalId: string): Promise<SingleSubscription> {
    const { organizationId, customerId } = caller;
    const successor = await this.database.tenant(organizationId, async (transaction) => {
      const { row } = await ownSubscription(transaction, customerId, externalId);
      return pendingSuccessor(transaction, row.id);
    });
    if (successor)
      await this.subscriptions.terminate(organizationId, externalId, { status: 'pending' }, { id: successor.id });
    return this.read(caller, externalId);
  }

  /**
   * Ends the subscription at once, or at the start of the next period of its plan. An earlier end stays.
   * @throws NotFound, NotAllowed, ValidationFailed
   */
  async end(caller: CallingCustomer, externalId: string, input: PortalSubscriptionEnd): Promise<SingleSubscription> {
    const reason = input.reason?.trim() || null;
    const chosen = { at: input.at as PortalEnd, field: 'at' } as const;
    const ended = await this.changed(caller, externalId, async (transaction, now) => {
      const { own, endsAt, timezone } = await readPortalEnd(transaction, caller.customerId, externalId, chosen, now);
      const { row } = own;
      if (chosen.at === 'now' || (row.termination_at && row.termination_at.getTime() <= endsAt)) return row;
      return published(transaction, row, now, {
        ...endOf(row, new Date(endsAt), timezone, now),
        ending_requested_at: new Date(now),
        ending_reason: reason,
        replaced_ending_at: row.ending_at,
      });
    });
    if (chosen.at !== 'now') return this.read(caller, externalId);
    return this.subscriptions.terminate(caller.organizationId, externalId, {}, { id: ended.id, reason });
  }

  /** Restores the agreed end from before the customer chose one. @throws NotFound, NotAllowed */
  async takeBackEnd(caller: CallingCustomer, externalId: string): Promise<SingleSubscription> {
    await this.changed(caller, externalId, async (transaction, now) => {
      const { row, customer } = await ownSubscription(transaction, caller.customerId, externalId);
      if (row.ending_requested_at === null) return row;
      const timezone = await timezoneOf(transaction, customer);
      return published(transaction, row, now, endOf(row, row.replaced_ending_at, timezone, now));
    });
    return this.read(caller, externalId);
  }

  private async read(caller: CallingCustomer, externalId: string): Promise<SingleSubscription> {
    const now = await this.clock.now(caller.organizationId);
    return this.database.tenant(caller.organizationId, async (transaction) => {
      const { row } = await ownSubscription(transaction, caller.customerId, externalId);
      return presentSubscription(transaction, row, now);
    });
  }

  /** Changes the running subscription under its lock, after the work that is due. @throws NotFound */
  private async changed(
    { organizationId, customerId }: CallingCustomer,
    externalId: string,
    change: (transaction: TenantTransaction, now: Instant) => Promise<SubscriptionRow>,
  ): Promise<SubscriptionRow> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      // Before the lock: a customer waits for no other one.
      await ownSubscription(transaction, customerId, externalId);
      await lockExternalId(transaction, externalId);
      await catchUp(transaction, { externalId }, now);
      return change(transaction, now);
    });
  }
}

async function published(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  now: Instant,
  columns: Partial<SubscriptionRow>,
): Promise<SubscriptionRow> {
  const updated = await updateSubscription(transaction, row.id, { ...columns, updated_at: new Date(now) });
  await transaction.append('subscription.updated', row.customer_id, { subscription_id: row.id }, now);
  return updated;
}
