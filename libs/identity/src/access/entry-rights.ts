import { sql, type Selectable } from 'kysely';
import { memberPermissions, type Route } from '@tollgate/contracts';
import type { Transaction } from '@tollgate/platform';
import { tables, type OperatorEntriesTable } from '../identity.tables.js';

export type EntryRow = Selectable<OperatorEntriesTable>;

const isView = (permission: string): boolean => permission.endsWith(':view');
/** Permissions to give access that outlasts the stay. */
const lasting = /^(developers:keys|organization:members|roles|authentication_methods):(?!view$)/;
/** Events, webhooks and logs have one permission for reading and changing; `admitsTo` limits it. */
const developers = 'developers:manage';

/** The permissions of an operator who entered an organization: never those to give lasting access. */
export const permissionsOfEntry = (mayChange: boolean): ReadonlySet<string> =>
  new Set(
    memberPermissions.filter(
      (permission) => !lasting.test(permission) && (mayChange || isView(permission) || permission === developers),
    ),
  );

/** Whether a stay admits to a call, beside its permissions: none hands out a credential, and one that reads only reads. */
export const admitsTo = (
  { mayChange }: { mayChange: boolean },
  { method, handsOut }: Pick<Route, 'method' | 'handsOut'>,
): boolean => handsOut !== true && (mayChange || method === 'GET');

/** The stays that are not over, of people who are operators still. */
export function openEntries(transaction: Transaction, now: Date) {
  return tables(transaction)
    .selectFrom('identity.operator_entries as entry')
    .selectAll('entry')
    .where('entry.left_at', 'is', null)
    .where('entry.expires_at', '>', now)
    .where(
      sql<boolean>`exists (select from identity.users person where person.id = entry.user_id and person.is_operator)`,
    )
    .orderBy('entry.created_at', 'desc');
}
