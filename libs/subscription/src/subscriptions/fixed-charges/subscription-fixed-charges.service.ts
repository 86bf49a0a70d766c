import { Injectable } from '@nestjs/common';
import { isBlank, type FixedCharge, type Meta, type RawInput } from '@tollgate/contracts';
import { listFixedChargeResources, readFixedChargeResource, readPlan } from '@tollgate/catalog/reader';
import {
  Clock,
  CommandBus,
  NotFound,
  withPrefetchedCommands,
  type Page,
  type TenantTransaction,
} from '@tollgate/platform';
import { SubscriptionDatabase } from '../../subscription.database.js';
import { applyOverrides } from '../../model/overrides/plan-overrides.js';
import { subscriptionOfPath, lockedPricesOfPath, type SubscriptionPath } from '../../lifecycle/subscription-path.js';
import { ownUnits } from '../../model/unit-changes/unit-changes.repository.js';

/** The fixed charges of a subscription: those of its plan, with own units or terms (charges, section 5.5). */
@Injectable()
export class SubscriptionFixedChargesService {
  constructor(
    private readonly database: SubscriptionDatabase,
    private readonly clock: Clock,
    private readonly commands: CommandBus,
  ) {}

  /** @throws NotFound */
  async list(
    organizationId: string,
    path: SubscriptionPath,
    page: Page,
  ): Promise<{ fixed_charges: FixedCharge[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const row = await subscriptionOfPath(transaction, path);
      const { fixed_charges: charges, meta } = await listFixedChargeResources(transaction, row.plan_id, page);
      return { fixed_charges: await withOwnUnits(transaction, row.id, charges), meta };
    });
  }

  /** @throws NotFound */
  async read(organizationId: string, path: SubscriptionPath, code: string): Promise<FixedCharge> {
    return this.database.tenant(organizationId, async (transaction) => {
      const row = await subscriptionOfPath(transaction, path);
      return present(transaction, row, code);
    });
  }

  /** Stores units alone on the subscription; any other field copies its plan. @throws NotFound, ValidationFailed */
  async update(organizationId: string, path: SubscriptionPath, code: string, raw: RawInput): Promise<FixedCharge> {
    const now = await this.clock.now(organizationId);
    return withPrefetchedCommands(this.commands, (commands) =>
      this.database.tenant(organizationId, async (transaction) => {
        const row = await lockedPricesOfPath(transaction, path, now);
        const plan = await readPlan(transaction, row.plan_id);
        const charge = plan.fixedCharges.find((each) => each.code === code);
        if (!charge) throw new NotFound('fixed_charge');
        const keys = Object.keys(raw).filter(
          (key) => overridable.includes(key) && !(key === 'units' && isBlank(raw[key])),
        );
        const override = { ...Object.fromEntries(keys.map((key) => [key, raw[key]])), id: charge.id };
        const context = { commands, isPublished: false, now };
        return present(
          transaction,
          await applyOverrides(transaction, context, row, plan, { fixed_charges: [override] }),
          code,
        );
      }),
    );
  }
}

const overridable = ['units', 'apply_units_immediately', 'invoice_display_name', 'properties', 'tax_codes'];

async function present(
  transaction: TenantTransaction,
  row: { id: string; plan_id: string },
  code: string,
): Promise<FixedCharge> {
  const [shown] = await withOwnUnits(transaction, row.id, [
    await readFixedChargeResource(transaction, row.plan_id, code),
  ]);
  return shown as FixedCharge;
}

async function withOwnUnits(
  transaction: TenantTransaction,
  subscriptionId: string,
  charges: FixedCharge[],
): Promise<FixedCharge[]> {
  const ownUnitsById = await ownUnits(transaction, subscriptionId);
  return charges.map((charge) => {
    const units = ownUnitsById.get(charge.svc_id);
    return units === undefined ? charge : { ...charge, units: Number(units) };
  });
}
