import type { Selectable } from 'kysely';
import type { TenantTransaction, Transaction } from '@tollgate/platform';
import { tables, type OpenIdLinksTable } from '../identity.tables.js';

export type LinkRow = Selectable<OpenIdLinksTable>;

/** Stores a link that waits for its person; a newer one replaces it. The link of an earlier mail ends. */
export async function putLink(transaction: TenantTransaction, row: Omit<LinkRow, 'organization_id' | 'token_hash'>) {
  await tables(transaction)
    .deleteFrom('identity.open_id_links')
    .where('organization_id', '=', transaction.organizationId)
    .where('expires_at', '<=', new Date())
    .execute();
  const values = { ...row, organization_id: transaction.organizationId, token_hash: null };
  await tables(transaction)
    .insertInto('identity.open_id_links')
    .values(values)
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doUpdateSet(values))
    .execute();
}

/**
 * Stores the token of a mail in the waiting link of a person.
 * @returns the name of the organization; undefined without such a link
 */
export async function mailedLink(
  transaction: TenantTransaction,
  userId: string,
  tokenHash: string,
): Promise<{ organization: string } | undefined> {
  return tables(transaction)
    .updateTable('identity.open_id_links as link')
    .from('identity.organizations as organization')
    .set({ token_hash: tokenHash })
    .whereRef('organization.id', '=', 'link.organization_id')
    .where('link.organization_id', '=', transaction.organizationId)
    .where('link.expires_at', '>', new Date())
    .where('link.user_id', '=', userId)
    .returning('organization.name as organization')
    .executeTakeFirst();
}

/** Deletes and returns a waiting link, so that it is confirmed once. */
export async function takeLink(transaction: Transaction, tokenHash: string): Promise<LinkRow | undefined> {
  return tables(transaction)
    .deleteFrom('identity.open_id_links')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', new Date())
    .returningAll()
    .executeTakeFirst();
}
