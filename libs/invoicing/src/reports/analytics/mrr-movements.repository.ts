import { sql } from 'kysely';
import type { TenantTransaction, Transaction } from '@tollgate/platform';
import { recurringPrices } from '@tollgate/subscription/reader';
import { tables } from '../../model/invoicing.tables.js';
import type { MrrMovementsTable } from '../../model/figures/analytics.tables.js';

export type MrrMovementRow = Omit<MrrMovementsTable, 'organization_id'>;

/** The first month of an organization that is not closed, `YYYY-MM-DD`; null before its first run. */
export async function openMonth(transaction: TenantTransaction): Promise<string | null> {
  const { rows } = await sql<{ open_month: string }>`
    select open_month::text as open_month from invoicing.mrr_progress
    where organization_id = ${transaction.organizationId}`.execute(transaction);
  return rows[0]?.open_month ?? null;
}

/** Begins with a month, unless the organization has begun. */
export async function beginWith(transaction: TenantTransaction, month: string): Promise<void> {
  await sql`
    insert into invoicing.mrr_progress (organization_id, open_month)
    values (${transaction.organizationId}, ${month}::date) on conflict do nothing`.execute(transaction);
}

/** Open months of organizations that have begun, `YYYY-MM-DD`. */
export async function openMonths(transaction: Transaction): Promise<Map<string, string>> {
  const { rows } = await sql<{ organization_id: string; open_month: string }>`
    select organization_id, open_month::text as open_month from invoicing.mrr_progress`.execute(transaction);
  return new Map(rows.map(({ organization_id: id, open_month: month }) => [id, month]));
}

/**
 * Closes a month: stores what changed since the end of the month before, and the level of each customer. It takes two
 * statements, whatever the number of customers.
 * @param month its first day, `YYYY-MM-DD`
 * @param end the first instant of the next month
 * @returns false when another process has closed it
 */
export async function closeMonth(transaction: TenantTransaction, month: string, end: Date): Promise<boolean> {
  const { organizationId } = transaction;
  const { numAffectedRows } = await sql`
    update invoicing.mrr_progress set open_month = (open_month + interval '1 month')::date
    where organization_id = ${organizationId} and open_month = ${month}::date`.execute(transaction);
  if (!numAffectedRows) return false;
  await sql`
    with change as (
      select coalesce(now_.customer_id, before.customer_id) as customer_id,
             coalesce(now_.currency, before.currency) as currency,
             before.customer_id is null as is_first,
             coalesce(before.amount_cents, 0) as former, coalesce(now_.amount_cents, 0) as amount
      from (${recurringPrices(transaction, end)}) now_
      full join (select * from invoicing.mrr_levels where organization_id = ${organizationId}) before
        on before.customer_id = now_.customer_id and before.currency = now_.currency
      where coalesce(before.amount_cents, 0) <> coalesce(now_.amount_cents, 0)
    ), levels as (
      insert into invoicing.mrr_levels (organization_id, customer_id, currency, amount_cents)
      select ${organizationId}::uuid, customer_id, currency, amount from change
      on conflict (organization_id, customer_id, currency) do update set amount_cents = excluded.amount_cents
    )
    insert into invoicing.mrr_movements (organization_id, month, currency, new_amount_cents,
      reactivation_amount_cents, expansion_amount_cents, contraction_amount_cents, churn_amount_cents)
    select ${organizationId}::uuid, ${month}::date, currency,
           coalesce(sum(amount) filter (where is_first), 0),
           coalesce(sum(amount) filter (where not is_first and former = 0), 0),
           coalesce(sum(amount - former) filter (where former > 0 and amount > former), 0),
           coalesce(sum(amount - former) filter (where amount > 0 and amount < former), 0),
           coalesce(sum(amount - former) filter (where amount = 0), 0)
    from change group by currency`.execute(transaction);
  return true;
}

/** The movements of all closed months up to one, oldest first. @param through `YYYY-MM-DD` */
export async function movementsThrough(
  transaction: TenantTransaction,
  through: string,
  currency: string | null,
): Promise<MrrMovementRow[]> {
  return tables(transaction)
    .selectFrom('invoicing.mrr_movements')
    .select([
      sql<string>`month::text`.as('month'),
      'currency',
      'new_amount_cents',
      'reactivation_amount_cents',
      'expansion_amount_cents',
      'contraction_amount_cents',
      'churn_amount_cents',
    ])
    .where('organization_id', '=', transaction.organizationId)
    .where('month', '<=', through)
    .$if(currency !== null, (query) => query.where('currency', '=', currency as string))
    .orderBy('invoicing.mrr_movements.month')
    .orderBy('currency')
    .execute();
}
