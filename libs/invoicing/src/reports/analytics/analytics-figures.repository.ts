import { sql } from 'kysely';
import type { TenantTransaction, Transaction } from '@tollgate/platform';
import { issuersOfCustomers } from '@tollgate/subscription/reader';
import type { AnalyticsFigure } from '../../model/figures/analytics.tables.js';

/** The requested figures; null means no filter. */
export interface FiguresRequest {
  kinds: AnalyticsFigure[];
  /** `YYYY-MM-DD`, both included. */
  from: string;
  to: string;
  currency: string | null;
  billingEntityId: string | null;
  /** The customers of the figures; an empty list matches none. */
  customerIds: string[] | null;
}

/** A current figure. */
export interface Figure {
  measure: AnalyticsFigure;
  billing_entity_id: string;
  currency: string;
  /** `YYYY-MM-DD` */
  period: string;
  label: string;
  number: bigint;
  /** Numeric, cents. */
  amount: string;
}

/** Figures with totals by customer, for filters by customer or by a customer's properties. */
const byCustomer: readonly AnalyticsFigure[] = ['invoices', 'refunds', 'loose_fees'];
/** The maximum number of changes that one statement adds up. */
const batchSize = 20_000;

/** Reads totals and pending changes in one snapshot, so the figures are current. */
export async function readFigures(transaction: TenantTransaction, request: FiguresRequest): Promise<Figure[]> {
  const narrowed = (customers: boolean) => sql`
    organization_id = ${transaction.organizationId} and measure = any(${request.kinds}::text[])
    and period between ${request.from}::date and ${request.to}::date
    and (${request.currency}::text is null or currency = ${request.currency})
    ${customers && request.customerIds ? sql`and customer_id = any(${request.customerIds}::uuid[])` : sql``}`;
  const columns = sql`measure, billing_entity_id, currency, period, label, number, amount`;
  const totals = request.customerIds
    ? sql`select ${columns}, customer_id from invoicing.analytics_customer_totals where ${narrowed(true)}`
    : sql`
      select ${columns}, null::uuid as customer_id from invoicing.analytics_totals where ${narrowed(false)}
      union all
      select ${columns}, customer_id from invoicing.analytics_customer_totals
      where ${narrowed(false)} and measure = 'loose_fees'`;
  const { rows } = await sql<Figure>`
    select figure.measure, coalesce(figure.billing_entity_id, customer.billing_entity_id) as billing_entity_id,
           figure.currency, figure.period::text as period, figure.label, sum(figure.number)::bigint as number,
           sum(figure.amount)::text as amount
    from (${totals} union all
      select ${columns}, customer_id from invoicing.analytics_changes where ${narrowed(true)}) figure
    left join (${issuersOfCustomers(transaction)}) customer
      on figure.billing_entity_id is null and customer.id = figure.customer_id
    where ${request.billingEntityId}::uuid is null
       or coalesce(figure.billing_entity_id, customer.billing_entity_id) = ${request.billingEntityId}
    group by 1, 2, 3, 4, 5
    having sum(figure.number) <> 0
  `.execute(transaction);
  return rows;
}

/** Organizations with changes that are not in the totals yet. */
export async function organizationsToAddUp(transaction: Transaction): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    select distinct organization_id from invoicing.analytics_changes`.execute(transaction);
  return rows.map((row) => row.organization_id);
}

/**
 * Moves changes into the totals; a reader sees each in one or the other.
 * @returns whether there may be more; false, too, while another process does it
 */
export async function addUpChanges(transaction: TenantTransaction): Promise<boolean> {
  const { organizationId } = transaction;
  const lock = await sql<{ alone: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`analytics ${organizationId}`}, 0)) as alone
  `.execute(transaction);
  if (!lock.rows[0]?.alone) return false;
  const key = sql`organization_id, measure, billing_entity_id, currency, period, label`;
  // After a rush the table has no statistics yet. A range of ids takes one pass in any plan; a join might take one a row.
  const { rows } = await sql<{ taken: string }>`
    with oldest as (
      select id from invoicing.analytics_changes where organization_id = ${organizationId} order by id limit ${batchSize}
    ), taken as (
      delete from invoicing.analytics_changes
      where organization_id = ${organizationId} and id <= (select max(id) from oldest) returning *
    ), of_all as (
      insert into invoicing.analytics_totals as total (${key}, number, amount)
      select ${key}, sum(number), sum(amount) from taken where measure <> 'loose_fees' group by ${key}
      having sum(number) <> 0 or sum(amount) <> 0
      on conflict (${key}) do update set number = total.number + excluded.number, amount = total.amount + excluded.amount
    ), of_customers as (
      insert into invoicing.analytics_customer_totals as total (customer_id, ${key}, number, amount)
      select customer_id, ${key}, sum(number), sum(amount) from taken
      where measure = any(${byCustomer}::text[]) group by customer_id, ${key}
      having sum(number) <> 0 or sum(amount) <> 0
      on conflict (${sql`customer_id`}, ${key})
        do update set number = total.number + excluded.number, amount = total.amount + excluded.amount
    )
    select count(*)::text as taken from taken
  `.execute(transaction);
  for (const table of ['invoicing.analytics_totals', 'invoicing.analytics_customer_totals'])
    await sql`delete from ${sql.table(table)} where organization_id = ${organizationId} and number = 0 and amount = 0`.execute(
      transaction,
    );
  return Number(rows[0]?.taken) === batchSize;
}
