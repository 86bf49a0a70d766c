import { sql } from 'kysely';
import type { RunningErasure, TenantTransaction } from '@tollgate/platform';

const own = (transaction: TenantTransaction, { subjectId: customerId }: RunningErasure) =>
  sql`organization_id = ${transaction.organizationId} and customer_id = ${customerId}`;

/**
 * Blanks what was sent to tax engines and accounting systems, and their errors. The amounts of the documents stay.
 * @returns the number of rows
 */
export async function blankReports(transaction: TenantTransaction, erasure: RunningErasure): Promise<number> {
  const customer = own(transaction, erasure);
  const { rows } = await sql<{ count: number }>`
    with requests as (
      update invoicing.tax_requests set sent = null, last_error = null
      where ${customer} and (sent is not null or last_error is not null) returning 1
    ), reports as (
      update invoicing.tax_reports set last_error = null where ${customer} and last_error is not null returning 1
    ), uninvoiced as (
      update invoicing.uninvoiced_tax_requests set last_error = null
      where ${customer} and last_error is not null returning 1
    ), syncs as (
      update invoicing.accounting_syncs set error_message = null where ${customer} and error_message is not null returning 1
    ), errors as (
      update invoicing.invoice_errors set details = '{}'
      where invoice_id in (select id from invoicing.invoices where ${customer}) and details <> '{}'::jsonb returning 1
    )
    select ((select count(*) from requests) + (select count(*) from reports) + (select count(*) from uninvoiced)
      + (select count(*) from syncs) + (select count(*) from errors))::int as count
  `.execute(transaction);
  return rows[0]?.count ?? 0;
}

/** Removes the external identifier of a customer from the tests of prices that are limited to it. @returns the number of rows */
export async function blankPriceTests(transaction: TenantTransaction, { facts }: RunningErasure): Promise<number> {
  const { numAffectedRows } = await sql`
    update invoicing.price_tests set external_customer_ids = array_remove(external_customer_ids, ${facts.identifier}::text)
    where organization_id = ${transaction.organizationId} and ${facts.identifier}::text = any(external_customer_ids)
  `.execute(transaction);
  return Number(numAffectedRows ?? 0n);
}

/** Deletes the metadata of a customer's invoices and credit notes, which no document shows. @returns the number of rows */
export async function deleteMetadata(transaction: TenantTransaction, erasure: RunningErasure): Promise<number> {
  const customer = own(transaction, erasure);
  const { rows } = await sql<{ count: number }>`
    with invoices as (
      delete from invoicing.invoice_metadata
      where invoice_id in (select id from invoicing.invoices where ${customer}) returning 1
    ), notes as (
      update invoicing.credit_notes set metadata = null where ${customer} and metadata is not null returning 1
    )
    select ((select count(*) from invoices) + (select count(*) from notes))::int as count
  `.execute(transaction);
  return rows[0]?.count ?? 0;
}
