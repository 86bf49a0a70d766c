import { sql } from 'kysely';
import { adminRole } from '@tollgate/contracts';
import { newId, paginate, type Page, type Transaction } from '@tollgate/platform';
import { tables } from '../identity.tables.js';

/** Whether the installation has a person. */
export async function hasPeople(transaction: Transaction): Promise<boolean> {
  const row = await tables(transaction).selectFrom('identity.users').select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Stores the setup link of the installation; a previous one ends. */
export async function replaceSetupLink(
  transaction: Transaction,
  tokenHash: string,
  now: Date,
  end: Date,
): Promise<void> {
  const row = { token_hash: tokenHash, created_at: now, expires_at: end };
  await tables(transaction)
    .insertInto('identity.setup_links')
    .values(row)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(row))
    .execute();
}

/** Uses up the setup link; of concurrent calls only one does. @returns false when it is unknown, used or outdated */
export async function takeSetupLink(transaction: Transaction, tokenHash: string, now: Date): Promise<boolean> {
  const { numDeletedRows: count } = await tables(transaction)
    .deleteFrom('identity.setup_links')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return count === 1n;
}

/** Whether a setup link could be used. */
export async function isSetupLink(transaction: Transaction, tokenHash: string, now: Date): Promise<boolean> {
  const row = await tables(transaction)
    .selectFrom('identity.setup_links')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** The organization that was made first; null without one. Identifiers sort by time, and sandboxes name another one. */
export async function firstOrganization(transaction: Transaction): Promise<string | null> {
  const row = await tables(transaction)
    .selectFrom('identity.organizations')
    .select('id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function markOperator(transaction: Transaction, userId: string): Promise<void> {
  await tables(transaction).updateTable('identity.users').set({ is_operator: true }).where('id', '=', userId).execute();
}

/** One page of the operators, by e-mail address. */
export async function listOperators(transaction: Transaction, page: Page) {
  const query = tables(transaction)
    .selectFrom('identity.users')
    .select(['id', 'email'])
    .where('is_operator', '=', true)
    .orderBy('email');
  return paginate(query, page);
}

/** Marks a person as operator or not. @returns the person; undefined for an unknown address */
export async function setOperator(
  transaction: Transaction,
  email: string,
  isOperator: boolean,
): Promise<{ id: string; email: string } | undefined> {
  return tables(transaction)
    .updateTable('identity.users')
    .set({ is_operator: isOperator })
    .where('email', '=', email)
    .returning(['id', 'email'])
    .executeTakeFirst();
}

export async function insertAdmin(
  transaction: Transaction,
  organizationId: string,
  userId: string,
  now: Date,
): Promise<void> {
  await tables(transaction)
    .insertInto('identity.memberships')
    .values({
      id: newId(),
      organization_id: organizationId,
      user_id: userId,
      roles: [adminRole],
      status: 'active',
      created_at: now,
      revoked_at: null,
    })
    .execute();
}

/** The number of organizations of a person. */
export async function countMemberships(transaction: Transaction, userId: string): Promise<number> {
  const { count } = await tables(transaction)
    .selectFrom('identity.memberships')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow();
  return count;
}
