import { sql, type Selectable } from 'kysely';
import type { Instant, TenantTransaction, Transaction } from '@tollgate/platform';
import { tables } from '../payment.tables.js';
import type { CustomerCreation, ProviderCustomersTable } from '../connections/providers.tables.js';
import type { ProviderError } from '../payments/payments.tables.js';

export type ProviderCustomerRow = Selectable<ProviderCustomersTable>;

const mostReconciled = 500;

const all = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('payment.provider_customers')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId);

/** Locks the link of a customer, even one to come: changes run one after another. Take the lock before reading. */
export async function lockProviderCustomer(transaction: TenantTransaction, customerId: string): Promise<void> {
  const name = `provider customer ${customerId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}

/** Finds the link of a customer to its provider. */
export async function findProviderCustomer(
  transaction: TenantTransaction,
  customerId: string,
): Promise<ProviderCustomerRow | undefined> {
  return all(transaction).where('customer_id', '=', customerId).executeTakeFirst();
}

/** Reads the links of customers, by customer. */
export async function providerCustomersOf(
  transaction: TenantTransaction,
  customerIds: string[],
): Promise<Map<string, ProviderCustomerRow>> {
  if (customerIds.length === 0) return new Map();
  const rows = await all(transaction)
    .where(sql<boolean>`customer_id = any(${customerIds}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.customer_id, row]));
}

/** Stores the link of a customer, instead of another one. */
export async function putProviderCustomer(
  transaction: TenantTransaction,
  row: Pick<
    ProviderCustomerRow,
    'customer_id' | 'connection_id' | 'provider_customer_id' | 'method_types' | 'needs_page'
  >,
  at: Instant,
): Promise<void> {
  const values = {
    ...row,
    method_types: JSON.stringify(row.method_types),
    creation: null,
    sent_digest: null,
    instructions_scope: null,
    is_due: true,
    is_ours: false,
    removal_at: null,
    error: null,
  };
  await tables(transaction)
    .insertInto('payment.provider_customers')
    .values({ ...values, organization_id: transaction.organizationId, created_at: new Date(at) })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(values))
    .execute();
}

/** Removes the link of a customer. */
export async function deleteProviderCustomer(transaction: TenantTransaction, customerId: string): Promise<void> {
  await tables(transaction)
    .deleteFrom('payment.provider_customers')
    .where('organization_id', '=', transaction.organizationId)
    .where('customer_id', '=', customerId)
    .execute();
}

/** Changes what a link still needs. */
export async function setDue(
  transaction: TenantTransaction,
  customerId: string,
  changes: { is_due: boolean; method_types?: string[] },
): Promise<void> {
  const { method_types: types, ...due } = changes;
  await tables(transaction)
    .updateTable('payment.provider_customers')
    .set({ ...due, ...(types === undefined ? {} : { method_types: JSON.stringify(types) }) })
    .where('customer_id', '=', customerId)
    .execute();
}

/** Stores the first request of a customer's creation. @returns the stored one: an earlier request counts */
export async function beginCreation(
  transaction: TenantTransaction,
  customerId: string,
  creation: CustomerCreation,
): Promise<CustomerCreation> {
  const row = await tables(transaction)
    .updateTable('payment.provider_customers')
    .set({ creation: sql<string>`coalesce(creation, ${JSON.stringify(creation)}::jsonb)` })
    .where('customer_id', '=', customerId)
    .returning('creation')
    .executeTakeFirst();
  return row?.creation ?? creation;
}

/**
 * Stores the id of a created customer. A message of the customer's change may have stored it before, without the word
 * that this installation created it.
 * @returns whether it is new
 */
export async function setProviderId(
  transaction: TenantTransaction,
  { customer_id: customerId, connection_id: connectionId }: ProviderCustomerRow,
  providerCustomerId: string,
  sentDigest: string,
): Promise<boolean> {
  const row = await tables(transaction)
    .updateTable('payment.provider_customers')
    .set({
      provider_customer_id: providerCustomerId,
      sent_digest: sentDigest,
      creation: null,
      is_ours: true,
      error: null,
    })
    .where('customer_id', '=', customerId)
    .where('connection_id', '=', connectionId)
    .where((link) =>
      link.or([
        link('provider_customer_id', 'is', null),
        link.and([link('provider_customer_id', '=', providerCustomerId), link('is_ours', '=', false)]),
      ]),
    )
    .returning('customer_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Records which data the provider has, or refused. */
export async function setSent(
  transaction: TenantTransaction,
  customerId: string,
  sentDigest: string,
  error: ProviderError | null,
): Promise<void> {
  await tables(transaction)
    .updateTable('payment.provider_customers')
    .set({ sent_digest: sentDigest, error: error && JSON.stringify(error), creation: null })
    .where('customer_id', '=', customerId)
    .execute();
}

/** Records for what the bank accounts of a customer's transfers were read. */
export async function setInstructionsScope(
  transaction: TenantTransaction,
  customerId: string,
  scope: string,
): Promise<void> {
  await tables(transaction)
    .updateTable('payment.provider_customers')
    .set({ instructions_scope: scope })
    .where('customer_id', '=', customerId)
    .execute();
}

/** Records that the page of a new customer is open. @returns whether it was due */
export async function takePageDuty(transaction: TenantTransaction, customerId: string): Promise<boolean> {
  const row = await tables(transaction)
    .updateTable('payment.provider_customers')
    .set({ needs_page: false })
    .where('customer_id', '=', customerId)
    .where('needs_page', '=', true)
    .returning('customer_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds our customer with an id of the provider. */
export async function customerAtProvider(
  transaction: TenantTransaction,
  connectionId: string,
  providerCustomerId: string,
): Promise<string | undefined> {
  const row = await all(transaction)
    .where('connection_id', '=', connectionId)
    .where('provider_customer_id', '=', providerCustomerId)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.customer_id;
}

/** Reads the links of all organizations that need something of their provider now, without parked ones. */
export async function dueProviderCustomers(
  transaction: Transaction,
): Promise<{ organization_id: string; customer_id: string }[]> {
  const { rows } = await sql<{ organization_id: string; customer_id: string }>`
    select organization_id, customer_id from payment.provider_customers link
    where (is_due or removal_at <= now()) and not exists (
      select from platform.parked
      where service = 'payment' and kind = 'job' and key = 'payment-customer/' || link.customer_id)
    order by customer_id limit ${mostReconciled}
  `.execute(transaction);
  return rows;
}
