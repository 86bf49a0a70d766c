import type { Insertable, Selectable } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { tables } from '../tables/catalog.tables.js';
import type { AppliedPricingUnitView } from '../views.js';
import type { AppliedPricingUnitsTable, PricingUnitsTable } from '../tables/pricing-units.tables.js';

export async function insertPricingUnit(
  transaction: TenantTransaction,
  row: Insertable<PricingUnitsTable>,
): Promise<void> {
  await tables(transaction).insertInto('catalog.pricing_units').values(row).execute();
}

export async function findPricingUnit(
  transaction: TenantTransaction,
  code: string,
): Promise<Selectable<PricingUnitsTable> | undefined> {
  return tables(transaction)
    .selectFrom('catalog.pricing_units')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('code', '=', code)
    .executeTakeFirst();
}

/** The units that charges are priced in, by charge. */
export async function pricingUnitsOfCharges(
  transaction: TenantTransaction,
  chargeIds: string[],
): Promise<Map<string, AppliedPricingUnitView>> {
  if (chargeIds.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('catalog.applied_pricing_units as applied')
    .innerJoin('catalog.pricing_units as unit', 'unit.id', 'applied.pricing_unit_id')
    .select(['applied.charge_id', 'applied.conversion_rate', 'unit.id', 'unit.code', 'unit.short_name'])
    .where('applied.charge_id', 'in', chargeIds)
    .execute();
  return new Map(
    rows.map((row) => [
      row.charge_id,
      { id: row.id, code: row.code, shortName: row.short_name, conversionRate: row.conversion_rate },
    ]),
  );
}

/** Prices a charge in a unit; an existing unit of the charge stays and gets the new rate. */
export async function applyPricingUnit(
  transaction: TenantTransaction,
  row: Insertable<AppliedPricingUnitsTable>,
): Promise<void> {
  await tables(transaction)
    .insertInto('catalog.applied_pricing_units')
    .values(row)
    .onConflict((conflict) => conflict.column('charge_id').doUpdateSet({ conversion_rate: row.conversion_rate }))
    .execute();
}
