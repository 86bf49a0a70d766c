import { sql, type Insertable, type Selectable } from 'kysely';
import type { Transaction } from '@tollgate/platform';
import { tables, type CredentialsTable, type UsersTable } from '../identity.tables.js';

export type UserRow = Selectable<UsersTable>;
export type CredentialsRow = Selectable<CredentialsTable>;

/** A person with credentials; `credentials` is null for one who has only signed in at a provider. */
export interface Account {
  user: UserRow;
  credentials: CredentialsRow | null;
}

async function findAccount(
  transaction: Transaction,
  column: 'email' | 'id',
  value: string,
  lock = false,
): Promise<Account | null> {
  let query = tables(transaction).selectFrom('identity.users').selectAll().where(column, '=', value);
  if (lock) query = query.forUpdate();
  const user = await query.executeTakeFirst();
  // Queries credentials even for an unknown person, so that the time is the same.
  const credentials = await tables(transaction)
    .selectFrom('identity.credentials')
    .selectAll()
    .where('id', '=', user?.id ?? '00000000-0000-0000-0000-000000000000')
    .executeTakeFirst();
  return user ? { user, credentials: credentials ?? null } : null;
}

export const accountOfEmail = (transaction: Transaction, email: string) => findAccount(transaction, 'email', email);
export const accountOfUser = (transaction: Transaction, id: string) => findAccount(transaction, 'id', id);
/** Locks the person's credentials until the transaction ends. */
export const lockedAccount = (transaction: Transaction, id: string) => findAccount(transaction, 'id', id, true);

/** @returns false when a person with that address exists already */
export async function insertUser(transaction: Transaction, user: Insertable<UsersTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows: count } = await tables(transaction)
    .insertInto('identity.users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirstOrThrow();
  return count === 1n;
}

/** Sets a person's password. @param isProved whether its holder has just proved to read mails of the address */
export async function setPassword(
  transaction: Transaction,
  userId: string,
  hash: string,
  { now, isProved }: { now: Date; isProved: boolean },
): Promise<void> {
  const changes = { password_hash: hash, password_changed_at: now, ...(isProved ? { proved_at: now } : {}) };
  await tables(transaction)
    .insertInto('identity.credentials')
    .values({ id: userId, proved_at: null, totp_secret: null, totp_confirmed_at: null, ...changes })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changes))
    .execute();
}

/** Records that a person proved to read mails of its address. The password may belong to another person. */
export async function proveAddress(transaction: Transaction, userId: string, now: Date): Promise<void> {
  await tables(transaction)
    .updateTable('identity.users')
    .set({ email_verified_at: now })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .execute();
}

/** Records that the person who proved its address knows the password as well. */
export async function provePassword(transaction: Transaction, userId: string, now: Date): Promise<void> {
  await proveAddress(transaction, userId, now);
  await tables(transaction)
    .updateTable('identity.credentials')
    .set({ proved_at: now })
    .where('id', '=', userId)
    .where('proved_at', 'is', null)
    .execute();
}

/** Ends sessions of a person. @param except the one that stays; null for none */
export async function endSessions(transaction: Transaction, userId: string, except: string | null): Promise<void> {
  let query = tables(transaction).deleteFrom('identity.sessions').where('user_id', '=', userId);
  if (except !== null) query = query.where('id', '!=', except);
  await query.execute();
}

/** Whether a person has anything beside an organization: a password, a session, or a membership of another one. */
export async function isUsedElsewhere(
  transaction: Transaction,
  { user, credentials }: Account,
  organizationId: string,
): Promise<boolean> {
  if (credentials) return true;
  const session = await tables(transaction)
    .selectFrom('identity.sessions')
    .select('id')
    .where('user_id', '=', user.id)
    .where('expires_at', '>', new Date())
    .where(sql<boolean>`organization_id is distinct from ${organizationId}`)
    .executeTakeFirst();
  const membership = await tables(transaction)
    .selectFrom('identity.memberships')
    .select('id')
    .where('user_id', '=', user.id)
    .where('status', '=', 'active')
    .where('organization_id', '!=', organizationId)
    .executeTakeFirst();
  return session !== undefined || membership !== undefined;
}

/** Removes the authenticator of a person and its recovery codes. */
export async function clearTwoFactor(transaction: Transaction, userId: string): Promise<void> {
  await tables(transaction)
    .updateTable('identity.credentials')
    .set({ totp_secret: null, totp_confirmed_at: null, totp_last_step: 0n })
    .where('id', '=', userId)
    .execute();
  await tables(transaction).deleteFrom('identity.recovery_codes').where('user_id', '=', userId).execute();
}
