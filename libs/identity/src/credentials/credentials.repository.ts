import type { Insertable, Selectable } from 'kysely';
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

/** Sets a person's password. */
export async function setPassword(transaction: Transaction, userId: string, hash: string, now: Date): Promise<void> {
  await tables(transaction)
    .insertInto('identity.credentials')
    .values({ id: userId, password_hash: hash, password_changed_at: now, totp_secret: null, totp_confirmed_at: null })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ password_hash: hash, password_changed_at: now }))
    .execute();
}

/** Ends sessions of a person. @param except the one that stays; null for none */
export async function endSessions(transaction: Transaction, userId: string, except: string | null): Promise<void> {
  let query = tables(transaction).deleteFrom('identity.sessions').where('user_id', '=', userId);
  if (except !== null) query = query.where('id', '!=', except);
  await query.execute();
}

/**
 * Removes everything set up to sign in by password: password, authenticator, recovery codes, and the sessions opened
 * with it. Sessions of an organization's provider stay, as they are valid for that organization only.
 * @returns whether there was a password
 */
export async function removeCredentials(transaction: Transaction, userId: string): Promise<boolean> {
  await tables(transaction).deleteFrom('identity.recovery_codes').where('user_id', '=', userId).execute();
  const { numDeletedRows: count } = await tables(transaction)
    .deleteFrom('identity.credentials')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await tables(transaction)
    .deleteFrom('identity.sessions')
    .where('user_id', '=', userId)
    .where('login_method', '=', 'email_password')
    .execute();
  return count > 0n;
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
