import { sql, type Selectable, type Updateable } from 'kysely';
import { brokenUniqueIndex, type TenantTransaction, type Transaction } from '@tollgate/platform';
import { tables, type OrganizationsTable, type OwnDays } from '../identity.tables.js';

/** The organization of the transaction's tenant. */
export async function ownOrganization(transaction: TenantTransaction): Promise<Selectable<OrganizationsTable>> {
  return tables(transaction)
    .selectFrom('identity.organizations')
    .selectAll()
    .where('id', '=', transaction.organizationId)
    .executeTakeFirstOrThrow();
}

/** A working organization by its slug or id, for calls without one; suspended ones are left out. */
export async function workingOrganization(
  transaction: Transaction,
  name: { slug: string } | { id: string },
): Promise<{ id: string; name: string; slug: string | null } | undefined> {
  const query = tables(transaction)
    .selectFrom('identity.organizations')
    .select(['id', 'name', 'slug'])
    .where('suspended_at', 'is', null);
  const found = 'id' in name ? query.where('id', '=', name.id) : query.where(hasSlug(name.slug));
  return found.executeTakeFirst();
}

/** Organizations without a slug have one of their id (`slugOf`); only that form reads all of them. */
const hasSlug = (slug: string) =>
  /^org-[0-9a-f]{12}$/.test(slug)
    ? sql<boolean>`(slug = ${slug} or (slug is null and right(replace(id::text, '-', ''), 12) = ${slug.slice(-12)}))`
    : sql<boolean>`slug = ${slug}`;

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
