import { sql, type Selectable } from 'kysely';
import { followsWallClock } from '@tollgate/identity/reader';
import type { TenantTransaction, Transaction } from '@tollgate/platform';
import { tables, type StatementSchedulesTable } from '../tables/document.tables.js';
import type { ScheduleState } from './schedule.rules.js';

export type ScheduleRow = Selectable<StatementSchedulesTable>;

const mostOrganizations = 10_000;

/** Locks the rows of customers that have one, in one order, so that two callers never wait for each other. */
export async function lockSchedules(
  transaction: TenantTransaction,
  customerIds: string[],
): Promise<Map<string, ScheduleRow>> {
  const rows = await tables(transaction)
    .selectFrom('document.statement_schedules')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where(sql<boolean>`customer_id = any(${customerIds}::uuid[])`)
    .orderBy('customer_id')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.customer_id, row]));
}

/** Makes rows without a state for customers that have none, so that they can be locked. */
export async function insertSchedules(transaction: TenantTransaction, customerIds: string[]): Promise<void> {
  await sql`
    insert into document.statement_schedules (organization_id, customer_id)
    select ${transaction.organizationId}, listed.id from unnest(${customerIds}::uuid[]) as listed (id)
    on conflict (customer_id) do nothing
  `.execute(transaction);
}

/** Stores the states of customers, in one statement. */
export async function storeSchedules(
  transaction: TenantTransaction,
  states: ReadonlyMap<string, ScheduleState>,
): Promise<void> {
  if (states.size === 0) return;
  const rows = [...states].map(([id, state]) => ({ ...state, customer_id: id }));
  await sql`
    update document.statement_schedules stored set
      schedule = listed.schedule, from_date = listed.from_date, to_date = listed.to_date, next_at = listed.next_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as listed
      (customer_id uuid, schedule text, from_date date, to_date date, next_at timestamptz)
    where stored.customer_id = listed.customer_id and stored.organization_id = ${transaction.organizationId}
  `.execute(transaction);
}

/** Delays the next try of a customer's statement. */
export async function postponeSchedule(transaction: TenantTransaction, customerId: string, until: Date): Promise<void> {
  await tables(transaction)
    .updateTable('document.statement_schedules')
    .set({ next_at: until })
    .where('organization_id', '=', transaction.organizationId)
    .where('customer_id', '=', customerId)
    .where('next_at', 'is not', null)
    .execute();
}

/** The customers whose statement is due, the oldest first. */
export async function dueCustomers(transaction: TenantTransaction, until: Date, most: number): Promise<string[]> {
  const rows = await tables(transaction)
    .selectFrom('document.statement_schedules')
    .select('customer_id')
    .where('organization_id', '=', transaction.organizationId)
    .where('next_at', '<=', until)
    .orderBy('next_at')
    .orderBy('customer_id')
    .limit(most)
    .execute();
  return rows.map((row) => row.customer_id);
}

/** When the next statement of an organization is due. */
export async function nextStatement(transaction: TenantTransaction): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(next_at) as at from document.statement_schedules where organization_id = ${transaction.organizationId}
  `.execute(transaction);
  return rows[0]?.at ?? null;
}

/** Organizations on the wall clock with due statements. */
export async function organizationsWithStatements(transaction: Transaction, until: Date): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    select distinct organization_id from document.statement_schedules schedule
    where next_at <= ${until} and ${sql.raw(followsWallClock('schedule.organization_id'))}
    limit ${mostOrganizations}
  `.execute(transaction);
  return rows.map((row) => row.organization_id);
}

/** Since when the oldest due statement of organizations on the wall clock waits. */
export async function oldestStatement(transaction: Transaction, now: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(next_at) as at from document.statement_schedules schedule
    where next_at <= ${now} and ${sql.raw(followsWallClock('schedule.organization_id'))}
  `.execute(transaction);
  return rows[0]?.at ?? undefined;
}
