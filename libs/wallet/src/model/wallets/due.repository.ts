import { sql } from 'kysely';
import { followsWallClock } from '@tollgate/identity/reader';
import type { TenantTransaction, Transaction } from '@tollgate/platform';

/** Kinds of due work, in their order at the same instant (wallets, section 11). */
export const dueKinds = ['wallet_end', 'rule_end', 'top_up'] as const;
export type DueKind = (typeof dueKinds)[number];

/** A due item. */
export interface DueItem {
  kind: DueKind;
  /** The id of a wallet or of a rule. */
  id: string;
  at: Date;
}

const mostOrganizations = 10_000;

/** All due items of all organizations, as rows of kind, organization, id and instant. */
const dueRows = sql`(
  select 'wallet_end' as kind, 1 as position, organization_id, id, expiration_at as at
  from wallet.wallets where status = 'active' and expiration_at is not null
  union all
  select 'rule_end', 2, organization_id, id, expiration_at
  from wallet.recurring_rules where status = 'active' and expiration_at is not null
  union all
  select 'top_up', 3, organization_id, id, next_at
  from wallet.recurring_rules where status = 'active' and next_at is not null
)`;

/** Reads the instant of an organization's next due item. */
export async function nextDue(transaction: TenantTransaction): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(at) as at from ${dueRows} due where organization_id = ${transaction.organizationId}
  `.execute(transaction);
  return rows[0]?.at ?? null;
}

/** Reads the oldest due items of an organization, without the excluded ones. */
export async function dueItems(
  transaction: TenantTransaction,
  until: Date,
  excludedIds: string[],
  most: number,
): Promise<DueItem[]> {
  const { rows } = await sql<DueItem>`
    select kind, id, at from ${dueRows} due
    where organization_id = ${transaction.organizationId} and at <= ${until} and id <> all(${excludedIds}::uuid[])
    order by at, position, id limit ${most}
  `.execute(transaction);
  return rows;
}

/** Reads the organizations with due items that follow the wall clock. */
export async function organizationsWithDue(transaction: Transaction, until: Date): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    select distinct organization_id from ${dueRows} due
    where at <= ${until} and ${sql.raw(followsWallClock('due.organization_id'))}
    limit ${mostOrganizations}
  `.execute(transaction);
  return rows.map((row) => row.organization_id);
}

/** Reads the instant of the oldest due item of organizations that follow the wall clock. */
export async function oldestDue(transaction: Transaction, now: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(at) as at from ${dueRows} due where at <= ${now} and ${sql.raw(followsWallClock('due.organization_id'))}
  `.execute(transaction);
  return rows[0]?.at ?? undefined;
}
