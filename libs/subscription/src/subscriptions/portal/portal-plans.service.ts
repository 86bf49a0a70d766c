import { Injectable } from '@nestjs/common';
import type { PortalEnd, PortalPlan, PortalSubscriptionEnd, SingleSubscription } from '@tollgate/contracts';
import { readPlan } from '@tollgate/catalog/reader';
import {
  Clock,
  NotFound,
  ValidationFailed,
  type CallingCustomer,
  type Instant,
  type TenantTransaction,
} from '@tollgate/platform';
import { currentPlanPeriod } from '@tollgate/rating';
import { catchUp } from '../../lifecycle/catch-up.js';
import { nextBillingOf } from '../../model/agreement/schedule.js';
import { agreementOf, inContext } from '../../model/agreement/subscription-agreement.js';
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
import { ownSubscription, type OwnSubscription } from './own-subscription.js';
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
      const own = await ownSubscription(transaction, customerId, externalId);
      const present = await readPlan(transaction, own.row.plan_id);
      const successor = await pendingSuccessor(transaction, own.row.id);
      const next = successor ? await readPlan(transaction, successor.plan_id) : present;
      // A repeated call.
      if (next.code === planCode) return null;
      if (own.row.ending_requested_at) throw new ValidationFailed({ base: ['subscription_is_ending'] });
      const offered = await offeredPlans(transaction, own, present);
      if (!offered.some(({ code }) => code === planCode))
        throw new ValidationFailed({ plan_code: ['value_is_invalid'] });
      return { external_customer_id: own.customer.external_id, external_id: externalId, plan_code: planCode };
    });
    return requested ? this.subscriptions.create(organizationId, requested) : this.read(caller, externalId);
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
    const ended = await this.changed(caller, externalId, async (transaction, own, now) => {
      if (!own.settings.subscription_ends.includes(input.at as PortalEnd))
        throw new ValidationFailed({ at: ['value_is_invalid'] });
      return input.at === 'now' ? own.row : endWithPeriod(transaction, own, reason, now);
    });
    if (input.at !== 'now') return this.read(caller, externalId);
    return this.subscriptions.terminate(caller.organizationId, externalId, {}, { id: ended.id, reason });
  }

  /** Restores the agreed end from before the customer chose one. @throws NotFound, NotAllowed */
  async takeBackEnd(caller: CallingCustomer, externalId: string): Promise<SingleSubscription> {
    await this.changed(caller, externalId, async (transaction, { row, customer }, now) => {
      if (row.ending_requested_at === null) return row;
      const timezone = await timezoneOf(transaction, customer);
      return published(transaction, row, endOf(row, row.replaced_ending_at, timezone, now), now);
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

  /** Changes the running subscription under its lock, after the work that is due. */
  private async changed(
    { organizationId, customerId }: CallingCustomer,
    externalId: string,
    change: (transaction: TenantTransaction, own: OwnSubscription, now: Instant) => Promise<SubscriptionRow>,
  ): Promise<SubscriptionRow> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      await ownSubscription(transaction, customerId, externalId);
      await lockExternalId(transaction, externalId);
      await catchUp(transaction, { externalId }, now);
      return change(transaction, await ownSubscription(transaction, customerId, externalId), now);
    });
  }
}

async function endWithPeriod(
  transaction: TenantTransaction,
  { row, customer }: OwnSubscription,
  reason: string | null,
  now: Instant,
): Promise<SubscriptionRow> {
  const timezone = await timezoneOf(transaction, customer);
  const [subscription] = await inContext(transaction, [row]);
  if (!subscription) throw new NotFound('subscription');
  const { renewsAt } = currentPlanPeriod(agreementOf(subscription), now, timezone, nextBillingOf(row));
  if (row.termination_at && row.termination_at.getTime() <= renewsAt) return row;
  const chosen = {
    ...endOf(row, new Date(renewsAt), timezone, now),
    ending_requested_at: new Date(now),
    ending_reason: reason,
    replaced_ending_at: row.ending_at,
  };
  return published(transaction, row, chosen, now);
}

async function published(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  columns: Partial<SubscriptionRow>,
  now: Instant,
): Promise<SubscriptionRow> {
  const updated = await updateSubscription(transaction, row.id, { ...columns, updated_at: new Date(now) });
  await transaction.append('subscription.updated', row.customer_id, { subscription_id: row.id }, now);
  return updated;
}
