import type { Selectable } from 'kysely';
import type { Transaction } from '@tollgate/platform';
import { tables, type CredentialsTable, type UsersTable } from '../identity.tables.js';

export type UserRow = Selectable<UsersTable>;
export type CredentialsRow = Selectable<CredentialsTable>;

/** A person with what proves who it is; `credentials` is null for one who has only been known by a provider. */
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
  // Asked for whoever there is, so that it takes as long for nobody.
  const credentials = await tables(transaction)
    .selectFrom('identity.credentials')
    .selectAll()
    .where('id', '=', user?.id ?? '00000000-0000-0000-0000-000000000000')
    .executeTakeFirst();
  return user ? { user, credentials: credentials ?? null } : null;
}

export const accountOfEmail = (transaction: Transaction, email: string) => findAccount(transaction, 'email', email);
export const accountOfUser = (transaction: Transaction, id: string) => findAccount(transaction, 'id', id);
/** Until the transaction ends nobody else changes what the person proves with who it is. */
export const lockedAccount = (transaction: Transaction, id: string) => findAccount(transaction, 'id', id, true);

/** @returns false where there is a person of that address already */
export async function insertUser(transaction: Transaction, user: UserRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows: count } = await tables(transaction)
    .insertInto('identity.users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirstOrThrow();
  return count === 1n;
}

/** Gives a person a password. */
export async function setPassword(transaction: Transaction, userId: string, hash: string, now: Date): Promise<void> {
  await tables(transaction)
    .insertInto('identity.credentials')
    .values({ id: userId, password_hash: hash, password_changed_at: now, totp_secret: null, totp_confirmed_at: null })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ password_hash: hash, password_changed_at: now }))
    .execute();
}

/** Ends sessions of a person. @param except the one that goes on; null for none */
export async function endSessions(transaction: Transaction, userId: string, except: string | null): Promise<void> {
  let query = tables(transaction).deleteFrom('identity.sessions').where('user_id', '=', userId);
  if (except !== null) query = query.where('id', '!=', except);
  await query.execute();
}

/**
 * Takes away what somebody set up to sign in with by password: password, authenticator, codes of recovery, and the sessions
 * that it opened. Sessions that the provider of an organization vouched for stay: they are that organization's alone.
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

/** Takes the authenticator of a person and its recovery codes away. */
export async function clearTwoFactor(transaction: Transaction, userId: string): Promise<void> {
  await tables(transaction)
    .updateTable('identity.credentials')
    .set({ totp_secret: null, totp_confirmed_at: null, totp_last_step: 0n })
    .where('id', '=', userId)
    .execute();
  await tables(transaction).deleteFrom('identity.recovery_codes').where('user_id', '=', userId).execute();
}
