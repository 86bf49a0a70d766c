import type { Insertable } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { tables } from '../tables/catalog.tables.js';
import type { BillingEntitiesTable } from '../tables/billing-entities.tables.js';

/** Adds an issuer; one that is there already is left as it is. */
export async function insertBillingEntity(
  transaction: TenantTransaction,
  row: Insertable<BillingEntitiesTable>,
): Promise<void> {
  await tables(transaction)
    .insertInto('catalog.billing_entities')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The default issuer of an organization: its oldest active one. */
export async function defaultBillingEntityId(transaction: TenantTransaction): Promise<string | null> {
  const row = await tables(transaction)
    .selectFrom('catalog.billing_entities')
    .select('id')
    .where('organization_id', '=', transaction.organizationId)
    .where('archived_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst();
  return row?.id ?? null;
}
