import { sql, type RawBuilder } from 'kysely';
import { taxesKind, type TaxExportFilters } from '@tollgate/contracts';
import { readBillingEntities } from '@tollgate/catalog/reader';
import {
  groupBy,
  latestOf,
  rowsOfKind,
  type ExportPage,
  type ExportRequest,
  type TenantTransaction,
} from '@tollgate/platform';
import { centsNumber } from '@tollgate/rating';
import { readEmbeddedCustomers } from '@tollgate/subscription/reader';
import { taxesOfNotes } from '../../model/credit-notes/credit-notes.repository.js';
import { taxesOfInvoices, type InvoiceRestriction } from '../../model/invoices/invoices.repository.js';
import { restrict } from '../../model/invoices/restriction.repository.js';

/** An issued invoice or credit note. */
interface TaxedDocument {
  id: string;
  document_type: 'invoice' | 'credit_note';
  number: string;
  invoice_number: string;
  status: string;
  issuing_date: string;
  billing_entity_id: string;
  customer_id: string;
  self_billed: boolean;
  currency: string;
}

/** A tax of a document. */
interface DocumentTax {
  id: string;
  document_id: string;
  tax_code: string;
  tax_name: string;
  tax_rate: string;
  base_amount_cents: bigint;
  amount_cents: bigint;
}

/**
 * Exports the taxes of issued invoices and credit notes, document by document, in a constant number of statements. A
 * voided invoice is in the file with its status: its credit notes may take the tax back, or nothing does.
 */
export async function taxPage(
  transaction: TenantTransaction,
  request: ExportRequest,
  filters: TaxExportFilters,
): Promise<ExportPage> {
  const restriction = await restrict(transaction, filters, undefined);
  const documents = await documentsAfter(transaction, request, filters, restriction);
  const total = request.after === null ? await countDocuments(transaction, request, filters, restriction) : null;
  return {
    rows: rowsOfKind(taxesKind, await taxRecords(transaction, documents)),
    walked: documents.length,
    next: documents.length < request.limit ? null : (documents.at(-1)?.id ?? null),
    total,
  };
}

async function taxRecords(transaction: TenantTransaction, documents: TaxedDocument[]): Promise<object[]> {
  const customers = await readEmbeddedCustomers(
    transaction,
    documents.map((document) => document.customer_id),
  );
  const entities = await readBillingEntities(transaction);
  const taxes = groupBy(await taxesOf(transaction, documents), (tax) => tax.document_id);
  return documents.flatMap((document) =>
    (taxes.get(document.id) ?? []).map((tax) => ({
      ...document,
      ...tax,
      svc_id: tax.id,
      svc_document_id: document.id,
      billing_entity_code: entities.get(document.billing_entity_id)?.code,
      customer: customers.get(document.customer_id),
      tax_rate: Number(tax.tax_rate),
      base_amount_cents: centsNumber(tax.base_amount_cents),
      amount_cents: centsNumber(tax.amount_cents),
    })),
  );
}

async function taxesOf(transaction: TenantTransaction, documents: TaxedDocument[]): Promise<DocumentTax[]> {
  const idsOf = (type: TaxedDocument['document_type']) =>
    documents.filter((document) => document.document_type === type).map(({ id }) => id);
  const ofInvoices = await taxesOfInvoices(transaction, idsOf('invoice'));
  const ofNotes = await taxesOfNotes(transaction, idsOf('credit_note'));
  return [
    ...ofInvoices.map((tax) => ({ ...tax, document_id: tax.invoice_id, base_amount_cents: tax.fees_amount_cents })),
    ...ofNotes.map((tax) => ({ ...tax, document_id: tax.credit_note_id })),
  ];
}

/** Reads the next documents, oldest first. Each table gives its own next ones, by its index. */
async function documentsAfter(
  transaction: TenantTransaction,
  { after, limit, ...request }: ExportRequest,
  filters: TaxExportFilters,
  restriction: InvoiceRestriction,
): Promise<TaxedDocument[]> {
  const seen = (alias: RawBuilder<unknown>) =>
    after === null
      ? sql`true`
      : sql`(${alias}.created_at, ${alias}.id) > (
          select created_at, id from invoicing.invoices where id = ${after}
          union all select created_at, id from invoicing.credit_notes where id = ${after})`;
  const parts = branches(transaction, request, filters, restriction).map(
    ({ alias, query }) => sql`(${query} and ${seen(alias)} order by ${alias}.created_at, ${alias}.id limit ${limit})`,
  );
  const { rows } = await sql<TaxedDocument>`
    select * from (${sql.join(parts, sql` union all `)}) document order by created_at, id limit ${limit}
  `.execute(transaction);
  return rows;
}

async function countDocuments(
  transaction: TenantTransaction,
  request: Pick<ExportRequest, 'until' | 'changed_from'>,
  filters: TaxExportFilters,
  restriction: InvoiceRestriction,
): Promise<number> {
  const parts = branches(transaction, request, filters, restriction).map(({ query }) => query);
  const { rows } = await sql<{ total: bigint }>`
    select count(*) as total from (${sql.join(parts, sql` union all `)}) document
  `.execute(transaction);
  return Number(rows[0]?.total ?? 0n);
}

/** Queries of the issued invoices and of the credit notes that the filters select. */
function branches(
  transaction: TenantTransaction,
  { until, changed_from: from }: Pick<ExportRequest, 'until' | 'changed_from'>,
  filters: TaxExportFilters,
  { customerIds, billingEntityIds }: InvoiceRestriction,
): { alias: RawBuilder<unknown>; query: RawBuilder<unknown> }[] {
  const selected = (document: 'invoice' | 'note') => {
    const alias = sql.ref(document);
    return sql.join(
      [
        sql`${alias}.organization_id = ${transaction.organizationId} and ${alias}.created_at <= ${new Date(until)}`,
        ...(from === null || taxesKind.changes === null
          ? []
          : [sql`${latestOf(document, taxesKind.changes)} >= ${new Date(from)}`]),
        ...(customerIds ? [sql`${alias}.customer_id = any(${customerIds}::uuid[])`] : []),
        ...(billingEntityIds ? [sql`invoice.billing_entity_id = any(${billingEntityIds}::uuid[])`] : []),
        ...(filters.issuing_date_from ? [sql`${alias}.issuing_date >= ${filters.issuing_date_from}`] : []),
        ...(filters.issuing_date_to ? [sql`${alias}.issuing_date <= ${filters.issuing_date_to}`] : []),
        ...(filters.currency === undefined ? [] : [sql`${alias}.currency = ${filters.currency}`]),
        ...(filters.self_billed === undefined ? [] : [sql`${alias}.self_billed = ${filters.self_billed}`]),
      ],
      sql` and `,
    );
  };
  const invoices = sql`
    select invoice.id, 'invoice' as document_type, invoice.number, invoice.number as invoice_number, invoice.status,
      invoice.issuing_date, invoice.billing_entity_id, invoice.customer_id, invoice.self_billed, invoice.currency,
      invoice.created_at
    from invoicing.invoices invoice where invoice.status in ('finalized', 'voided') and ${selected('invoice')}`;
  const notes = sql`
    select note.id, 'credit_note' as document_type, note.number, invoice.number as invoice_number, note.status,
      note.issuing_date, invoice.billing_entity_id, note.customer_id, note.self_billed, note.currency, note.created_at
    from invoicing.credit_notes note join invoicing.invoices invoice on invoice.id = note.invoice_id
    where note.status = 'finalized' and ${selected('note')}`;
  return [
    { alias: sql`invoice`, query: invoices },
    { alias: sql`note`, query: notes },
  ].filter((_, place) => filters.document_type === undefined || filters.document_type === documentTypes[place]);
}

const documentTypes: readonly TaxedDocument['document_type'][] = ['invoice', 'credit_note'];
