import { sql, type Selectable, type Updateable } from 'kysely';
import {
  creditStatuses,
  refundStatuses,
  visibleInvoiceStatuses,
  type CreditNoteFilters,
  type SortsOf,
} from '@tollgate/contracts';
import {
  dayKey,
  instantKey,
  integerKey,
  listForm,
  narrowed,
  newestFirst,
  readList,
  type TenantTransaction,
  type Instant,
} from '@tollgate/platform';
import { tables } from '../invoicing.tables.js';
import {
  contains,
  isOfOrder,
  mayContain,
  type InvoiceRestriction,
  type InvoiceRow,
} from '../invoices/invoices.repository.js';
import type {
  CreditNoteItemsTable,
  CreditNotesTable,
  CreditNoteTaxesTable,
  CreditsTable,
} from './credit-notes.tables.js';

export type CreditNoteRow = Selectable<CreditNotesTable>;
export type CreditNoteItemRow = Selectable<CreditNoteItemsTable>;
export type CreditNoteTaxRow = Selectable<CreditNoteTaxesTable>;
export type CreditRow = Selectable<CreditsTable>;

const visible = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('invoicing.credit_notes')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('status', '=', 'finalized');

/** A note that the interface shows. */
export async function findCreditNote(transaction: TenantTransaction, id: string): Promise<CreditNoteRow | undefined> {
  return visible(transaction).where('id', '=', id).executeTakeFirst();
}

/** Notes that the interface shows, by their ids, oldest first. */
export async function creditNotesByIds(transaction: TenantTransaction, ids: string[]): Promise<CreditNoteRow[]> {
  if (ids.length === 0) return [];
  return visible(transaction).where('id', 'in', ids).orderBy('id').execute();
}

/** Locks a note until the end of the transaction. */
export async function lockCreditNote(transaction: TenantTransaction, id: string): Promise<CreditNoteRow | undefined> {
  return visible(transaction).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** @param changes all but the time of the change */
export async function updateCreditNote(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<CreditNotesTable>,
  now: Instant,
): Promise<void> {
  await tables(transaction)
    .updateTable('invoicing.credit_notes')
    .set({ ...changes, updated_at: new Date(now) })
    .where('id', '=', id)
    .execute();
}

/** Notes of any status, by their ids. */
export async function notesByIds(transaction: TenantTransaction, ids: string[]): Promise<CreditNoteRow[]> {
  if (ids.length === 0) return [];
  return tables(transaction).selectFrom('invoicing.credit_notes').selectAll().where('id', 'in', ids).execute();
}

/** A note has this many uses in an answer at most. */
const mostUses = 1_000;

const list = listForm<SortsOf<CreditNoteFilters>>({
  updated: 'updated_at',
  keys: {
    created_at: instantKey('created_at'),
    issuing_date: dayKey('issuing_date'),
    total_amount_cents: integerKey('total_amount_cents'),
  },
  order: newestFirst,
  summed: {
    amount: 'total_amount_cents',
    currency: 'currency',
    further: { refund_amount_cents: sql.ref('refund_amount_cents') },
  },
});

/** Lists a page of credit notes, newest first (invoices, sections 1 and 6.5). */
export async function listCreditNotes(
  transaction: TenantTransaction,
  filters: CreditNoteFilters,
  restriction: InvoiceRestriction,
) {
  const found = (changes: Partial<CreditNoteFilters> = {}) =>
    notesFound(transaction, { ...filters, ...changes }, restriction);
  return readList(transaction, found(), list, filters, {
    credit_status: () => ({ query: found({ credit_status: undefined }), values: creditStatuses }),
    refund_status: () => ({ query: found({ refund_status: undefined }), values: refundStatuses }),
  });
}

/** The query of credit notes that match a list's filters, unordered. */
export function notesFound(
  transaction: TenantTransaction,
  filters: CreditNoteFilters,
  restriction: InvoiceRestriction,
) {
  const invoices = tables(transaction).selectFrom('invoicing.invoices').select('id');
  let query = visible(transaction);
  if (restriction.customerIds) query = query.where(sql<boolean>`customer_id = any(${restriction.customerIds}::uuid[])`);
  if (restriction.billingEntityIds) {
    query = query.where(
      'invoice_id',
      'in',
      invoices.where(sql<boolean>`billing_entity_id = any(${restriction.billingEntityIds}::uuid[])`),
    );
  }
  if (filters.invoice_id !== undefined) query = query.where('invoice_id', '=', filters.invoice_id);
  if (filters.invoice_number !== undefined)
    query = query.where('invoice_id', 'in', invoices.where('number', '=', filters.invoice_number));
  if (filters.purchase_order_number !== undefined)
    query = query.where('invoice_id', 'in', invoices.where(isOfOrder(filters.purchase_order_number)));
  if (filters.currency !== undefined) query = query.where('currency', '=', filters.currency);
  if (filters.reason?.length) query = query.where(sql<boolean>`reason = any(${filters.reason}::text[])`);
  if (filters.credit_status?.length)
    query = query.where(sql<boolean>`credit_status = any(${filters.credit_status}::text[])`);
  if (filters.refund_status?.length)
    query = query.where(sql<boolean>`refund_status = any(${filters.refund_status}::text[])`);
  if (filters.amount_from !== undefined) query = query.where('total_amount_cents', '>=', BigInt(filters.amount_from));
  if (filters.amount_to !== undefined) query = query.where('total_amount_cents', '<=', BigInt(filters.amount_to));
  if (filters.issuing_date_from !== undefined) query = query.where('issuing_date', '>=', filters.issuing_date_from);
  if (filters.issuing_date_to !== undefined) query = query.where('issuing_date', '<=', filters.issuing_date_to);
  if (filters.self_billed !== undefined) query = query.where('self_billed', '=', filters.self_billed);
  const types = filters.types;
  if (types?.length) {
    query = query.where((where) => where.or(types.map((type) => where(`${type}_amount_cents` as const, '>', 0n))));
  }
  const term = filters.search_term?.trim();
  if (term) query = query.where(mayContain(term, restriction)).where(contains(term, restriction));
  return narrowed(query, list, filters);
}

export async function itemsOfNotes(transaction: TenantTransaction, noteIds: string[]): Promise<CreditNoteItemRow[]> {
  if (noteIds.length === 0) return [];
  return tables(transaction)
    .selectFrom('invoicing.credit_note_items')
    .selectAll()
    .where('credit_note_id', 'in', noteIds)
    .orderBy('position')
    .execute();
}

export async function taxesOfNotes(transaction: TenantTransaction, noteIds: string[]): Promise<CreditNoteTaxRow[]> {
  if (noteIds.length === 0) return [];
  return tables(transaction)
    .selectFrom('invoicing.credit_note_taxes')
    .selectAll()
    .where('credit_note_id', 'in', noteIds)
    .orderBy('id')
    .execute();
}

/** An invoice that used a part of a credit note. */
export interface NoteUse {
  invoice_id: string;
  number: string;
  status: (typeof visibleInvoiceStatuses)[number];
  amount_cents: bigint;
  created_at: Date;
}

/** The uses of a note by invoices that the interface shows, oldest first. */
export async function usesOfNote(transaction: TenantTransaction, noteId: string): Promise<NoteUse[]> {
  return tables(transaction)
    .selectFrom('invoicing.credits as credit')
    .innerJoin('invoicing.invoices as invoice', 'invoice.id', 'credit.invoice_id')
    .select(['credit.invoice_id', 'invoice.number', 'credit.amount_cents', 'credit.created_at'])
    .select(sql<NoteUse['status']>`invoice.status`.as('status'))
    .where('credit.organization_id', '=', transaction.organizationId)
    .where('credit.source_id', '=', noteId)
    .where('credit.kind', '=', 'credit_note')
    .where('invoice.status', 'in', visibleInvoiceStatuses)
    .orderBy('credit.created_at')
    .orderBy('credit.id')
    .limit(mostUses)
    .execute();
}

/** The deductions of invoices, each invoice's in order. */
export async function creditsOfInvoices(transaction: TenantTransaction, invoiceIds: string[]): Promise<CreditRow[]> {
  if (invoiceIds.length === 0) return [];
  return tables(transaction)
    .selectFrom('invoicing.credits')
    .selectAll()
    .where('invoice_id', 'in', invoiceIds)
    .orderBy('position')
    .execute();
}

/** The deductions by coupons on invoices that the interface shows, oldest first. */
export async function creditsOfCoupons(
  transaction: TenantTransaction,
  appliedCouponIds: string[],
): Promise<CreditRow[]> {
  if (appliedCouponIds.length === 0) return [];
  return tables(transaction)
    .selectFrom('invoicing.credits')
    .selectAll()
    .where('kind', '=', 'coupon')
    .where('source_id', 'in', appliedCouponIds)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('invoicing.invoices as invoice')
          .select('invoice.id')
          .whereRef('invoice.id', '=', 'invoicing.credits.invoice_id')
          .where('invoice.status', 'not in', ['open', 'closed']),
      ),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Ids of the proration credits of a subscription that ended early. */
export async function notesOfEnd(transaction: TenantTransaction, subscriptionId: string): Promise<string[]> {
  const rows = await tables(transaction)
    .selectFrom('invoicing.credit_notes')
    .select('id')
    .where('ended_subscription_id', '=', subscriptionId)
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks the draft notes of a draft invoice. */
export async function draftNotesOf(transaction: TenantTransaction, invoiceId: string): Promise<CreditNoteRow[]> {
  return tables(transaction)
    .selectFrom('invoicing.credit_notes')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .where('status', '=', 'draft')
    .orderBy('sequential_id')
    .forUpdate()
    .execute();
}

/** The next number of a note on an invoice that the caller locks. */
export async function nextNoteNumber(
  transaction: TenantTransaction,
  invoice: InvoiceRow,
): Promise<{ sequential_id: number; number: string }> {
  const row = await tables(transaction)
    .selectFrom('invoicing.credit_notes')
    .select(sql<number | null>`max(sequential_id)`.as('last'))
    .where('invoice_id', '=', invoice.id)
    .executeTakeFirst();
  const rank = (row?.last ?? 0) + 1;
  return { sequential_id: rank, number: noteNumber(invoice.number, rank) };
}

export const noteNumber = (invoiceNumber: string, rank: number): string =>
  `${invoiceNumber}-CN${String(rank).padStart(3, '0')}`;

/** Publishes that a note is final. */
export async function publishNote(
  transaction: TenantTransaction,
  note: Pick<CreditNoteRow, 'id' | 'organization_id' | 'customer_id'>,
  now: Instant,
): Promise<void> {
  await transaction.append('credit_note.created', note.customer_id, { credit_note_id: note.id }, now);
}
