import type { Insertable } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { batchesOf } from '../../batches.js';
import { tables } from '../../model/tables/catalog.tables.js';
import type { AppliedPricingUnitView } from '../../views.js';
import type { AppliedPricingUnitsTable, PricingUnitsTable } from '../../model/tables/pricing-units.tables.js';

export async function insertPricingUnit(
  transaction: TenantTransaction,
  row: Insertable<PricingUnitsTable>,
): Promise<void> {
  await tables(transaction).insertInto('catalog.pricing_units').values(row).execute();
}

/** The ids of pricing units, by code. */
export async function pricingUnitIds(transaction: TenantTransaction, codes: string[]): Promise<Map<string, string>> {
  if (codes.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('catalog.pricing_units')
    .select(['id', 'code'])
    .where('organization_id', '=', transaction.organizationId)
    .where('code', 'in', codes)
    .execute();
  return new Map(rows.map(({ id, code }) => [code, id]));
}

/** The names of pricing units, by id. */
export async function pricingUnitNames(
  transaction: TenantTransaction,
  ids: string[],
): Promise<Map<string, { code: string; shortName: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('catalog.pricing_units')
    .select(['id', 'code', 'short_name'])
    .where('organization_id', '=', transaction.organizationId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, { code: row.code, shortName: row.short_name }]));
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

/** An applied unit has four parameters. */
const rowsOfStatement = 10_000;

/** Prices charges in units; an existing unit of a charge stays and gets the new rate. */
export async function applyPricingUnits(
  transaction: TenantTransaction,
  rows: Insertable<AppliedPricingUnitsTable>[],
): Promise<void> {
  for (const batch of batchesOf(rows, rowsOfStatement)) {
    await tables(transaction)
      .insertInto('catalog.applied_pricing_units')
      .values(batch)
      .onConflict((conflict) =>
        conflict
          .column('charge_id')
          .doUpdateSet((update) => ({ conversion_rate: update.ref('excluded.conversion_rate') })),
      )
      .execute();
  }
}
