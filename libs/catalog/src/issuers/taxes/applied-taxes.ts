import { sql } from 'kysely';
import { groupBy, type TenantTransaction } from '@tollgate/platform';
import type { Scope } from '../../scope.js';
import { noteUses } from '../repositories/note-uses.js';
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

/** The new taxes of one owner. */
export interface OwnerTaxes {
  ownerId: string;
  taxIds: string[];
}

/** Applies taxes to owners that have none, in one statement. */
async function applyTaxes({ transaction }: Scope, owner: Owner, owners: OwnerTaxes[]): Promise<void> {
  const applied = owners.flatMap(({ ownerId, taxIds }) => taxIds.map((taxId) => ({ ownerId, taxId })));
  if (applied.length === 0) return;
  await sql`
    insert into ${tableOf(owner)} (organization_id, ${columnOf(owner)}, tax_id)
    select ${transaction.organizationId}::uuid, applied.owner_id, applied.tax_id
    from unnest(
      ${applied.map(({ ownerId }) => ownerId)}::uuid[], ${applied.map(({ taxId }) => taxId)}::uuid[]
    ) as applied (owner_id, tax_id)
  `.execute(transaction);
}

async function replaceTaxes(scope: Scope, owner: Owner, { ownerId, taxIds }: OwnerTaxes): Promise<void> {
  await sql`delete from ${tableOf(owner)} where ${columnOf(owner)} = ${ownerId}`.execute(scope.transaction);
  await applyTaxes(scope, owner, [{ ownerId, taxIds }]);
}

async function replaceTaxesByCode(scope: Scope, owner: Owner, ownerId: string, codes: string[]): Promise<void> {
  const taxes = await readTaxesByCode(scope.transaction, codes);
  await replaceTaxes(scope, owner, { ownerId, taxIds: taxes.map(({ id }) => id) });
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

/** Applies taxes to a new plan. */
export const applyPlanTaxes = (scope: Scope, taxes: OwnerTaxes) => applyTaxes(scope, 'plan', [taxes]);
/** Applies taxes to new charges. */
export const applyChargeTaxes = (scope: Scope, taxes: OwnerTaxes[]) => applyTaxes(scope, 'charge', taxes);
/** Applies taxes to new fixed charges. */
export const applyFixedChargeTaxes = (scope: Scope, taxes: OwnerTaxes[]) => applyTaxes(scope, 'fixed_charge', taxes);

/** Replaces the taxes of a plan. */
export const replacePlanTaxes = (scope: Scope, taxes: OwnerTaxes) => replaceTaxes(scope, 'plan', taxes);
/** Replaces the taxes of a charge. */
export const replaceChargeTaxes = (scope: Scope, taxes: OwnerTaxes) => replaceTaxes(scope, 'charge', taxes);
/** Replaces the taxes of a fixed charge. */
export const replaceFixedChargeTaxes = (scope: Scope, taxes: OwnerTaxes) => replaceTaxes(scope, 'fixed_charge', taxes);

/** Replaces the taxes of an add-on by code. @throws NotFound `tax_not_found` */
export const replaceAddOnTaxes = (scope: Scope, id: string, codes: string[]) =>
  replaceTaxesByCode(scope, 'add_on', id, codes);
/** Taxes of issuers, by issuer. */
export const taxesOfBillingEntities = (transaction: TenantTransaction, ids: string[]) =>
  taxesOf(transaction, 'billing_entity', ids);
/** Replaces the taxes of an issuer by code, case-insensitively. @throws NotFound `tax_not_found` */
export async function replaceBillingEntityTaxes(scope: Scope, id: string, codes: string[]): Promise<void> {
  const { transaction } = scope;
  const applied = async () => ((await taxesOf(transaction, 'billing_entity', [id])).get(id) ?? []).map((tax) => tax.id);
  const before = await applied();
  await replaceTaxesByCode(scope, 'billing_entity', id, await taxCodesInAnyCase(transaction, codes));
  await noteUses(transaction, 'catalog.taxes', { before, after: await applied() });
}
