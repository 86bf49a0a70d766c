import type { Selectable, Updateable } from 'kysely';
import type { TaxProviderName } from '@tollgate/contracts';
import { paginate, type Page, type TenantTransaction } from '@tollgate/platform';
import { tables } from '../invoicing.tables.js';
import type { TaxProvidersTable } from './tax-engines.tables.js';

export type TaxProviderRow = Selectable<TaxProvidersTable>;

/** Where the secret of a connection is stored. */
export const placeOfSecret = ({ id, organization_id: organizationId }: { id: string; organization_id: string }) => ({
  schema: 'invoicing',
  table: 'tax_providers',
  column: 'secret',
  id,
  organizationId,
});

const connected = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('invoicing.tax_providers')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('deleted_at', 'is', null);

export async function findTaxProvider(
  transaction: TenantTransaction,
  code: string,
): Promise<TaxProviderRow | undefined> {
  return connected(transaction).where('code', '=', code).executeTakeFirst();
}

/** The connection to an engine by the code of its integration. */
export async function findConnectionOf(
  transaction: TenantTransaction,
  { engine, code }: { engine: TaxProviderName; code: string },
): Promise<TaxProviderRow | undefined> {
  return connected(transaction).where('provider', '=', engine).where('code', '=', code).executeTakeFirst();
}

/** A connection by its id, unless it is disconnected. */
export async function taxProviderById(transaction: TenantTransaction, id: string): Promise<TaxProviderRow | undefined> {
  return connected(transaction).where('id', '=', id).executeTakeFirst();
}

export async function listTaxProviders(transaction: TenantTransaction, page: Page) {
  return paginate(connected(transaction).orderBy('created_at', 'desc').orderBy('id', 'desc'), page);
}

export async function insertTaxProvider(
  transaction: TenantTransaction,
  row: Omit<TaxProviderRow, 'deleted_at'>,
): Promise<void> {
  await tables(transaction)
    .insertInto('invoicing.tax_providers')
    .values({ ...row, mappings: JSON.stringify(row.mappings), deleted_at: null })
    .execute();
}

export async function updateTaxProvider(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<TaxProvidersTable>,
): Promise<void> {
  await tables(transaction).updateTable('invoicing.tax_providers').set(changes).where('id', '=', id).execute();
}

/** Disconnects an engine once, and deletes its keys. @returns whether it was connected */
export async function removeTaxProvider(transaction: TenantTransaction, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows: count } = await tables(transaction)
    .updateTable('invoicing.tax_providers')
    .set({ secret: '', deleted_at: at, updated_at: at })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count > 0n;
}
