import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { Clock, CommandBus, OnMessage } from '@tollgate/platform';
import { applyPlanUnits } from '../../lifecycle/plan-units.js';
import { EntitlementVersions } from '../entitlements/entitlement-versions.js';
import { SubscriptionDatabase } from '../../subscription.database.js';
import { deleteOwnEntitlementsTo } from '../../model/entitlements/entitlements.repository.js';
import { endSubscriptionsOfPlan } from '../../lifecycle/customer-changes.js';
import { followPriceChange } from '../../lifecycle/price-changes.js';

/** Applies changes of other services to subscriptions. */
@Controller()
export class SubscriptionMessagesController {
  constructor(
    private readonly database: SubscriptionDatabase,
    private readonly clock: Clock,
    private readonly commands: CommandBus,
    private readonly entitlements: EntitlementVersions,
  ) {}

  /** Ends the subscriptions of a plan pending deletion; then the catalog deletes it (subscriptions, section 9.4). */
  @OnMessage('plan.deleted', 'subscription')
  async onPlanDeleted(@Payload() message: Message<'plan.deleted'>): Promise<void> {
    const { organization_id: organizationId, payload } = message;
    const now = await this.clock.now(organizationId);
    await this.database.handleOnce(message, async (transaction) => {
      await endSubscriptionsOfPlan(transaction, payload.plan_id, now);
      await transaction.append('plan.subscriptions_ended', payload.plan_id, { plan_id: payload.plan_id }, now);
    });
  }

  /** Deletes the own entitlements of subscriptions to a deleted feature (catalog, section 7). */
  @OnMessage('feature.deleted', 'subscription')
  async onFeatureDeleted(@Payload() message: Message<'feature.deleted'>): Promise<void> {
    await this.database.handleOnce(message, (transaction) =>
      deleteOwnEntitlementsTo(transaction, message.payload.feature_id),
    );
    this.entitlements.grow(message.organization_id);
  }

  /** Invalidates cached entitlements after a change of privileges. */
  @OnMessage('feature.updated', 'subscription')
  async onFeatureUpdated(@Payload() message: Message<'feature.updated'>): Promise<void> {
    await this.database.handleOnce(message, () => Promise.resolve());
    this.entitlements.grow(message.organization_id);
  }

  /** Reevaluates scheduled downgrades from and to a plan with a new price (subscriptions, section 9.4). */
  @OnMessage('plan.updated', 'subscription')
  async onPlanUpdated(@Payload() message: Message<'plan.updated'>): Promise<void> {
    const { organization_id: organizationId, payload } = message;
    const now = await this.clock.now(organizationId);
    await this.database.handleOnce(message, async (transaction) => {
      const repriced = [...(payload.amount_changed ? [payload.plan_id] : []), ...(payload.repriced_copies ?? [])];
      for (const planId of repriced) await followPriceChange(transaction, planId, now);
    });
    this.entitlements.grow(organizationId);
  }

  /** Applies new units of fixed charges to the subscriptions of their plans (charges, section 5.2). */
  @OnMessage('fixed_charges.units_changed', 'subscription')
  async onUnitsChanged(@Payload() message: Message<'fixed_charges.units_changed'>): Promise<void> {
    const { payload } = message;
    await this.database.handleOnce(message, (transaction) =>
      applyPlanUnits(transaction, payload.changes, Date.parse(message.occurred_at)),
    );
  }

  /** Assigns the currency of a coupon, unless the immediate command did so already (customers, section 2.5). */
  @OnMessage('coupon.gave_currency', 'subscription')
  async onCurrencyAssigned(@Payload() message: Message<'coupon.gave_currency'>): Promise<void> {
    await this.takeCurrency(message, message.payload.applied_coupon_id);
  }

  /** Assigns the currency of a one-off invoice (invoices, section 10). */
  @OnMessage('invoice.gave_currency', 'subscription')
  async onCurrencyInvoiced(@Payload() message: Message<'invoice.gave_currency'>): Promise<void> {
    await this.takeCurrency(message, message.payload.invoice_id);
  }

  /** Assigns the currency of a wallet (wallets, section 2.2). */
  @OnMessage('wallet.gave_currency', 'subscription')
  async onCurrencyOfWallet(@Payload() message: Message<'wallet.gave_currency'>): Promise<void> {
    await this.takeCurrency(message, message.payload.wallet_id);
  }

  private async takeCurrency(
    message: Message<'coupon.gave_currency' | 'invoice.gave_currency' | 'wallet.gave_currency'>,
    key: string,
  ): Promise<void> {
    const { customer_id, currency } = message.payload;
    const at = Date.parse(message.occurred_at);
    await this.commands.send(
      'subscription',
      'customer.take_currency',
      { organization_id: message.organization_id, customer_id, currency, at },
      key,
    );
    // Its key makes the assignment idempotent; the mark only completes the message.
    await this.database.handleOnce(message, () => Promise.resolve());
  }
}
