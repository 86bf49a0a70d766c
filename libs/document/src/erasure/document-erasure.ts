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

/** Deletes the mails about a customer's documents, waiting ones too: they have the addresses. */
async function deleteMails(transaction: TenantTransaction, { subjectId: customerId }: RunningErasure): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from document.mails
    where organization_id = ${transaction.organizationId} and subject_id in (${subjects(transaction, customerId)})
  `.execute(transaction);
  return Number(numAffectedRows ?? 0n);
}

/** Files that one step reads; each has some megabytes at most. */
const exportsAtOnce = 20;

/** The ways in which a text stands as a whole cell in a file, without those of a first or last cell of the file. */
const cellsOf = (text: string): string[] => {
  const cell = `,${text}`;
  return [`${cell},`, `${cell}\n`, `${cell}\r`, `\n${text},`, `"${text.replaceAll('"', '""')}"`];
};

/**
 * Ends the exports whose file names the customer, and deletes these files. Exports of earlier days are gone already.
 * @param reached the last export of the step before
 */
async function endExports(
  transaction: TenantTransaction,
  { subjectId: customerId, facts }: RunningErasure,
  reached: string | null,
): Promise<ErasedStep> {
  const { rows } = await sql<{ last: string | null; found: number; ended: number }>`
    with span as (
      select id from document.data_exports
      where organization_id = ${transaction.organizationId}
        and id > ${reached ?? '00000000-0000-0000-0000-000000000000'}::uuid and status in ('processing', 'completed', 'failed')
      order by id limit ${exportsAtOnce}
    ), naming as (
      select distinct part.data_export_id as id from document.data_export_parts part join span on span.id = part.data_export_id
      where position(${customerId} in part.content) > 0
        or part.data_export_id between ${firstIdAt(facts.since)}::uuid and ${firstIdAt(facts.until)}::uuid
          and exists (select from unnest(${cellsOf(facts.identifier)}::text[]) cell where position(cell in part.content) > 0)
    ), gone as (
      delete from document.data_export_parts part using naming where part.data_export_id = naming.id
    ), ended as (
      update document.data_exports export
      set status = case status when 'completed' then 'expired' else 'failed' end, expires_at = null,
        error = case status when 'completed' then error else 'personal_data_erased' end
      from naming where export.id = naming.id returning 1
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
