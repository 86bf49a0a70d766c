import { type SortsOf, type TaxFilters } from '@tollgate/contracts';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { instantKey, listForm, nameKey, narrowed, readList, textKey, type TenantTransaction } from '@tollgate/platform';
import { tables } from '../../model/tables/catalog.tables.js';
import { defaultBillingEntityId } from '../repositories/billing-entities.repository.js';
import { noteUses } from '../repositories/note-uses.js';
import type { TaxesTable } from '../../model/tables/taxes.tables.js';

export type TaxRow = Selectable<TaxesTable>;

const live = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('catalog.taxes')
    .where('organization_id', '=', transaction.organizationId)
    .where('deleted_at', 'is', null);

export async function insertTax(transaction: TenantTransaction, row: Insertable<TaxesTable>): Promise<TaxRow> {
  return tables(transaction).insertInto('catalog.taxes').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function findTax(transaction: TenantTransaction, code: string): Promise<TaxRow | undefined> {
  return live(transaction).selectAll().where('code', '=', code).executeTakeFirst();
}

export async function updateTax(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<TaxesTable>,
): Promise<TaxRow> {
  if (Object.keys(changes).length === 0) {
    return tables(transaction).selectFrom('catalog.taxes').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  }
  return tables(transaction)
    .updateTable('catalog.taxes')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes a tax, once. @returns whether it still existed */
export async function deleteTax(transaction: TenantTransaction, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows: count } = await tables(transaction)
    .updateTable('catalog.taxes')
    .set({ deleted_at: at })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count > 0n;
}

const list = listForm<SortsOf<TaxFilters>>({
  updated: 'created_at',
  keys: { name: textKey('name'), created_at: instantKey('created_at'), code: nameKey('code') },
  order: [
    ['name', 'asc'],
    ['created_at', 'desc'],
    ['id', 'asc'],
  ],
  searched: ['name', 'code', 'description'],
});

/** The taxes that match the filters of a list, unordered. */
export const taxesFound = (transaction: TenantTransaction, filters: TaxFilters) =>
  narrowed(live(transaction).selectAll(), list, filters);

/** One page of taxes: by name, then newest first (catalog, section 1.6). */
export async function listTaxes(transaction: TenantTransaction, filters: TaxFilters) {
  return readList(transaction, taxesFound(transaction, filters), list, filters);
}

/** Adds a tax to the organization's default taxes, those of its default billing entity, or removes it. */
export async function applyToOrganization(
  transaction: TenantTransaction,
  taxId: string,
  applied: boolean,
): Promise<void> {
  const billingEntityId = await defaultBillingEntityId(transaction);
  if (billingEntityId === null) return;
  if (applied) {
    await tables(transaction)
      .insertInto('catalog.billing_entity_taxes')
      .values({ organization_id: transaction.organizationId, billing_entity_id: billingEntityId, tax_id: taxId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  } else {
    await tables(transaction)
      .deleteFrom('catalog.billing_entity_taxes')
      .where('billing_entity_id', '=', billingEntityId)
      .where('tax_id', '=', taxId)
      .execute();
  }
  await noteUses(transaction, 'catalog.taxes', { before: [], after: [taxId] });
}

/** Removes a tax from all its owners; fees of finalized invoices retain their copies. */
export async function detachTax(transaction: TenantTransaction, taxId: string): Promise<void> {
  await tables(transaction).deleteFrom('catalog.billing_entity_taxes').where('tax_id', '=', taxId).execute();
  await tables(transaction).deleteFrom('catalog.plan_taxes').where('tax_id', '=', taxId).execute();
  await tables(transaction).deleteFrom('catalog.charge_taxes').where('tax_id', '=', taxId).execute();
  await tables(transaction).deleteFrom('catalog.add_on_taxes').where('tax_id', '=', taxId).execute();
  await tables(transaction).deleteFrom('catalog.fixed_charge_taxes').where('tax_id', '=', taxId).execute();
  await tables(transaction).deleteFrom('catalog.commitment_taxes').where('tax_id', '=', taxId).execute();
}

export interface TaxApplication {
  tax_id: string;
  billing_entity_code: string;
  is_default: boolean;
}

/** The billing entities that taxes apply to. */
export async function taxApplications(transaction: TenantTransaction, taxIds: string[]): Promise<TaxApplication[]> {
  if (taxIds.length === 0) return [];
  const defaultId = await defaultBillingEntityId(transaction);
  const rows = await tables(transaction)
    .selectFrom('catalog.billing_entity_taxes as applied')
    .innerJoin('catalog.billing_entities as entity', 'entity.id', 'applied.billing_entity_id')
    .select(['applied.tax_id', 'entity.code', 'entity.id'])
    .where('applied.tax_id', 'in', taxIds)
    .where('entity.archived_at', 'is', null)
    .orderBy('entity.code')
    .execute();
  return rows.map((row) => ({ tax_id: row.tax_id, billing_entity_code: row.code, is_default: row.id === defaultId }));
}
