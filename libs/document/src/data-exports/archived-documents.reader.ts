import type { DocumentExportFilters } from '@tollgate/contracts';
import {
  issuedInvoicesAfter,
  issuedNotesAfter,
  readInvoiceResources,
  type IssuedPaper,
  type IssuedPapers,
} from '@tollgate/invoicing/reader';
import { issuedReceiptsAfter } from '@tollgate/payment/reader';
import type { TenantTransaction, Walk } from '@tollgate/platform';
import { readEmbeddedCustomers } from '@tollgate/subscription/reader';
import type { DocumentKind } from '../tables/document.tables.js';

/** A page of documents of one kind. */
export interface DocumentPage extends IssuedPapers {
  /** How many documents it read, those of other issuers too. */
  walked: number;
  /** The id of the last one; null at the end. */
  next: string | null;
}

/** The kinds that an archive has, in its order. */
export const kindsOf = ({ kinds }: DocumentExportFilters): DocumentKind[] =>
  allKinds.filter((kind) => !kinds?.length || kinds.includes(kind));

const allKinds: readonly DocumentKind[] = ['invoice', 'credit_note', 'payment_receipt'];

/** Reads the next documents of a kind for an archive, oldest first. @throws NotFound for an unknown issuer */
export async function documentsAfter(
  transaction: TenantTransaction,
  kind: DocumentKind,
  filters: DocumentExportFilters,
  position: Walk,
): Promise<DocumentPage> {
  if (kind === 'payment_receipt') return receiptsAfter(transaction, filters, position);
  const read = kind === 'invoice' ? issuedInvoicesAfter : issuedNotesAfter;
  const { papers, total } = await read(transaction, filters, position);
  return {
    papers,
    total,
    walked: papers.length,
    next: nextOf(
      papers.map(({ id }) => id),
      position,
    ),
  };
}

/** Counts the documents of an archive; receipts of every issuer. */
export async function countDocuments(
  transaction: TenantTransaction,
  filters: DocumentExportFilters,
  until: Date,
): Promise<number> {
  let count = 0;
  for (const kind of kindsOf(filters))
    count += (await documentsAfter(transaction, kind, filters, { after: null, until, limit: 0 })).total ?? 0;
  return count;
}

/** A receipt belongs to the day of its creation, and to the issuer of its invoices. */
async function receiptsAfter(
  transaction: TenantTransaction,
  filters: DocumentExportFilters,
  position: Walk,
): Promise<DocumentPage> {
  const { receipts, total } = await issuedReceiptsAfter(
    transaction,
    {
      external_customer_id: filters.external_customer_id,
      created_from: filters.issuing_date_from,
      created_to: filters.issuing_date_to,
    },
    position,
  );
  const invoices = await readInvoiceResources(
    transaction,
    receipts.flatMap(({ payment }) => payment.invoice_ids.slice(0, 1)),
  );
  const customers = await readEmbeddedCustomers(
    transaction,
    receipts.map(({ payment }) => payment.svc_customer_id),
  );
  const papers = receipts.map(({ svc_id: id, number, created_at: at, payment }): IssuedPaper => ({
    id,
    number,
    issuingDate: at.slice(0, 10),
    status: 'finalized',
    billingEntityCode: invoices.get(payment.invoice_ids[0] ?? '')?.billing_entity_code ?? '',
    externalCustomerId: payment.external_customer_id,
    customerName: customers.get(payment.svc_customer_id)?.name ?? null,
    currency: payment.amount_currency,
    totalCents: BigInt(payment.amount_cents),
  }));
  const { billing_entity_codes: codes } = filters;
  return {
    papers: papers.filter(({ billingEntityCode }) => !codes?.length || codes.includes(billingEntityCode)),
    total,
    walked: papers.length,
    next: nextOf(
      papers.map(({ id }) => id),
      position,
    ),
  };
}

const nextOf = (ids: string[], { limit }: Walk): string | null => (ids.length < limit ? null : (ids.at(-1) ?? null));
