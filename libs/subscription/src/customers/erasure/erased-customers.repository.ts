import { noAddress } from '@tollgate/contracts';
import { sql, type Updateable } from 'kysely';
import type { RunningErasure, TenantTransaction } from '@tollgate/platform';
import type { CustomerRow } from '../../model/customers/customers.repository.js';
import type { CustomersTable } from '../../model/customers/customers.tables.js';
import { tables } from '../../model/subscription.tables.js';

/** The identifier of an erased customer, in place of the one that the organization gave. */
export const erasedExternalId = (id: string): string => `erased_${id}`;

const blank: Updateable<CustomersTable> = {
  name: null,
  firstname: null,
  lastname: null,
  email: null,
  address_line1: null,
  address_line2: null,
  city: null,
  state: null,
  zipcode: null,
  shipping_address: JSON.stringify(noAddress),
  phone: null,
  url: null,
  logo_url: null,
  legal_name: null,
  legal_number: null,
  tax_identification_number: null,
  external_salesforce_id: null,
  provider_customer_id: null,
  einvoicing_settings: '{}',
  statement_schedule: null,
};

/** Locks a customer, live or deleted, until the transaction ends. */
export async function lockCustomerById(transaction: TenantTransaction, id: string): Promise<CustomerRow | undefined> {
  return tables(transaction)
    .selectFrom('subscription.customers')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Blanks the profile of a customer, and deletes what belongs to it alone. @returns the number of rows */
export async function blankProfile(transaction: TenantTransaction, customer: CustomerRow): Promise<number> {
  const { id, tax_identification_number: vatNumber } = customer;
  await tables(transaction)
    .updateTable('subscription.customers')
    .set({ ...blank, external_id: erasedExternalId(id), updated_at: sql<Date>`updated_at` })
    .where('id', '=', id)
    .execute();
  let rows = 1;
  for (const table of [
    'subscription.customer_metadata',
    'subscription.customer_errors',
    'subscription.integration_customers',
    'subscription.funding_instructions',
    'subscription.vat_checks',
    'subscription.alerts',
  ] as const) {
    const { numDeletedRows } = await tables(transaction)
      .deleteFrom(table)
      .where('organization_id', '=', transaction.organizationId)
      .where('customer_id', '=', id)
      .executeTakeFirst();
    rows += Number(numDeletedRows);
  }
  rows += await blankKeysOfChanges(transaction, id);
  return rows + (vatNumber === null ? 0 : await deleteVatAnswer(transaction, vatNumber));
}

/** Replaces the external id in earlier entries of the feed of changes. @returns the number of entries */
async function blankKeysOfChanges(transaction: TenantTransaction, id: string): Promise<number> {
  let entries = 0n;
  for (const table of ['platform.pending_changes', 'platform.changes']) {
    const { numAffectedRows } = await sql`
      update ${sql.raw(table)} set key = ${erasedExternalId(id)}
      where organization_id = ${transaction.organizationId} and object_id = ${id} and key <> ${erasedExternalId(id)}
    `.execute(transaction);
    entries += numAffectedRows ?? 0n;
  }
  return Number(entries);
}

/** Deletes the registry's answer about a number that no other customer has. */
async function deleteVatAnswer(transaction: TenantTransaction, vatNumber: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from subscription.vat_answers answer
    where organization_id = ${transaction.organizationId} and vat_number = ${vatNumber}
      and not exists (
        select from subscription.customers other
        where other.organization_id = answer.organization_id and other.tax_identification_number = answer.vat_number)
  `.execute(transaction);
  return Number(numAffectedRows ?? 0n);
}

/** Blanks the names of a customer's subscriptions, their alerts and thresholds. @returns the number of rows */
export async function blankSubscriptions(
  transaction: TenantTransaction,
  { subjectId: customerId }: RunningErasure,
): Promise<number> {
  const { numUpdatedRows } = await tables(transaction)
    .updateTable('subscription.subscriptions')
    .set({ name: null, ending_reason: null })
    .where('organization_id', '=', transaction.organizationId)
    .where('customer_id', '=', customerId)
    .where((that) => that.or([that('name', 'is not', null), that('ending_reason', 'is not', null)]))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Contents of large messages stay for so long at least: a message may still be under way. */
const leastAge = sql`interval '1 day'`;

/**
 * Deletes the stored contents of large messages about a customer.
 * @returns null while some may still be under way
 */
export async function deleteMessageContents(
  transaction: TenantTransaction,
  { subjectId: customerId, facts }: RunningErasure,
): Promise<number | null> {
  const { rows } = await sql<{ deleted: number; waiting: number }>`
    with named as (
      select message_id, stored_at from platform.message_contents
      where organization_id = ${transaction.organizationId}
        and (position(${customerId} in content::text) > 0
          or position(${JSON.stringify(facts.identifier)} in content::text) > 0)
    ), gone as (
      delete from platform.message_contents content using named
      where content.message_id = named.message_id and named.stored_at < now() - ${leastAge}
      returning 1
    )
    select (select count(*) from gone)::int as deleted,
      (select count(*) from named where stored_at >= now() - ${leastAge})::int as waiting
  `.execute(transaction);
  const { deleted, waiting } = rows[0] ?? { deleted: 0, waiting: 0 };
  return waiting > 0 ? null : deleted;
}
