import { sql, type Selectable } from 'kysely';
import { newId, type Instant, type TenantTransaction } from '@tollgate/platform';
import type { FundingInstructionsTable } from './funding-instructions.tables.js';
import { tables } from '../subscription.tables.js';

export type FundingInstructionsRow = Selectable<FundingInstructionsTable>;

/** The instructions of customers that still pay by bank transfer through the same connection, by customer. */
export async function fundingInstructionsOf(
  transaction: TenantTransaction,
  customerIds: string[],
): Promise<Map<string, FundingInstructionsRow>> {
  if (customerIds.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('subscription.funding_instructions as instructions')
    .innerJoin('subscription.customers as customer', 'customer.id', 'instructions.customer_id')
    .selectAll('instructions')
    .where(sql<boolean>`instructions.customer_id = any(${customerIds}::uuid[])`)
    .whereRef('customer.payment_provider_code', '=', 'instructions.payment_provider_code')
    .where(sql<boolean>`customer.provider_payment_methods = '["customer_balance"]'::jsonb`)
    .execute();
  return new Map(rows.map((row) => [row.customer_id, row]));
}

/** Stores the instructions of a customer, instead of former ones, if it still is linked to this connection. */
export async function putFundingInstructions(
  transaction: TenantTransaction,
  row: Omit<FundingInstructionsRow, 'id' | 'organization_id' | 'created_at'>,
  now: Instant,
): Promise<void> {
  const { customer_id, payment_provider_code: code, display_name, details } = row;
  await sql`
    insert into subscription.funding_instructions
      (customer_id, organization_id, id, payment_provider_code, display_name, details, created_at)
    select id, organization_id, ${newId()}, ${code}, ${display_name}, ${details}, ${new Date(now)}
    from subscription.customers where id = ${customer_id} and payment_provider_code = ${code}
    on conflict (customer_id) do update set
      payment_provider_code = excluded.payment_provider_code, display_name = excluded.display_name, details = excluded.details
  `.execute(transaction);
}
