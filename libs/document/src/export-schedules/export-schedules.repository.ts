import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { followsWallClock } from '@tollgate/identity/reader';
import { paginate, type Page, type TenantTransaction, type Transaction } from '@tollgate/platform';
import { tables, type DataExportSchedulesTable, type DataExportsTable } from '../tables/document.tables.js';

export type ScheduleRow = Selectable<DataExportSchedulesTable>;
/** The last run of a schedule. */
export type LastRun = Pick<Selectable<DataExportsTable>, 'id' | 'status' | 'error' | 'created_at'>;

const mostOrganizations = 10_000;

const live = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('document.data_export_schedules')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('deleted_at', 'is', null);

export async function insertSchedule(
  transaction: TenantTransaction,
  row: Insertable<DataExportSchedulesTable>,
): Promise<ScheduleRow> {
  return tables(transaction)
    .insertInto('document.data_export_schedules')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findSchedule(transaction: TenantTransaction, id: string): Promise<ScheduleRow | undefined> {
  return live(transaction).where('id', '=', id).executeTakeFirst();
}

export async function countSchedules(transaction: TenantTransaction): Promise<number> {
  const rows = await live(transaction).execute();
  return rows.length;
}

/** Reads one page of schedules, newest first. */
export async function listSchedules(transaction: TenantTransaction, page: Page) {
  return paginate(live(transaction).orderBy('created_at', 'desc').orderBy('id', 'desc'), page);
}

/** The last run of each schedule, in one statement. */
export async function lastRuns(transaction: TenantTransaction, scheduleIds: string[]): Promise<Map<string, LastRun>> {
  if (scheduleIds.length === 0) return new Map();
  const { rows } = await sql<LastRun & { schedule_id: string }>`
    select distinct on (schedule_id) schedule_id, id, status, error, created_at
    from document.data_exports
    where organization_id = ${transaction.organizationId} and schedule_id = any(${scheduleIds}::uuid[])
    order by schedule_id, created_at desc, id desc
  `.execute(transaction);
  return new Map(rows.map(({ schedule_id: schedule, ...run }) => [schedule, run]));
}

export async function updateSchedule(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<DataExportSchedulesTable>,
): Promise<ScheduleRow | undefined> {
  return tables(transaction)
    .updateTable('document.data_export_schedules')
    .set(changes)
    .where('organization_id', '=', transaction.organizationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Locks the due schedule that waits longest; concurrent callers get others. */
export async function lockDueSchedule(transaction: TenantTransaction, until: Date): Promise<ScheduleRow | undefined> {
  return live(transaction)
    .where('next_at', '<=', until)
    .orderBy('next_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** When the next run of an organization is due. */
export async function nextScheduled(transaction: TenantTransaction): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(next_at) as at from document.data_export_schedules
    where organization_id = ${transaction.organizationId} and deleted_at is null
  `.execute(transaction);
  return rows[0]?.at ?? null;
}

/** Organizations on the wall clock with due schedules. */
export async function organizationsWithSchedules(transaction: Transaction, until: Date): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    select distinct organization_id from document.data_export_schedules schedule
    where next_at <= ${until} and deleted_at is null and ${sql.raw(followsWallClock('schedule.organization_id'))}
    limit ${mostOrganizations}
  `.execute(transaction);
  return rows.map((row) => row.organization_id);
}

/** Since when the oldest due run of organizations on the wall clock waits. */
export async function oldestSchedule(transaction: Transaction, now: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(next_at) as at from document.data_export_schedules schedule
    where next_at <= ${now} and deleted_at is null and ${sql.raw(followsWallClock('schedule.organization_id'))}
  `.execute(transaction);
  return rows[0]?.at ?? undefined;
}
