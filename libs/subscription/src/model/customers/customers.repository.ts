import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { catalogVersion } from '@tollgate/catalog/reader';
import { containing, rowsContaining, type TenantTransaction } from '@tollgate/platform';
import { tables } from '../subscription.tables.js';
import { taxEngine, type TaxEngineLink } from './tax-engine-link.js';
import type { CustomerMetadataTable, CustomersTable } from './customers.tables.js';

export type CustomerRow = Selectable<CustomersTable>;
export type MetadataRow = Selectable<CustomerMetadataTable>;

export async function insertCustomer(
  transaction: TenantTransaction,
  row: Insertable<CustomersTable>,
): Promise<CustomerRow> {
  return tables(transaction).insertInto('subscription.customers').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateCustomer(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<CustomersTable>,
): Promise<CustomerRow> {
  return tables(transaction)
    .updateTable('subscription.customers')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes a customer, once. @returns undefined if a concurrent call did */
export async function deleteCustomer(
  transaction: TenantTransaction,
  id: string,
  at: Date,
): Promise<CustomerRow | undefined> {
  return tables(transaction)
    .updateTable('subscription.customers')
    .set({ deleted_at: at, updated_at: at })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** A live customer by its external id. */
export async function findCustomer(
  transaction: TenantTransaction,
  externalId: string,
): Promise<CustomerRow | undefined> {
  return tables(transaction)
    .selectFrom('subscription.customers')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('external_id', '=', externalId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** A customer with the parts of its view. */
export interface ViewedCustomerRow extends CustomerRow {
  tax_ids: string[];
  /** The version of the catalog at that time. */
  catalog_version: string;
  tax_engine: TaxEngineLink | null;
}

const viewed = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('subscription.customers as customer')
    .selectAll('customer')
    .select([
      sql<
        string[]
      >`(select coalesce(json_agg(tax_id), '[]') from subscription.customer_taxes where customer_id = customer.id)`.as(
        'tax_ids',
      ),
      taxEngine.as('tax_engine'),
      catalogVersion(transaction).as('catalog_version'),
    ])
    .where('customer.organization_id', '=', transaction.organizationId);

/** Like `findCustomer`. */
export async function findViewedCustomer(
  transaction: TenantTransaction,
  externalId: string,
): Promise<ViewedCustomerRow | undefined> {
  return viewed(transaction)
    .where('customer.external_id', '=', externalId)
    .where('customer.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Like `customersByIds`. */
export async function viewedCustomersByIds(
  transaction: TenantTransaction,
  ids: string[],
): Promise<ViewedCustomerRow[]> {
  if (ids.length === 0) return [];
  return viewed(transaction).where('customer.id', 'in', ids).execute();
}

/** Customers by their ids, deleted ones too. */
export async function customersByIds(transaction: TenantTransaction, ids: string[]): Promise<CustomerRow[]> {
  if (ids.length === 0) return [];
  return tables(transaction)
    .selectFrom('subscription.customers')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('id', 'in', ids)
    .execute();
}

/** References to customers and their issuers; reads nothing more, because there may be many. */
export async function namesOfCustomers(
  transaction: TenantTransaction,
  ids: string[],
): Promise<Pick<CustomerRow, 'id' | 'external_id' | 'billing_entity_id'>[]> {
  return tables(transaction)
    .selectFrom('subscription.customers')
    .select(['id', 'external_id', 'billing_entity_id'])
    .where('organization_id', '=', transaction.organizationId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
}

/** One batch of an issuer's customers without their own time zone, by id, after a cursor id. */
export async function customersInZoneOf(
  transaction: TenantTransaction,
  billingEntityId: string,
  after: string | null,
  limit: number,
): Promise<CustomerRow[]> {
  let query = tables(transaction)
    .selectFrom('subscription.customers')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('billing_entity_id', '=', billingEntityId)
    .where('timezone', 'is', null)
    .where('deleted_at', 'is', null);
  if (after !== null) query = query.where('id', '>', after);
  return query.orderBy('id').limit(limit).execute();
}

/** Ids of the customers of issuers, deleted ones too, for use in a statement. */
export const customerIdsOfIssuers = (transaction: TenantTransaction, billingEntityIds: string[]) =>
  tables(transaction)
    .selectFrom('subscription.customers')
    .select('id')
    .where('organization_id', '=', transaction.organizationId)
    .where('billing_entity_id', 'in', billingEntityIds);

export const customerIdsOfIssuer = (transaction: TenantTransaction, billingEntityId: string) =>
  customerIdsOfIssuers(transaction, [billingEntityId]);

/** Customers with their issuers, deleted ones too, for use in a statement. */
export const issuersOfCustomers = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('subscription.customers')
    .select(['id', 'billing_entity_id'])
    .where('organization_id', '=', transaction.organizationId);

/** Filters of customers; null matches all. */
export interface CustomerTraits {
  externalId: string | null;
  type: CustomerRow['customer_type'];
  country: string | null;
}

/** Ids of the customers that match filters, deleted ones too, for use in a statement. */
export function customerIdsWith(transaction: TenantTransaction, { externalId, type, country }: CustomerTraits) {
  let query = tables(transaction)
    .selectFrom('subscription.customers')
    .select('id')
    .where('organization_id', '=', transaction.organizationId);
  if (externalId !== null) query = query.where('external_id', '=', externalId);
  if (type !== null) query = query.where('customer_type', '=', type);
  if (country !== null) query = query.where('country', '=', country);
  return query;
}

/** Ids of all customers, deleted ones too, that ever had an external id. */
export async function customerIdsOf(transaction: TenantTransaction, externalId: string): Promise<string[]> {
  const rows = await tables(transaction)
    .selectFrom('subscription.customers')
    .select('id')
    .where('organization_id', '=', transaction.organizationId)
    .where('external_id', '=', externalId)
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids of live customers with a text in names, external id or e-mail (customers, section 11.1). */
export async function searchCustomerIds(transaction: TenantTransaction, term: string): Promise<string[]> {
  const pattern = containing(term);
  const candidates = await rowsContaining(transaction, 'subscription.customers', term);
  const customers = tables(transaction)
    .selectFrom('subscription.customers')
    .select('id')
    .where('organization_id', '=', transaction.organizationId)
    .where('deleted_at', 'is', null);
  const rows = await (candidates ? customers.where(sql<boolean>`id = any(${candidates}::uuid[])`) : customers)
    .where((where) =>
      where.or(
        (['name', 'firstname', 'lastname', 'external_id', 'email'] as const).map((column) =>
          where(column, 'ilike', pattern),
        ),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Locks a customer by its external id until the transaction ends, even if it does not exist yet: two
 * concurrent creations run serially. Callers take the lock before they read the customer.
 */
export async function lockCustomer(transaction: TenantTransaction, externalId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`customer ${transaction.organizationId}/${externalId}`}, 0))`.execute(
    transaction,
  );
}

/**
 * The next rank in the organization. The counter stays locked to the end of the transaction: no gaps, no duplicates.
 */
export async function nextSequentialId(transaction: TenantTransaction): Promise<number> {
  const { last } = await tables(transaction)
    .insertInto('subscription.customer_sequences')
    .values({ organization_id: transaction.organizationId, last: 1 })
    .onConflict((conflict) =>
      conflict.column('organization_id').doUpdateSet({ last: sql`subscription.customer_sequences.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}

export async function metadataOf(transaction: TenantTransaction, customerIds: string[]): Promise<MetadataRow[]> {
  if (customerIds.length === 0) return [];
  return tables(transaction)
    .selectFrom('subscription.customer_metadata')
    .selectAll()
    .where('customer_id', 'in', customerIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function insertMetadata(
  transaction: TenantTransaction,
  row: Insertable<CustomerMetadataTable>,
): Promise<void> {
  await tables(transaction).insertInto('subscription.customer_metadata').values(row).execute();
}

export async function updateMetadata(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<CustomerMetadataTable>,
): Promise<void> {
  await tables(transaction).updateTable('subscription.customer_metadata').set(changes).where('id', '=', id).execute();
}

export async function deleteMetadata(transaction: TenantTransaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tables(transaction).deleteFrom('subscription.customer_metadata').where('id', 'in', ids).execute();
}

export async function replaceTaxes(
  transaction: TenantTransaction,
  customerId: string,
  taxIds: string[],
): Promise<void> {
  await tables(transaction).deleteFrom('subscription.customer_taxes').where('customer_id', '=', customerId).execute();
  if (taxIds.length === 0) return;
  await tables(transaction)
    .insertInto('subscription.customer_taxes')
    .values(
      taxIds.map((taxId) => ({ organization_id: transaction.organizationId, customer_id: customerId, tax_id: taxId })),
    )
    .execute();
}

/** Ids of the taxes of customers; includes taxes that were deleted later. */
export async function taxIdsOf(transaction: TenantTransaction, customerIds: string[]): Promise<Map<string, string[]>> {
  const byCustomer = new Map<string, string[]>(customerIds.map((id) => [id, []]));
  if (customerIds.length === 0) return byCustomer;
  const rows = await tables(transaction)
    .selectFrom('subscription.customer_taxes')
    .selectAll()
    .where('customer_id', 'in', customerIds)
    .execute();
  for (const { customer_id, tax_id } of rows) byCustomer.get(customer_id)?.push(tax_id);
  return byCustomer;
}
