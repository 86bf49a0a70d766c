import { CreditNoteFilters, InvoiceFilters, readQuery, type Query, type QueryInput } from '@tollgate/contracts';
import { readBillingEntities } from '@tollgate/catalog/reader';
import { walk, type TenantTransaction, type Walk } from '@tollgate/platform';
import { readEmbeddedCustomers } from '@tollgate/subscription/reader';
import { notesFound } from '../../model/credit-notes/credit-notes.repository.js';
import { invoicesByIds, invoicesFound } from '../../model/invoices/invoices.repository.js';
import { restrict } from '../../model/invoices/restriction.repository.js';

/** The selection of issued documents of a period. */
export interface PaperFilters {
  external_customer_id?: string | undefined;
  /** `YYYY-MM-DD`, both included. */
  issuing_date_from?: string | undefined;
  issuing_date_to?: string | undefined;
  billing_entity_codes?: string[] | undefined;
}

/** An issued document as a list names it. */
export interface IssuedPaper {
  id: string;
  number: string;
  /** `YYYY-MM-DD` */
  issuingDate: string;
  status: 'finalized' | 'voided';
  billingEntityCode: string;
  externalCustomerId: string;
  customerName: string | null;
  currency: string;
  totalCents: bigint;
}

/** The next issued documents, and at the beginning the number of all of them. */
export interface IssuedPapers {
  papers: IssuedPaper[];
  total: number | null;
}

/** Reads the next final and voided invoices, oldest first. @throws NotFound for an unknown issuer */
export async function issuedInvoicesAfter(
  transaction: TenantTransaction,
  filters: PaperFilters,
  position: Walk,
): Promise<IssuedPapers> {
  const read = inputOf(InvoiceFilters, { ...filters, statuses: ['finalized', 'voided'] });
  const query = invoicesFound(transaction, read, await restrict(transaction, read, undefined));
  const { rows, total } = await walk(query, 'invoicing.invoices', position);
  const describe = await descriptions(transaction, rows);
  return {
    papers: rows.map((row) => ({ ...describe(row), status: row.status === 'voided' ? 'voided' : 'finalized' })),
    total,
  };
}

/** Reads the next credit notes, oldest first. @throws NotFound for an unknown issuer */
export async function issuedNotesAfter(
  transaction: TenantTransaction,
  filters: PaperFilters,
  position: Walk,
): Promise<IssuedPapers> {
  const read = inputOf(CreditNoteFilters, { ...filters });
  const query = notesFound(transaction, read, await restrict(transaction, read, undefined));
  const { rows, total } = await walk(query, 'invoicing.credit_notes', position);
  const invoices = await invoicesByIds(
    transaction,
    rows.map((row) => row.invoice_id),
  );
  const issuerOf = new Map(invoices.map((invoice) => [invoice.id, invoice.billing_entity_id]));
  const notes = rows.map((row) => ({ ...row, billing_entity_id: issuerOf.get(row.invoice_id) ?? '' }));
  const describe = await descriptions(transaction, notes);
  return { papers: notes.map((row) => ({ ...describe(row), status: 'finalized' })), total };
}

interface DocumentRow {
  id: string;
  number: string;
  issuing_date: string;
  billing_entity_id: string;
  customer_id: string;
  currency: string;
  total_amount_cents: bigint;
}

async function descriptions(transaction: TenantTransaction, rows: DocumentRow[]) {
  const entities = await readBillingEntities(transaction);
  const customers = await readEmbeddedCustomers(
    transaction,
    rows.map((row) => row.customer_id),
  );
  return (row: DocumentRow): Omit<IssuedPaper, 'status'> => {
    const customer = customers.get(row.customer_id);
    return {
      id: row.id,
      number: row.number,
      issuingDate: row.issuing_date,
      billingEntityCode: entities.get(row.billing_entity_id)?.code ?? '',
      externalCustomerId: customer?.external_id ?? '',
      customerName: customer?.name ?? null,
      currency: row.currency,
      totalCents: row.total_amount_cents,
    };
  };
}

/** Gives filters the form of a list's own. */
function inputOf<Q extends Query>(contract: Q, filters: Record<string, unknown>): QueryInput<Q> {
  const read = readQuery(contract, filters);
  if ('errors' in read) throw new Error(`filters of documents: ${JSON.stringify(read.errors)}`);
  return read.input as QueryInput<Q>;
}
