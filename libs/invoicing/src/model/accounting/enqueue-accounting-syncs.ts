import { sql } from 'kysely';
import type { AccountingDocumentType } from '@tollgate/contracts';
import { newId, type Instant, type TenantTransaction } from '@tollgate/platform';
import { readAccountingLinks } from '@tollgate/subscription/reader';
import { tables } from '../invoicing.tables.js';
import {
  connectedAccountingProviders,
  connectionOfLink,
  type AccountingProviderRow,
} from './accounting-providers.repository.js';
import type { AccountingSyncRow } from './accounting-syncs.repository.js';

/**
 * A document that an accounting system has to get (webhooks, section 20). The transaction of its cause, or of the cause's
 * message, writes its row. Each document has one row for a connection, however often that happens.
 */
interface NewSync {
  accounting_provider_id: string;
  customer_id: string;
  document_type: AccountingDocumentType;
  document_id: string;
  parent_id: string | null;
}

/** @returns ids of connections with new rows */
async function insertSyncs(transaction: TenantTransaction, syncs: NewSync[]): Promise<Set<string>> {
  if (syncs.length === 0) return new Set();
  const now = new Date();
  const common = {
    organization_id: transaction.organizationId,
    status: 'pending',
    next_attempt_at: now,
    created_at: now,
    updated_at: now,
  } as const;
  const rows = await tables(transaction)
    .insertInto('invoicing.accounting_syncs')
    .values(syncs.map((sync) => ({ id: newId(), ...common, ...sync })))
    .onConflict((conflict) => conflict.constraint('accounting_syncs_document').doNothing())
    .returning('accounting_provider_id')
    .execute();
  return new Set(rows.map((row) => row.accounting_provider_id));
}

/** Requests a job that sends the pending documents of connections. */
export async function publishPendingSyncs(
  transaction: TenantTransaction,
  ids: Iterable<string>,
  now: Instant,
): Promise<void> {
  for (const id of ids) await transaction.append('accounting.sync_requested', id, { accounting_provider_id: id }, now);
}

/** The system of a customer has to get its contact, or the contact's changes; nothing without a link. */
export async function enqueueContactSync(
  transaction: TenantTransaction,
  customerId: string,
  now: Instant,
): Promise<void> {
  const connections = await connectedAccountingProviders(transaction);
  if (connections.length === 0) return;
  const connection = connectionOfLink(
    connections,
    (await readAccountingLinks(transaction, [customerId])).get(customerId),
  );
  if (!connection) return;
  const made = await insertSyncs(transaction, [contactOf(connection, customerId)]);
  if (made.size === 0)
    await tables(transaction)
      .updateTable('invoicing.accounting_syncs')
      .set({ status: 'pending', attempts: 0, next_attempt_at: new Date(), updated_at: new Date() })
      .where('accounting_provider_id', '=', connection.id)
      .where('document_type', '=', 'contact')
      .where('document_id', '=', customerId)
      .execute();
  await publishPendingSyncs(transaction, [connection.id], now);
}

const contactOf = ({ id }: AccountingProviderRow, customerId: string): NewSync => ({
  accounting_provider_id: id,
  customer_id: customerId,
  document_type: 'contact',
  document_id: customerId,
  parent_id: null,
});

/** The systems that received a contact of ours have to archive it. */
export async function enqueueContactArchives(
  transaction: TenantTransaction,
  contacts: readonly AccountingSyncRow[],
  now: Instant,
): Promise<void> {
  const made = await insertSyncs(
    transaction,
    contacts.map((contact) => childOf(contact, 'contact_archive', contact.document_id)),
  );
  await publishPendingSyncs(transaction, made, now);
}

/** Systems have to get issued invoices of their customers, with the payments so far. */
export async function enqueueInvoiceSyncs(
  transaction: TenantTransaction,
  invoiceIds: string[],
  now: Instant,
): Promise<void> {
  const connections = await connectedAccountingProviders(transaction);
  if (connections.length === 0) return;
  // The lock lets every payment see the row of its invoice, or be seen below.
  const invoices = await tables(transaction)
    .selectFrom('invoicing.invoices')
    .select(['id', 'customer_id'])
    .where('organization_id', '=', transaction.organizationId)
    .where('id', 'in', invoiceIds)
    .where('status', 'in', ['finalized', 'voided'])
    .where('self_billed', '=', false)
    .orderBy('id')
    .forShare()
    .execute();
  const customerIds = [...new Set(invoices.map((invoice) => invoice.customer_id))];
  const links = await readAccountingLinks(transaction, customerIds);
  const linked = invoices.flatMap((invoice) => {
    const connection = connectionOfLink(connections, links.get(invoice.customer_id));
    return connection?.sync_invoices ? [{ ...invoice, connection }] : [];
  });
  if (linked.length === 0) return;
  await insertSyncs(transaction, [
    ...new Map(linked.map(({ connection, customer_id: id }) => [id, contactOf(connection, id)])).values(),
  ]);
  const contacts = await parentsOf(transaction, 'contact', customerIds);
  const made = await insertSyncs(
    transaction,
    linked.map(({ id, customer_id, connection }) => ({
      accounting_provider_id: connection.id,
      customer_id,
      document_type: 'invoice',
      document_id: id,
      parent_id: contacts.find((contact) => contact.document_id === customer_id)?.id ?? null,
    })),
  );
  await publishPendingSyncs(transaction, made, now);
  await enqueuePaymentSyncs(
    transaction,
    linked.map(({ id }) => id),
    now,
  );
}

/** Rows of connected systems, by which further documents follow. */
async function parentsOf(
  transaction: TenantTransaction,
  type: AccountingDocumentType,
  documentIds: string[],
): Promise<(AccountingSyncRow & Pick<AccountingProviderRow, 'sync_credit_notes' | 'sync_payments'>)[]> {
  return tables(transaction)
    .selectFrom('invoicing.accounting_syncs as sync')
    .innerJoin('invoicing.accounting_providers as connection', 'connection.id', 'sync.accounting_provider_id')
    .selectAll('sync')
    .select(['connection.sync_credit_notes', 'connection.sync_payments'])
    .where('sync.organization_id', '=', transaction.organizationId)
    .where('sync.document_id', 'in', documentIds)
    .where('sync.document_type', '=', type)
    .where('connection.deleted_at', 'is', null)
    .execute();
}

/** The systems that get invoices have to get their payments. */
export async function enqueuePaymentSyncs(
  transaction: TenantTransaction,
  invoiceIds: string[],
  now: Instant,
): Promise<void> {
  const invoices = await parentsOf(transaction, 'invoice', invoiceIds);
  const accounted = invoices.filter((invoice) => invoice.sync_payments);
  if (accounted.length === 0) return;
  const payments = await tables(transaction)
    .selectFrom('invoicing.payments')
    .select(['id', 'invoice_id'])
    .where('invoice_id', 'in', invoiceIds)
    .where('payment_status', '=', 'succeeded')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const made = await insertSyncs(
    transaction,
    accounted.flatMap((invoice) =>
      payments
        .filter((payment) => payment.invoice_id === invoice.document_id)
        .map(({ id }) => childOf(invoice, 'payment', id)),
    ),
  );
  await publishPendingSyncs(transaction, made, now);
}

const childOf = (parent: AccountingSyncRow, type: AccountingDocumentType, documentId: string): NewSync => ({
  accounting_provider_id: parent.accounting_provider_id,
  customer_id: parent.customer_id,
  document_type: type,
  document_id: documentId,
  parent_id: parent.id,
});

/** The system that gets a voided invoice has to void it. One that it has refused needs no void. */
export async function enqueueInvoiceVoidSync(
  transaction: TenantTransaction,
  invoiceId: string,
  now: Instant,
): Promise<void> {
  const invoices = await parentsOf(transaction, 'invoice', [invoiceId]);
  if (invoices.length === 0) return;
  await tables(transaction)
    .updateTable('invoicing.accounting_syncs')
    .set({ status: 'done', error_code: null, error_message: null, updated_at: new Date() })
    .where('document_id', '=', invoiceId)
    .where('document_type', '=', 'invoice')
    .where('status', '=', 'refused')
    .where('external_id', 'is', null)
    .execute();
  const made = await insertSyncs(
    transaction,
    invoices.map((invoice) => childOf(invoice, 'invoice_void', invoiceId)),
  );
  await publishPendingSyncs(transaction, made, now);
}

/**
 * The system that gets an invoice has to get a final note on it, with its uses: offset, credit for later invoices,
 * refund. Notes on a voided invoice are left out.
 */
export async function enqueueCreditNoteSync(
  transaction: TenantTransaction,
  noteId: string,
  now: Instant,
): Promise<void> {
  const note = await tables(transaction)
    .selectFrom('invoicing.credit_notes as note')
    .innerJoin('invoicing.invoices as invoice', 'invoice.id', 'note.invoice_id')
    .select(['note.invoice_id', 'note.credit_amount_cents', 'note.offset_amount_cents'])
    .where('note.organization_id', '=', transaction.organizationId)
    .where('note.id', '=', noteId)
    .where('note.status', '=', 'finalized')
    .where('invoice.status', '!=', 'voided')
    .executeTakeFirst();
  if (!note) return;
  const invoices = await parentsOf(transaction, 'invoice', [note.invoice_id]);
  const accounted = invoices.filter((invoice) => invoice.sync_credit_notes);
  const made = await insertSyncs(
    transaction,
    accounted.map((invoice) => childOf(invoice, 'credit_note', noteId)),
  );
  const uses: AccountingDocumentType[] = [
    ...(note.offset_amount_cents > 0n ? ['credit_note_offset' as const] : []),
    ...(note.credit_amount_cents > 0n ? ['credit_note_credit' as const] : []),
  ];
  const notes = await parentsOf(transaction, 'credit_note', [noteId]);
  await insertSyncs(
    transaction,
    notes.flatMap((parent) => uses.map((use) => childOf(parent, use, noteId))),
  );
  await enqueueRefundSync(transaction, noteId, now);
  await publishPendingSyncs(transaction, made, now);
}

/** The system that gets a note has to get its refund, once that has succeeded. */
export async function enqueueRefundSync(transaction: TenantTransaction, noteId: string, now: Instant): Promise<void> {
  const notes = (await parentsOf(transaction, 'credit_note', [noteId])).filter((note) => note.sync_payments);
  if (notes.length === 0) return;
  const { rows } = await sql`
    select from invoicing.credit_notes where id = ${noteId} and refund_status = 'succeeded' and refund_amount_cents > 0
  `.execute(transaction);
  if (rows.length === 0) return;
  const made = await insertSyncs(
    transaction,
    notes.map((note) => childOf(note, 'credit_note_refund', noteId)),
  );
  await publishPendingSyncs(transaction, made, now);
}
