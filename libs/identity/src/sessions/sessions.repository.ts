import { sql, type Selectable } from 'kysely';
import type { LoginMethod } from '@tollgate/contracts';
import type { Transaction } from '@tollgate/platform';
import { mostMemberships, vouchedFor } from '../access/sessions.reader.js';
import { tables, type SessionsTable } from '../identity.tables.js';

export type SessionRow = Selectable<SessionsTable>;

/** Sessions of one person; a newer one ends the oldest. */
export const mostSessions = 50;

/** Inserts a session and deletes the person's expired sessions, and the oldest beyond the limit. */
export async function insertSession(transaction: Transaction, row: SessionRow): Promise<void> {
  await tables(transaction).insertInto('identity.sessions').values(row).execute();
  await sql`
    delete from identity.sessions where user_id = ${row.user_id} and (
      expires_at <= ${row.created_at}
      or id in (select id from identity.sessions where user_id = ${row.user_id}
        order by created_at desc, id desc offset ${mostSessions}))`.execute(transaction);
}

/** The active sessions of a person, newest first. */
export async function listSessions(transaction: Transaction, userId: string): Promise<SessionRow[]> {
  return tables(transaction)
    .selectFrom('identity.sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date())
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostSessions)
    .execute();
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

export interface MembershipWithOrganization {
  id: string;
  roles: string[];
  organization_id: string;
  organization_name: string;
  slug: string | null;
  login_methods: LoginMethod[];
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
    .select(['organization.name as organization_name', 'organization.slug', 'organization.login_methods'])
    .where('membership.user_id', '=', userId)
    .where('membership.status', '=', 'active');
  if (only !== null) query = query.where('membership.organization_id', '=', only);
  return query.orderBy('membership.created_at').orderBy('membership.id').limit(mostMemberships).execute();
}
