import { tablesOf, type Transaction } from '@tollgate/platform';
import type { CatalogTables } from '../catalog.tables.js';
import { groupBy } from '../grouping.js';
import type { Scope } from '../scope.js';
import { readTaxesByCode } from './taxes.reader.js';
import type { TaxRow } from './taxes.repository.js';

const tables = (transaction: Transaction) => tablesOf<CatalogTables>(transaction);

/** Taxes of plans, by plan. */
export async function taxesOfPlans(transaction: Transaction, planIds: string[]): Promise<Map<string, TaxRow[]>> {
  if (planIds.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('catalog.plan_taxes as applied')
    .innerJoin('catalog.taxes as tax', 'tax.id', 'applied.tax_id')
    .selectAll('tax')
    .select('applied.plan_id as owner_id')
    .where('applied.plan_id', 'in', planIds)
    .orderBy('tax.created_at')
    .orderBy('tax.id')
    .execute();
  return groupBy(rows, (row) => row.owner_id);
}

/** Taxes of charges, by charge. */
export async function taxesOfCharges(transaction: Transaction, chargeIds: string[]): Promise<Map<string, TaxRow[]>> {
  if (chargeIds.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('catalog.charge_taxes as applied')
    .innerJoin('catalog.taxes as tax', 'tax.id', 'applied.tax_id')
    .selectAll('tax')
    .select('applied.charge_id as owner_id')
    .where('applied.charge_id', 'in', chargeIds)
    .orderBy('tax.created_at')
    .orderBy('tax.id')
    .execute();
  return groupBy(rows, (row) => row.owner_id);
}

/** Gives a plan the taxes of these codes and no others. @throws NotFound `tax_not_found` */
export async function replacePlanTaxes({ transaction, organizationId }: Scope, planId: string, codes: string[]): Promise<void> {
  const taxes = await readTaxesByCode(transaction, organizationId, codes);
  await tables(transaction).deleteFrom('catalog.plan_taxes').where('plan_id', '=', planId).execute();
  if (taxes.length === 0) return;
  await tables(transaction)
    .insertInto('catalog.plan_taxes')
    .values(taxes.map(({ id }) => ({ organization_id: organizationId, plan_id: planId, tax_id: id })))
    .execute();
}

/** Gives a charge the taxes of these codes and no others. @throws NotFound `tax_not_found` */
export async function replaceChargeTaxes({ transaction, organizationId }: Scope, chargeId: string, codes: string[]): Promise<void> {
  const taxes = await readTaxesByCode(transaction, organizationId, codes);
  await tables(transaction).deleteFrom('catalog.charge_taxes').where('charge_id', '=', chargeId).execute();
  if (taxes.length === 0) return;
  await tables(transaction)
    .insertInto('catalog.charge_taxes')
    .values(taxes.map(({ id }) => ({ organization_id: organizationId, charge_id: chargeId, tax_id: id })))
    .execute();
}
