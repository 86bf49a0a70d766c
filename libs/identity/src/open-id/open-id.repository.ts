import type { LoginMethod } from '@tollgate/contracts';
import type { SecretPlace, TenantTransaction, Transaction } from '@tollgate/platform';
import type { Selectable } from 'kysely';
import { tables, type OpenIdConnectionsTable, type OpenIdSignInsTable } from '../identity.tables.js';

export type ConnectionRow = Selectable<OpenIdConnectionsTable>;
export type SignInRow = Selectable<OpenIdSignInsTable>;

/** Location of the sealed secret of an organization's client at its provider. */
export const clientSecretPlace = (organizationId: string, id: string): SecretPlace => ({
  schema: 'identity',
  table: 'open_id_connections',
  column: 'client_secret',
  id,
  organizationId,
});

export async function findConnection(transaction: TenantTransaction): Promise<ConnectionRow | undefined> {
  return tables(transaction)
    .selectFrom('identity.open_id_connections')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .executeTakeFirst();
}

/** Replaces the connection of an organization; unfinished sign-ins of the old one end. */
export async function replaceConnection(transaction: TenantTransaction, row: ConnectionRow | null): Promise<void> {
  const { organizationId } = transaction;
  for (const table of ['identity.open_id_sign_ins', 'identity.open_id_connections'] as const)
    await tables(transaction).deleteFrom(table).where('organization_id', '=', organizationId).execute();
  if (row) await tables(transaction).insertInto('identity.open_id_connections').values(row).execute();
}

/** The login methods of an organization; locks them until the transaction ends. */
export async function lockedLoginMethods(transaction: TenantTransaction): Promise<LoginMethod[]> {
  const { login_methods: methods } = await tables(transaction)
    .selectFrom('identity.organizations')
    .select('login_methods')
    .where('id', '=', transaction.organizationId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return methods;
}

export async function loginMethodsOf(transaction: TenantTransaction): Promise<LoginMethod[]> {
  const { login_methods: methods } = await tables(transaction)
    .selectFrom('identity.organizations')
    .select('login_methods')
    .where('id', '=', transaction.organizationId)
    .executeTakeFirstOrThrow();
  return methods;
}

/** Sets the login methods; sessions by the removed ones are no longer valid for the organization, now and later. */
export async function setLoginMethods(
  transaction: TenantTransaction,
  methods: LoginMethod[],
  removed: LoginMethod[],
): Promise<void> {
  const now = new Date();
  await tables(transaction)
    .updateTable('identity.organizations')
    .set({
      login_methods: methods,
      ...(removed.includes('email_password') ? { email_password_since: now } : {}),
      ...(removed.includes('open_id') ? { open_id_since: now } : {}),
    })
    .where('id', '=', transaction.organizationId)
    .execute();
}

/** The organization of a slug; null for none. */
export async function organizationOfSlug(transaction: Transaction, slug: string): Promise<string | null> {
  const row = await tables(transaction)
    .selectFrom('identity.organizations')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Stores a sign-in that has begun, and deletes expired ones. */
export async function insertSignIn(transaction: TenantTransaction, row: SignInRow): Promise<void> {
  await tables(transaction)
    .deleteFrom('identity.open_id_sign_ins')
    .where('organization_id', '=', transaction.organizationId)
    .where('expires_at', '<=', new Date())
    .execute();
  await tables(transaction).insertInto('identity.open_id_sign_ins').values(row).execute();
}

/** Deletes and returns a sign-in that has begun, so that it completes once. */
export async function takeSignIn(transaction: Transaction, stateHash: string): Promise<SignInRow | undefined> {
  return tables(transaction)
    .deleteFrom('identity.open_id_sign_ins')
    .where('state_hash', '=', stateHash)
    .returningAll()
    .executeTakeFirst();
}

/** The person of a provider's subject. */
export async function userOfSubject(
  transaction: TenantTransaction,
  issuer: string,
  subject: string,
): Promise<string | null> {
  const row = await tables(transaction)
    .selectFrom('identity.open_id_subjects')
    .select('user_id')
    .where('organization_id', '=', transaction.organizationId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

export async function linkSubject(
  transaction: TenantTransaction,
  issuer: string,
  subject: string,
  userId: string,
): Promise<void> {
  await tables(transaction)
    .insertInto('identity.open_id_subjects')
    .values({ organization_id: transaction.organizationId, issuer, subject, user_id: userId })
    .onConflict((conflict) => conflict.columns(['organization_id', 'issuer', 'subject']).doNothing())
    .execute();
}

/** Whether a provider has any subject for a person. */
export async function isLinked(transaction: TenantTransaction, issuer: string, userId: string): Promise<boolean> {
  const row = await tables(transaction)
    .selectFrom('identity.open_id_subjects')
    .select('subject')
    .where('organization_id', '=', transaction.organizationId)
    .where('issuer', '=', issuer)
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Links a subject to a person who has just joined, and replaces the earlier links of both. */
export async function relinkSubject(
  transaction: TenantTransaction,
  issuer: string,
  subject: string,
  userId: string,
): Promise<void> {
  await tables(transaction)
    .deleteFrom('identity.open_id_subjects')
    .where('organization_id', '=', transaction.organizationId)
    .where('issuer', '=', issuer)
    .where((where) => where.or([where('subject', '=', subject), where('user_id', '=', userId)]))
    .execute();
  await linkSubject(transaction, issuer, subject, userId);
}

/** Deletes the subjects of providers, as another client of a provider may use other ones. */
export async function deleteSubjects(transaction: TenantTransaction): Promise<void> {
  await tables(transaction)
    .deleteFrom('identity.open_id_subjects')
    .where('organization_id', '=', transaction.organizationId)
    .execute();
}

/** The active member with an id or an address. */
export async function activeMember(
  transaction: TenantTransaction,
  by: { userId: string } | { email: string },
): Promise<{ user_id: string } | undefined> {
  const query = tables(transaction)
    .selectFrom('identity.memberships as membership')
    .innerJoin('identity.users as person', 'person.id', 'membership.user_id')
    .select('membership.user_id')
    .where('membership.organization_id', '=', transaction.organizationId)
    .where('membership.status', '=', 'active');
  return 'userId' in by
    ? query.where('person.id', '=', by.userId).executeTakeFirst()
    : query.where('person.email', '=', by.email).executeTakeFirst();
}
