import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SubscriptionCreate, type TerminationOptions } from '@tollgate/contracts';
import { readPlans } from '@tollgate/catalog/reader';
import {
  Clock,
  CommandBus,
  Logger,
  NotAllowed,
  NotFound,
  readRawInput,
  serveBulkActs,
  withPrefetchedCommands,
  type BulkActOn,
  type CommandSender,
  type Instant,
  type TenantTransaction,
} from '@tollgate/platform';
import { catchUp } from '../../lifecycle/catch-up.js';
import { PaymentMethods } from '../../model/agreement/payment-methods.js';
import { customersByIds } from '../../model/customers/customers.repository.js';
import { overridesThrough } from '../../model/overrides/plan-overrides.js';
import {
  lockExternalId,
  subscriptionsByIds,
  type SubscriptionRow,
} from '../../model/subscriptions/subscriptions.repository.js';
import { SubscriptionDatabase } from '../../subscription.database.js';
import { createSubscription } from '../creation/subscription-creation.js';
import { SubscriptionsService } from '../resource/subscriptions.service.js';

/** Acts on many subscriptions, as their calls do (invoices, section 15). */
@Injectable()
export class SubscriptionActsService implements OnModuleInit {
  constructor(
    readonly database: SubscriptionDatabase,
    readonly commands: CommandBus,
    readonly logger: Logger,
    private readonly clock: Clock,
    private readonly paymentMethods: PaymentMethods,
    private readonly subscriptions: SubscriptionsService,
  ) {}

  onModuleInit(): void {
    serveBulkActs(this, 'subscription', {
      'subscriptions.end': {
        alreadySo: ({ organizationId, ids }) => this.endedAmong(organizationId, ids),
        perform: (on) => this.end(on),
      },
      'subscriptions.change_plan': {
        alreadySo: ({ organizationId, ids, arguments: { plan_code: code } }) => this.onPlan(organizationId, ids, code),
        perform: (on) => this.changePlan(on),
      },
    });
  }

  private async endedAmong(organizationId: string, ids: string[]): Promise<Set<string>> {
    const rows = await this.database.tenant(organizationId, (transaction) => subscriptionsByIds(transaction, ids));
    return new Set(rows.filter(({ status }) => status === 'terminated' || status === 'canceled').map(({ id }) => id));
  }

  private async onPlan(organizationId: string, ids: string[], code: string): Promise<Set<string>> {
    return this.database.tenant(organizationId, async (transaction) => {
      const rows = (await subscriptionsByIds(transaction, ids)).filter(({ status }) => status === 'active');
      const plans = await readPlans(
        transaction,
        rows.map(({ plan_id: id }) => id),
      );
      return new Set(rows.filter(({ plan_id: id }) => plans.get(id)?.code === code).map(({ id }) => id));
    });
  }

  private async end({ organizationId, id, arguments: modes, once }: BulkActOn<'subscriptions.end'>): Promise<void> {
    const { external_id: externalId, status } = await this.database.tenant(organizationId, (transaction) =>
      existing(transaction, id),
    );
    const options: TerminationOptions = {
      status,
      ...(modes.on_termination_credit_note ? { on_termination_credit_note: modes.on_termination_credit_note } : {}),
      ...(modes.on_termination_invoice ? { on_termination_invoice: modes.on_termination_invoice } : {}),
    };
    await this.subscriptions.terminate(organizationId, externalId, options, { id, once });
  }

  private async changePlan({
    organizationId,
    id,
    arguments: { plan_code: planCode },
    once,
  }: BulkActOn<'subscriptions.change_plan'>): Promise<void> {
    const now = await this.clock.now(organizationId);
    await withPrefetchedCommands(this.commands, (sender) =>
      this.database.createOnce(organizationId, once, async (transaction) => {
        const { id: changed } = await this.change(transaction, { id, planCode, sender, now });
        return { id: changed };
      }),
    );
  }

  /** Only an active subscription changes: its external id may have another one meanwhile, or none. */
  private async change(
    transaction: TenantTransaction,
    { id, planCode, sender, now }: { id: string; planCode: string; sender: CommandSender; now: Instant },
  ): Promise<SubscriptionRow> {
    const { external_id: externalId } = await existing(transaction, id);
    await lockExternalId(transaction, externalId);
    await catchUp(transaction, { externalId }, now);
    const row = await existing(transaction, id);
    if (row.status !== 'active') throw new NotAllowed('subscription_not_active');
    const [customer] = await customersByIds(transaction, [row.customer_id]);
    const input = readRawInput(SubscriptionCreate, {
      external_customer_id: customer?.external_id,
      external_id: externalId,
      plan_code: planCode,
    });
    const ports = { overridePlan: overridesThrough(sender, now), paymentMethods: this.paymentMethods };
    return createSubscription(transaction, input, ports, now);
  }
}

/** @throws NotFound */
async function existing(transaction: TenantTransaction, id: string): Promise<SubscriptionRow> {
  const [row] = await subscriptionsByIds(transaction, [id]);
  if (!row) throw new NotFound('subscription');
  return row;
}
