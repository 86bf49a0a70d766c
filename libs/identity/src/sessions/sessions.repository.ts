import { sql, type Selectable } from 'kysely';
import type { Transaction } from '@tollgate/platform';
import type { AllowedMethods } from '../access/login-methods.rules.js';
import type { EntryRow } from '../access/entry-rights.js';
import {
  endOfSession,
  entriesOfSession,
  longestIdleMs,
  mostMemberships,
  vouchedFor,
} from '../access/sessions.reader.js';
import { tables, type SessionsTable } from '../identity.tables.js';

export type SessionRow = Selectable<SessionsTable>;

/** Sessions of one person; a newer one ends the oldest. */
export const mostSessions = 50;

/** Inserts a session and deletes the person's ended sessions, and the oldest beyond the limit. */
export async function insertSession(transaction: Transaction, row: SessionRow): Promise<void> {
  await tables(transaction).insertInto('identity.sessions').values(row).execute();
  const idleSince = new Date(row.created_at.getTime() - longestIdleMs);
  await sql`
    delete from identity.sessions where user_id = ${row.user_id} and (
      expires_at <= ${row.created_at}
      or is_console and coalesce(last_used_at, created_at) <= ${idleSince}
      or id in (select id from identity.sessions where user_id = ${row.user_id}
        order by created_at desc, id desc offset ${mostSessions}))`.execute(transaction);
}

/** The active sessions of a person, newest first. */
export async function listSessions(transaction: Transaction, userId: string): Promise<SessionRow[]> {
  const now = new Date();
  const rows = await tables(transaction)
    .selectFrom('identity.sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostSessions)
    .execute();
  return rows.filter((row) => endOfSession(row) > now);
}

/** Updates the last use of sessions; an earlier time than the stored one changes nothing. */
export async function writeSessionUses(transaction: Transaction, uses: Map<string, Date>): Promise<void> {
  await sql`
    update identity.sessions session set last_used_at = used.at
    from unnest(${[...uses.keys()]}::uuid[], ${[...uses.values()]}::timestamptz[]) as used (id, at)
    where session.id = used.id and (session.last_used_at is null or session.last_used_at < used.at)
  `.execute(transaction);
}

export async function findSession(
  transaction: Transaction,
  userId: string,
  id: string,
): Promise<SessionRow | undefined> {
  return tables(transaction)
    .selectFrom('identity.sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Whether the login of a session still holds. */
export async function isVouchedFor(transaction: Transaction, id: string): Promise<boolean> {
  const row = await tables(transaction)
    .selectFrom('identity.sessions as session')
    .select(vouchedFor.as('holds'))
    .where('session.id', '=', id)
    .executeTakeFirst();
  return row?.holds ?? false;
}

export async function deleteSession(
  transaction: Transaction,
  userId: string,
  id: string,
): Promise<SessionRow | undefined> {
  return tables(transaction)
    .deleteFrom('identity.sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

export interface MembershipWithOrganization extends AllowedMethods {
  id: string;
  /** Whether a provider alone vouched for the person who joined. */
  by_provider: boolean;
  roles: string[];
  organization_id: string;
  organization_name: string;
  slug: string | null;
  sandbox: boolean;
  suspended_at: Date | null;
}

/** The stay of an operator, with its organization. */
export interface Entered {
  entry: EntryRow;
  organization: { id: string; name: string; slug: string | null; sandbox: boolean; suspended_at: Date | null };
}

/** The organizations that the operator of a session entered. */
export async function enteredOf(transaction: Transaction, sessionId: string): Promise<Entered[]> {
  const entries = await entriesOfSession(transaction, sessionId);
  if (entries.length === 0) return [];
  const organizations = await tables(transaction)
    .selectFrom('identity.organizations as organization')
    .select(['organization.id', 'organization.name', 'organization.slug'])
    .select(['organization.sandbox', 'organization.suspended_at'])
    .where(
      'organization.id',
      'in',
      entries.map((entry) => entry.organization_id),
    )
    .execute();
  const byId = new Map(organizations.map((organization) => [organization.id, organization]));
  return entries.flatMap((entry) => {
    const organization = byId.get(entry.organization_id);
    return organization ? [{ entry, organization }] : [];
  });
}

/** Records that the person of a session proved its identity again. */
export async function confirmSession(transaction: Transaction, id: string, now: Date): Promise<SessionRow | undefined> {
  return tables(transaction)
    .updateTable('identity.sessions')
    .set({ confirmed_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** The organizations that a person belongs to. @param only restricts them to one; null for all */
export async function membershipsOf(
  transaction: Transaction,
  userId: string,
  only: string | null,
): Promise<MembershipWithOrganization[]> {
  let query = tables(transaction)
    .selectFrom('identity.memberships as membership')
    .innerJoin('identity.organizations as organization', 'organization.id', 'membership.organization_id')
    .select(['membership.id', 'membership.roles', 'membership.organization_id'])
    .select(['organization.name as organization_name', 'organization.slug', 'organization.sandbox'])
    .select(['organization.login_methods', 'organization.email_password_since', 'organization.open_id_since'])
    .select(['membership.by_provider', 'organization.suspended_at'])
    .where('membership.user_id', '=', userId)
    .where('membership.status', '=', 'active');
  if (only !== null) query = query.where('membership.organization_id', '=', only);
  return query.orderBy('membership.created_at').orderBy('membership.id').limit(mostMemberships).execute();
}
