import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { sql, type RawBuilder } from 'kysely';
import { documentIdsOfCustomer } from '@tollgate/invoicing/reader';
import { paymentIdsOfCustomer } from '@tollgate/payment/reader';
import { Erasures, firstIdAt, type ErasedStep, type RunningErasure, type TenantTransaction } from '@tollgate/platform';
import { DocumentDatabase } from '../document.database.js';

/** Erases mails and exports of a customer, and counts its issued documents, which the law keeps (customers, section 17). */
@Injectable()
export class DocumentErasure implements OnApplicationBootstrap {
  constructor(
    private readonly database: DocumentDatabase,
    private readonly erasures: Erasures,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.erasures.serve('document', this.database, {
      mails: async (transaction, erasure) => ({ rows: await deleteMails(transaction, erasure) }),
      data_exports: async (transaction, erasure, reached) => endExports(transaction, erasure, reached),
      documents: (transaction, erasure) => countDocuments(transaction, erasure),
    });
  }
}

/** SQL for the subjects of a customer's documents. */
const subjects = (transaction: TenantTransaction, customerId: string): RawBuilder<unknown> => sql`
  ${documentIdsOfCustomer(transaction, customerId)} union all ${paymentIdsOfCustomer(transaction, customerId)}
  union all select id from document.statements
    where organization_id = ${transaction.organizationId} and customer_id = ${customerId}`;

/** Deletes the mails about a customer's documents and alerts, waiting ones too: they have the addresses. */
async function deleteMails(transaction: TenantTransaction, { subjectId: customerId }: RunningErasure): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from document.mails
    where organization_id = ${transaction.organizationId}
      and (subject_id in (${subjects(transaction, customerId)}) or content ->> 'customer_id' = ${customerId})
  `.execute(transaction);
  return Number(numAffectedRows ?? 0n);
}

/** Exports that one step ends. */
const exportsAtOnce = 100;
/** Their files have issued documents or amounts alone. */
const harmless = ['documents', 'accounting_entries'];

/**
 * Ends the exports of records that were requested before the erasure, and deletes their files: these may name the customer.
 * Filters that name it are blanked in all of them.
 * @param reached the last export of the step before
 */
async function endExports(
  transaction: TenantTransaction,
  { facts }: RunningErasure,
  reached: string | null,
): Promise<ErasedStep> {
  const { rows } = await sql<{ last: string | null; found: number; ended: number }>`
    with span as (
      select id, resource_type, status from document.data_exports
      where organization_id = ${transaction.organizationId}
        and id > ${reached ?? firstIdAt(0)}::uuid and id < ${firstIdAt(facts.requested_at)}::uuid
      order by id limit ${exportsAtOnce}
    ), stored as (
      select id from span
      where resource_type <> all(${harmless}::text[]) and status in ('pending', 'processing', 'completed', 'failed', 'canceled')
    ), gone as (
      delete from document.data_export_parts part using stored where part.data_export_id = stored.id
    ), blanked as (
      update document.data_exports export set filters = '{}'
      from span where export.id = span.id and span.id not in (select id from stored)
        and position(${JSON.stringify(facts.identifier)} in export.filters::text) > 0
    ), ended as (
      update document.data_exports export
      set status = case when export.status = 'completed' then 'expired' when export.status = 'canceled' then 'canceled' else 'failed' end,
        error = case when export.status in ('pending', 'processing') then 'personal_data_erased' else export.error end,
        filters = case when position(${JSON.stringify(facts.identifier)} in export.filters::text) > 0 then '{}' else export.filters end,
        expires_at = null
      from stored where export.id = stored.id returning 1
    )
    select (select max(id::text) from span) as last, (select count(*) from span)::int as found,
      (select count(*) from ended)::int as ended
  `.execute(transaction);
  const { last, found, ended } = rows[0] ?? { last: null, found: 0, ended: 0 };
  return { rows: ended, ...(last === null || found < exportsAtOnce ? {} : { next: last }) };
}

/** Issued documents stay as they were issued: invoices, credit notes, receipts and statements, with their files. */
async function countDocuments(
  transaction: TenantTransaction,
  { subjectId: customerId }: RunningErasure,
): Promise<ErasedStep> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from document.documents
    where kind in ('invoice', 'credit_note', 'payment_receipt', 'statement')
      and organization_id = ${transaction.organizationId} and subject_id in (${subjects(transaction, customerId)})
  `.execute(transaction);
  return { rows: 0, retained: rows[0]?.count ?? 0, reason: 'issued_documents' };
}
