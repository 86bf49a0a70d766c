import { Injectable } from '@nestjs/common';
import {
  type FieldErrors,
  type Meta,
  type SingleSubscription,
  type ListedSubscription,
  type SubscriptionCreate,
  type SubscriptionFilters,
  type SubscriptionUpdate,
  type TerminationOptions,
} from '@tollgate/contracts';
import { namedBillingEntity, readPlan } from '@tollgate/catalog/reader';
import {
  Clock,
  CommandBus,
  NotAllowed,
  NotFound,
  ValidationFailed,
  withPrefetchedCommands,
  refuseErrors,
  type CommandSender,
  type Repetition,
  type Rights,
  type TenantTransaction,
  type Instant,
} from '@tollgate/platform';
import { utcDate } from '@tollgate/rating';
import { findCustomerView, type CustomerName } from '../../customers/resource/customers.reader.js';
import { issuerIdsFor } from '../../customers/resource/customers.service.js';
import { customersByIds, viewedCustomersByIds, type CustomerRow } from '../../model/customers/customers.repository.js';
import { SubscriptionDatabase } from '../../subscription.database.js';
import { catchUp } from '../../lifecycle/catch-up.js';
import { activateByCall, cancel, terminate } from '../../lifecycle/lifecycle.js';
import { activationAt } from '../../model/agreement/schedule.js';
import type { CardHold } from './authorization.js';
import { createSubscription, type CreationPorts } from '../creation/subscription-creation.js';
import { methodOfRow, paymentMethodOf, PaymentMethods } from '../../model/agreement/payment-methods.js';
import { PendingTaxes } from '../../model/agreement/pending-taxes.js';
import { checkPayment } from '../../model/agreement/payment-terms.js';
import { applyOverrides, overridesThrough } from '../../model/overrides/plan-overrides.js';
import { readDates } from '../../model/agreement/subscription-dates.js';
import { writeSelection } from '../../model/custom-sections/selected-sections.js';
import { readThresholds, writeThresholds } from '../usage-thresholds/threshold-writes.js';
import { withCustomers, type CustomerExpansionRequest } from '../../customers/resource/named-customers.reader.js';
import { endOf } from './agreed-end.js';
import { presentListed } from './expanded-subscriptions.js';
import { presentSubscription } from './subscription.presenter.js';
import { listSubscriptions, liveCustomerIds } from './subscriptions.list.js';
import { terminationModes, updatedModes } from './termination-modes.rules.js';
import {
  lockExternalId,
  subscriptionsByExternalId,
  updateSubscription,
  type SubscriptionRow,
} from '../../model/subscriptions/subscriptions.repository.js';
import { activationRulesOf, replaceActivationRules } from '../../model/subscriptions/activation-rules.repository.js';
import { timezoneOf } from '../../model/subscriptions/timezones.js';

/** Subscriptions of customers to plans. */
@Injectable()
export class SubscriptionsService {
  constructor(
    private readonly database: SubscriptionDatabase,
    private readonly clock: Clock,
    private readonly commands: CommandBus,
    private readonly paymentMethods: PaymentMethods,
    private readonly pendingTaxes: PendingTaxes,
  ) {}

  /**
   * @param further `hold`: an amount that the customer's card must hold first, after all checks; `check`: one more check
   * @throws NotFound, ValidationFailed (subscriptions, section 3); ApiError of the hold
   */
  async create(
    organizationId: string,
    input: SubscriptionCreate,
    { hold, check }: { hold?: CardHold } & Pick<CreationPorts, 'check'> = {},
  ): Promise<SingleSubscription> {
    const now = await this.clock.now(organizationId);
    return withPrefetchedCommands(this.commands, (commands) =>
      this.database.tenant(organizationId, async (transaction) => {
        const ports = {
          overridePlan: overridesThrough(commands, now),
          paymentMethods: this.paymentMethods,
          ...(check ? { check } : {}),
          ...(hold ? { hold: (customer: CustomerRow) => hold.place(commands, customer) } : {}),
        };
        const row = await createSubscription(transaction, input, ports, now);
        return presentSubscription(transaction, row, now);
      }),
    );
  }

  /** @param only the customer of a path or of the portal; then it must exist. @throws NotFound */
  async list(
    organizationId: string,
    filters: SubscriptionFilters,
    may: Rights,
    only?: CustomerName,
  ): Promise<{ subscriptions: ListedSubscription[]; meta: Meta }> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const customerIds = await this.restrictToCustomer(transaction, filters, only);
      const issuerIds = await issuerIdsFor(transaction, filters.billing_entity_codes);
      const { rows, meta } = await listSubscriptions(transaction, filters, {
        ...(customerIds ? { customerIds } : {}),
        ...(issuerIds ? { billingEntityIds: issuerIds } : {}),
      });
      const subscriptions = await presentListed(transaction, rows, { expand: filters.expand, may, now });
      return { subscriptions, meta };
    });
  }

  /** @param status selects the subscription of this external id; active by default. @throws NotFound */
  async read(
    organizationId: string,
    externalId: string,
    status: string | undefined,
    request: CustomerExpansionRequest,
  ): Promise<SingleSubscription> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const rows = await subscriptionsByExternalId(transaction, externalId);
      const row = existing(rows.find((candidate) => candidate.status === (status || 'active')));
      const shown = [await presentSubscription(transaction, row, now)];
      const [subscription] = await withCustomers(transaction, shown, () => row.customer_id, request);
      return subscription as SingleSubscription;
    });
  }

  /** Changes the submitted fields (subscriptions, section 4). @throws NotFound, NotAllowed, ValidationFailed */
  async update(
    organizationId: string,
    externalId: string,
    status: string | undefined,
    input: SubscriptionUpdate,
  ): Promise<SingleSubscription> {
    const now = await this.clock.now(organizationId);
    return withPrefetchedCommands(this.commands, (commands) =>
      this.database.tenant(organizationId, async (transaction) => {
        await lockExternalId(transaction, externalId);
        await catchUp(transaction, { externalId }, now);
        const rows = await subscriptionsByExternalId(transaction, externalId);
        const requestedStatus = status === 'pending' || status === 'incomplete' ? status : 'active';
        const row = existing(
          rows.length === 1 ? rows[0] : rows.find((candidate) => candidate.status === requestedStatus),
        );
        if (row.status === 'incomplete') throw new NotAllowed('subscription_incomplete');
        const updated = await this.applyUpdate({ transaction, commands }, row, input, now);
        // A start that stays in the future publishes nothing; a successor has no start of its own
        // (subscriptions, section 4).
        const staysAhead =
          updated.status === 'pending' && row.previous_subscription_id === null && input.subscription_at;
        if (!staysAhead) {
          await transaction.append('subscription.updated', row.customer_id, { subscription_id: row.id }, now);
        }
        return presentSubscription(transaction, updated, now);
      }),
    );
  }

  /**
   * Ends the active subscription with this external id, or cancels the pending one.
   * @param only ends no other subscription of that external id, once under the key, and stores why its customer did
   * @throws NotFound, NotAllowed, ValidationFailed
   */
  async terminate(
    organizationId: string,
    externalId: string,
    options: TerminationOptions,
    only?: { id: string; once?: Repetition; reason?: string | null },
  ): Promise<SingleSubscription> {
    const now = await this.clock.now(organizationId);
    return this.database.createOnce(organizationId, only?.once, async (transaction) => {
      await lockExternalId(transaction, externalId);
      await catchUp(transaction, { externalId }, now);
      const rows = await subscriptionsByExternalId(transaction, externalId);
      const requestedStatus = options.status === 'pending' ? 'pending' : 'active';
      const candidate = rows.find(({ status }) => status === requestedStatus);
      const row = existing(only === undefined || candidate?.id === only.id ? candidate : undefined);
      if (row.status === 'pending') {
        const canceled = await cancel(transaction, row, now);
        await transaction.append('subscription.terminated', row.customer_id, { subscription_id: row.id }, now);
        const before = row.previous_subscription_id;
        if (before) await transaction.append('subscription.updated', row.customer_id, { subscription_id: before }, now);
        return presentSubscription(transaction, canceled, now);
      }
      if (rows.some((other) => other.status === 'incomplete' && other.previous_subscription_id === row.id))
        throw new ValidationFailed({ base: ['next_subscription_incomplete'] });
      if (await this.awaitsTaxes(transaction, row)) throw new NotAllowed('cannot_terminate_with_pending_taxes');
      const plan = await readPlan(transaction, row.plan_id);
      const modes = terminationModes(row, options, plan.payInAdvance);
      if (only?.reason !== undefined)
        await updateSubscription(transaction, row.id, {
          ending_requested_at: new Date(now),
          ending_reason: only.reason,
        });
      return presentSubscription(transaction, await terminate(transaction, row, plan, modes, now), now);
    });
  }

  /** Only customers of tax engines have invoices that wait for one. */
  private async awaitsTaxes(transaction: TenantTransaction, row: SubscriptionRow): Promise<boolean> {
    const [customer] = await viewedCustomersByIds(transaction, [row.customer_id]);
    return customer?.tax_engine ? this.pendingTaxes.isPending(transaction, row.id) : false;
  }

  private async restrictToCustomer(
    transaction: TenantTransaction,
    filters: SubscriptionFilters,
    only: CustomerName | undefined,
  ): Promise<string[] | undefined> {
    if (only !== undefined) {
      const customer = await findCustomerView(transaction, only);
      if (!customer) throw new NotFound('customer');
      return [customer.id];
    }
    return liveCustomerIds(transaction, filters.external_customer_id);
  }

  private async applyUpdate(
    { transaction, commands }: { transaction: TenantTransaction; commands: CommandSender },
    row: SubscriptionRow,
    input: SubscriptionUpdate,
    now: Instant,
  ): Promise<SubscriptionRow> {
    const editable = row.status === 'pending' || row.status === 'active';
    const order = input.purchase_order_number === undefined ? undefined : input.purchase_order_number || null;
    if (order !== undefined && order !== row.purchase_order_number && !editable)
      throw new NotAllowed('purchase_order_number_not_editable');
    const errors: FieldErrors = {};
    const dates = readDates(input, row.subscription_at, now, errors);
    const plan = await readPlan(transaction, row.plan_id);
    const modes = updatedModes(input, errors);
    const settled = input.activation_rules !== undefined && row.status !== 'pending';
    if (settled) errors['activation_rules'] = ['subscription_not_pending'];
    const storedRules = (await activationRulesOf(transaction, [row.id])).get(row.id) ?? [];
    const payment = {
      raw: input.payment_method,
      activationRules: settled ? undefined : input.activation_rules,
      stored: methodOfRow(row),
      keepsRules: row.status === 'pending' && storedRules.length > 0,
      customerId: () => Promise.resolve(row.customer_id),
    };
    const rules = await checkPayment(transaction, this.paymentMethods, payment, errors);
    refuseErrors(errors);
    const thresholds = readThresholds(input);
    const [customer] = await customersByIds(transaction, [row.customer_id]);
    const timezone = await timezoneOf(transaction, existing(customer));
    const entity = await namedBillingEntity(transaction, input);
    const moves = input.subscription_at && row.status === 'pending' && row.previous_subscription_id === null;
    const updated = await updateSubscription(transaction, row.id, {
      ...(input.name === undefined ? {} : { name: input.name }),
      ...(dates.endingAt === undefined ? {} : endOf(row, dates.endingAt, timezone, now)),
      ...(modes.creditNote && plan.payInAdvance ? { on_termination_credit_note: modes.creditNote } : {}),
      ...(modes.invoice ? { on_termination_invoice: modes.invoice } : {}),
      ...(typeof input.progressive_billing_disabled === 'boolean'
        ? { progressive_billing_disabled: input.progressive_billing_disabled }
        : {}),
      ...(typeof input.consolidate_invoice === 'boolean' ? { consolidate_invoice: input.consolidate_invoice } : {}),
      ...(order === undefined ? {} : { purchase_order_number: order }),
      ...(entity ? { billing_entity_id: entity.id } : {}),
      ...(input.payment_method ? paymentMethodOf(input.payment_method) : {}),
      ...(moves
        ? { subscription_at: dates.subscriptionAt, activation_at: activationAt(dates.subscriptionAt, timezone, now) }
        : {}),
      updated_at: new Date(now),
    });
    if (rules) await replaceActivationRules(transaction, row.id, rules, now);
    const selecting = await writeSelection(transaction, updated, input.invoice_custom_section, now);
    // Runs last, because the catalog commits its edit of the copy: no check of the call fails after it.
    const context = { commands, isPublished: true, now };
    const overridden = await applyOverrides(transaction, context, selecting, plan, input.plan_overrides);
    await writeThresholds(transaction, overridden, thresholds, overridesThrough(commands, now), now);
    if (!moves || staysPending(dates.subscriptionAt, rules ?? storedRules, now)) return overridden;
    await replaceActivationRules(transaction, row.id, [], now);
    return activateByCall(transaction, overridden, timezone, now);
  }
}

/** Whether a moved start is still to come: later, or today and under rules (subscriptions, section 4). */
const staysPending = (startsAt: Date, rules: readonly unknown[], now: Instant): boolean =>
  startsAt.getTime() > now || (rules.length > 0 && utcDate(startsAt.getTime()) === utcDate(now));

function existing<T>(row: T | undefined): T {
  if (row === undefined) throw new NotFound('subscription');
  return row;
}
