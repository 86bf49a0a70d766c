import { sql, type Selectable, type Updateable } from 'kysely';
import { brokenUniqueIndex, type TenantTransaction } from '@tollgate/platform';
import { tables, type OrganizationsTable, type OwnDays } from '../identity.tables.js';

/** The organization of the transaction's tenant. */
export async function ownOrganization(transaction: TenantTransaction): Promise<Selectable<OrganizationsTable>> {
  return tables(transaction)
    .selectFrom('identity.organizations')
    .selectAll()
    .where('id', '=', transaction.organizationId)
    .executeTakeFirstOrThrow();
}

export async function updateOrganization(
  transaction: TenantTransaction,
  changes: Updateable<OrganizationsTable>,
): Promise<void> {
  await tables(transaction)
    .updateTable('identity.organizations')
    .set(changes)
    .where('id', '=', transaction.organizationId)
    .execute();
}

/** Stores for how many days the organization keeps each kind of records. */
export const setRetention = (transaction: TenantTransaction, own: OwnDays): Promise<void> =>
  updateOrganization(transaction, { retention: JSON.stringify(own) });

/**
 * Sets the slug of the tenant's organization. No organization can read the slugs of others, so only the index detects a
 * conflict.
 * @returns false when another organization has the slug; nothing changes then, and the transaction continues
 */
export async function setSlug(transaction: TenantTransaction, slug: string): Promise<boolean> {
  await sql`savepoint slug`.execute(transaction);
  try {
    await updateOrganization(transaction, { slug });
    await sql`release savepoint slug`.execute(transaction);
    return true;
  } catch (error) {
    if (brokenUniqueIndex(error) !== 'organizations_slug') throw error;
    await sql`rollback to savepoint slug`.execute(transaction);
    return false;
  }
}
