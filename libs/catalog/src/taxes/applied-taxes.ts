import { sql } from 'kysely';
import { groupBy, type TenantTransaction } from '@tollgate/platform';
import type { Scope } from '../scope.js';
import { readTaxesByCode, taxCodesInAnyCase } from './taxes.reader.js';
import type { TaxRow } from './taxes.repository.js';

/** The owners of applied taxes: each has a table `<owner>_taxes`. */
type Owner = 'plan' | 'charge' | 'add_on' | 'fixed_charge' | 'billing_entity';

const tableOf = (owner: Owner) => sql.table(`catalog.${owner}_taxes`);
const columnOf = (owner: Owner) => sql.ref(`${owner}_id`);

async function taxesOf(transaction: TenantTransaction, owner: Owner, ids: string[]): Promise<Map<string, TaxRow[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<TaxRow & { owner_id: string }>`
    select tax.*, applied.${columnOf(owner)} as owner_id
    from ${tableOf(owner)} applied join catalog.taxes tax on tax.id = applied.tax_id
    where applied.${columnOf(owner)} = any(${ids}::uuid[])
    order by tax.created_at, tax.id
  `.execute(transaction);
  return groupBy(rows, (row) => row.owner_id);
}

async function replaceTaxes({ transaction }: Scope, owner: Owner, id: string, codes: string[]): Promise<void> {
  const taxIds = (await readTaxesByCode(transaction, codes)).map((tax) => tax.id);
  await sql`delete from ${tableOf(owner)} where ${columnOf(owner)} = ${id}`.execute(transaction);
  if (taxIds.length === 0) return;
  await sql`
    insert into ${tableOf(owner)} (organization_id, ${columnOf(owner)}, tax_id)
    select ${transaction.organizationId}, ${id}, tax_id from unnest(${taxIds}::uuid[]) as tax_id
  `.execute(transaction);
}

/** Taxes of plans, by plan. */
export const taxesOfPlans = (transaction: TenantTransaction, ids: string[]) => taxesOf(transaction, 'plan', ids);
/** Taxes of charges, by charge. */
export const taxesOfCharges = (transaction: TenantTransaction, ids: string[]) => taxesOf(transaction, 'charge', ids);
/** Taxes of add-ons, by add-on. */
export const taxesOfAddOns = (transaction: TenantTransaction, ids: string[]) => taxesOf(transaction, 'add_on', ids);
/** Taxes of fixed charges, by fixed charge. */
export const taxesOfFixedCharges = (transaction: TenantTransaction, ids: string[]) =>
  taxesOf(transaction, 'fixed_charge', ids);

/** Replaces the taxes of a plan by code. @throws NotFound `tax_not_found` */
export const replacePlanTaxes = (scope: Scope, id: string, codes: string[]) => replaceTaxes(scope, 'plan', id, codes);
/** Replaces the taxes of a charge by code. @throws NotFound `tax_not_found` */
export const replaceChargeTaxes = (scope: Scope, id: string, codes: string[]) =>
  replaceTaxes(scope, 'charge', id, codes);
/** Replaces the taxes of an add-on by code. @throws NotFound `tax_not_found` */
export const replaceAddOnTaxes = (scope: Scope, id: string, codes: string[]) =>
  replaceTaxes(scope, 'add_on', id, codes);
/** Replaces the taxes of a fixed charge by code. @throws NotFound `tax_not_found` */
export const replaceFixedChargeTaxes = (scope: Scope, id: string, codes: string[]) =>
  replaceTaxes(scope, 'fixed_charge', id, codes);
/** Taxes of issuers, by issuer. */
export const taxesOfBillingEntities = (transaction: TenantTransaction, ids: string[]) =>
  taxesOf(transaction, 'billing_entity', ids);
/** Replaces the taxes of an issuer by code, case-insensitively. @throws NotFound `tax_not_found` */
export const replaceBillingEntityTaxes = async (scope: Scope, id: string, codes: string[]) =>
  replaceTaxes(scope, 'billing_entity', id, await taxCodesInAnyCase(scope.transaction, codes));
