import { Injectable } from '@nestjs/common';
import {
  ChargeOverride,
  type Charge,
  type ChargeFilter,
  type CommandRequest,
  type Meta,
  type RawInput,
} from '@tollgate/contracts';
import {
  listChargeResources,
  listFilterResources,
  readChargeResource,
  readFilterResource,
  evictPlans,
  readPlan,
  readWrittenFilter,
} from '@tollgate/catalog/reader';
import {
  ApiError,
  Clock,
  CommandBus,
  withPrefetchedCommands,
  type Page,
  type TenantTransaction,
} from '@tollgate/platform';
import { ownUnits } from '../../model/unit-changes/unit-changes.repository.js';
import { SubscriptionDatabase } from '../../subscription.database.js';
import { copyKey } from '../../model/subscriptions/copy-key.js';
import { moveToCopy } from '../../model/overrides/plan-overrides.js';
import { lockedPricesOfPath, subscriptionOfPath, type SubscriptionPath } from '../../lifecycle/subscription-path.js';
import type { SubscriptionRow } from '../../model/subscriptions/subscriptions.repository.js';

type Change = CommandRequest<'charge.override'>['change'];

/** The charges of a subscription: those of its plan, or of its copy after the first change (charges, section 9). */
@Injectable()
export class SubscriptionChargesService {
  constructor(
    private readonly database: SubscriptionDatabase,
    private readonly clock: Clock,
    private readonly commands: CommandBus,
  ) {}

  /** @throws NotFound */
  async list(organizationId: string, path: SubscriptionPath, page: Page): Promise<{ charges: Charge[]; meta: Meta }> {
    return this.read(organizationId, path, (transaction, { plan_id: planId }) =>
      listChargeResources(transaction, planId, page),
    );
  }

  /** @throws NotFound */
  async readCharge(organizationId: string, path: SubscriptionPath, code: string): Promise<Charge> {
    return this.read(organizationId, path, (transaction, { plan_id: planId }) =>
      readChargeResource(transaction, planId, code),
    );
  }

  /** @throws NotFound */
  async listFilters(
    organizationId: string,
    path: SubscriptionPath,
    code: string,
    page: Page,
  ): Promise<{ filters: ChargeFilter[]; meta: Meta }> {
    return this.read(organizationId, path, (transaction, { plan_id: planId }) =>
      listFilterResources(transaction, planId, code, page),
    );
  }

  /** @throws NotFound */
  async readFilter(organizationId: string, path: SubscriptionPath, code: string, id: string): Promise<ChargeFilter> {
    return this.read(organizationId, path, (transaction, { plan_id: planId }) =>
      readFilterResource(transaction, planId, code, id),
    );
  }

  /** @throws NotFound, ValidationFailed */
  async update(organizationId: string, path: SubscriptionPath, code: string, raw: RawInput): Promise<Charge> {
    const allowed = Object.fromEntries(Object.entries(raw).filter(([key]) => key in ChargeOverride.shape));
    return this.override(organizationId, path, code, { kind: 'charge', given: allowed }, (transaction, { planId }) =>
      readChargeResource(transaction, planId, code),
    );
  }

  /** @throws NotFound, ValidationFailed */
  async changeFilters(
    organizationId: string,
    path: SubscriptionPath,
    code: string,
    change: Change,
  ): Promise<ChargeFilter> {
    return this.override(organizationId, path, code, change, (transaction, { filterId }) =>
      readWrittenFilter(transaction, filterId ?? ''),
    );
  }

  private async read<T>(
    organizationId: string,
    path: SubscriptionPath,
    read: (transaction: TenantTransaction, row: SubscriptionRow) => Promise<T>,
  ): Promise<T> {
    return this.database.tenant(organizationId, async (transaction) =>
      read(transaction, await subscriptionOfPath(transaction, path)),
    );
  }

  /**
   * Commands the catalog to change the charge on a copy of the plan; the first change moves the subscription to the
   * copy.
   * @param read reads the written charge or filter
   */
  private async override<T>(
    organizationId: string,
    path: SubscriptionPath,
    code: string,
    change: Change,
    read: (transaction: TenantTransaction, written: { planId: string; filterId: string | null }) => Promise<T>,
  ): Promise<T> {
    const now = await this.clock.now(organizationId);
    return withPrefetchedCommands(this.commands, (commands) =>
      this.database.tenant(organizationId, async (transaction) => {
        const row = await lockedPricesOfPath(transaction, path, now);
        const units = Object.fromEntries(await ownUnits(transaction, row.id));
        const plan = await readPlan(transaction, row.plan_id);
        const key = await copyKey(transaction, row.external_id, plan, { code, change, units });
        const request = {
          organization_id: organizationId,
          plan_id: plan.id,
          charge_code: code,
          change,
          fixed_charge_units: units,
          at: now,
        };
        const {
          plan_id: written,
          filter_id: filterId,
          refusal,
        } = await commands.send('catalog', 'charge.override', request, key);
        if (refusal) throw new ApiError(refusal.status, refusal.body);
        evictPlans(transaction);
        const planId = written ?? plan.id;
        if (planId !== plan.id) await moveToCopy(transaction, row, planId, {}, now);
        return read(transaction, { planId, filterId });
      }),
    );
  }
}
