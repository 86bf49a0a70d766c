import { sql } from 'kysely';
import { followsWallClock } from '@tollgate/identity/reader';
import type { TenantTransaction, Transaction } from '@tollgate/platform';

/** What falls due of wallets, in the order in which it is done where it is due at the same instant (wallets, section 11). */
export const dueKinds = ['wallet_end', 'rule_end', 'top_up'] as const;
export type DueKind = (typeof dueKinds)[number];

/** Something that is due, oldest first. */
export interface DueItem {
  kind: DueKind;
  /** Of a wallet, or of a rule. */
  id: string;
  at: Date;
}

const mostOrganizations = 10_000;

/** Everything of all organizations that time makes due, as rows of kind, organization, id and instant. */
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

/** When the next thing is due for an organization. */
export async function nextDue(transaction: TenantTransaction): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(at) as at from ${dueRows} due where organization_id = ${transaction.organizationId}
  `.execute(transaction);
  return rows[0]?.at ?? null;
}

/** The oldest that is due for an organization, but for some. */
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

/** Organizations that follow the wall clock and have something due. */
export async function organizationsWithDue(transaction: Transaction, until: Date): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    select distinct organization_id from ${dueRows} due
    where at <= ${until} and ${sql.raw(followsWallClock('due.organization_id'))}
    limit ${mostOrganizations}
  `.execute(transaction);
  return rows.map((row) => row.organization_id);
}

/** Since when the oldest has been due, of organizations that follow the wall clock. */
export async function oldestDue(transaction: Transaction, now: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(at) as at from ${dueRows} due where at <= ${now} and ${sql.raw(followsWallClock('due.organization_id'))}
  `.execute(transaction);
  return rows[0]?.at ?? undefined;
}
