import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { SecurityLogFilters } from '@tollgate/contracts';
import { isId, paginate, type TenantTransaction, type Transaction } from '@tollgate/platform';
import { tables, type SecurityLogsTable } from '../identity.tables.js';

export type SecurityLogRow = Selectable<SecurityLogsTable>;

const logs = (transaction: TenantTransaction) =>
  tables(transaction).selectFrom('identity.security_logs').where('organization_id', '=', transaction.organizationId);

export async function insertSecurityLog(
  transaction: TenantTransaction,
  row: Insertable<SecurityLogsTable>,
): Promise<void> {
  await tables(transaction).insertInto('identity.security_logs').values(row).execute();
}

export async function findSecurityLog(transaction: TenantTransaction, id: string): Promise<SecurityLogRow | undefined> {
  return logs(transaction).selectAll().where('id', '=', id).executeTakeFirst();
}

/** One page of the filtered entries, latest first. */
export async function listSecurityLogs(transaction: TenantTransaction, filters: SecurityLogFilters) {
  const { from_date: from, to_date: to, log_types: types, log_events: events } = filters;
  const { user_ids: users, api_key_ids: keys } = filters;
  return paginate(
    logs(transaction)
      .selectAll()
      .where('logged_at', '<=', to)
      .$if(from !== undefined, (query) => query.where('logged_at', '>=', from as Date))
      .$if(types !== undefined, (query) => query.where(sql<boolean>`log_type = any(${types}::text[])`))
      .$if(events !== undefined, (query) => query.where(sql<boolean>`log_event = any(${events}::text[])`))
      .$if(users !== undefined, (query) => query.where(sql<boolean>`user_id = any(${users?.filter(isId)}::uuid[])`))
      .$if(keys !== undefined, (query) => query.where(sql<boolean>`api_key_id = any(${keys?.filter(isId)}::uuid[])`))
      .orderBy('logged_at', 'desc')
      .orderBy('id', 'desc'),
    filters,
  );
}

/** @returns the number of removed entries, at most `limit` */
export async function deleteOldSecurityLogs(transaction: Transaction, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from identity.security_logs
    where id in (select id from identity.security_logs where created_at < ${before} order by created_at limit ${limit})
  `.execute(transaction);
  return Number(numAffectedRows ?? 0n);
}

/** Entries of a person, the latest first. */
export async function securityLogsOfPerson(
  transaction: TenantTransaction,
  email: string,
  limit: number,
): Promise<SecurityLogRow[]> {
  return tables(transaction)
    .selectFrom('identity.security_logs')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('user_email', '=', email)
    .orderBy('logged_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
