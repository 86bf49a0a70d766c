import { sql, type Selectable } from 'kysely';
import { newId, type TenantTransaction, type Transaction } from '@tollgate/platform';
import { tables } from '../invoicing.tables.js';
import type { TaxReportsTable } from './tax-engines.tables.js';

export type TaxReportRow = Selectable<TaxReportsTable>;

/** The maximum per run of the reconciler; the next run takes the others. */
const limit = 500;
/** Longer than the calls of a report: until then no other process makes the same ones. */
const claimMs = 120_000;

interface NewReport {
  customer_id: string;
  invoice_id: string;
  document_id: string;
  kind: TaxReportsTable['kind'];
  tax_provider_id: string;
}

/** A document has one report of a kind, however often it is requested. */
async function insertReports(transaction: TenantTransaction, reports: NewReport[]): Promise<boolean> {
  if (reports.length === 0) return false;
  const now = new Date();
  const common = { organization_id: transaction.organizationId, status: 'pending', last_error: null } as const;
  const rows = await tables(transaction)
    .insertInto('invoicing.tax_reports')
    .values(
      reports.map((report) => ({
        id: newId(),
        ...common,
        ...report,
        next_attempt_at: now,
        created_at: now,
        updated_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['document_id', 'kind']).doNothing())
    .returning('id')
    .execute();
  return rows.length > 0;
}

const requestOf = (transaction: TenantTransaction, invoiceId: string) =>
  tables(transaction)
    .selectFrom('invoicing.tax_requests')
    .select(['customer_id', 'invoice_id', 'tax_provider_id', 'booked'])
    .where('invoice_id', '=', invoiceId)
    .where('tax_provider_id', 'is not', null)
    .executeTakeFirst();

/** Books an issued invoice at the engine that has only estimated its taxes (webhooks, section 19). */
export async function enqueueBookingReport(transaction: TenantTransaction, invoiceId: string): Promise<void> {
  const request = await requestOf(transaction, invoiceId);
  if (!request || request.booked || request.tax_provider_id === null) return;
  const { customer_id, tax_provider_id } = request;
  await insertReports(transaction, [
    { customer_id, invoice_id: invoiceId, document_id: invoiceId, kind: 'invoice', tax_provider_id },
  ]);
}

/**
 * Voids an invoice at the engine that booked it, with the credit notes that were reported there: they are void with it.
 * @returns whether there is anything to do
 */
export async function enqueueVoidReport(transaction: TenantTransaction, invoiceId: string): Promise<boolean> {
  const request = await requestOf(transaction, invoiceId);
  const reported = await reportsOf(transaction, invoiceId);
  if (!request || request.tax_provider_id === null) return false;
  if (!request.booked && !reported.some(books)) return false;
  const { customer_id, tax_provider_id } = request;
  const common = { customer_id, invoice_id: invoiceId, tax_provider_id };
  const notes = reported.filter(({ kind, status }) => kind === 'credit_note' && status !== 'refused');
  return insertReports(transaction, [
    { ...common, document_id: invoiceId, kind: 'void' },
    ...notes.map(({ document_id }) => ({ ...common, document_id, kind: 'credit_note_void' as const })),
  ]);
}

/**
 * Reports a final credit note to the engine that booked its invoice, unless the invoice is void there.
 * @returns whether there is anything to do
 */
export async function enqueueNoteReport(transaction: TenantTransaction, noteId: string): Promise<boolean> {
  const note = await tables(transaction)
    .selectFrom('invoicing.credit_notes as note')
    .innerJoin('invoicing.tax_requests as request', 'request.invoice_id', 'note.invoice_id')
    .innerJoin('invoicing.invoices as invoice', 'invoice.id', 'note.invoice_id')
    .select(['note.customer_id', 'note.invoice_id', 'request.tax_provider_id', 'request.booked', 'invoice.status'])
    .select('invoice.payment_dispute_lost_at')
    .where('note.id', '=', noteId)
    .where('note.status', '=', 'finalized')
    .executeTakeFirst();
  if (!note || note.tax_provider_id === null || note.status === 'voided' || note.payment_dispute_lost_at) return false;
  const { customer_id, invoice_id, tax_provider_id } = note;
  const isBooked = note.booked || (await reportsOf(transaction, invoice_id)).some(books);
  if (!isBooked) return false;
  return insertReports(transaction, [
    { customer_id, invoice_id, document_id: noteId, kind: 'credit_note', tax_provider_id },
  ]);
}

/** Whether the engine has the invoice by this report, or will have it before later reports. */
const books = ({ kind, status }: TaxReportRow): boolean => kind === 'invoice' && status !== 'refused';

const reportsOf = (transaction: TenantTransaction, invoiceId: string): Promise<TaxReportRow[]> =>
  tables(transaction)
    .selectFrom('invoicing.tax_reports')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .orderBy('id')
    .execute();

/**
 * Claims the oldest pending report of an invoice, if it is due: an engine must book a document before it voids it. A claim
 * passes by itself.
 */
export async function claimTaxReport(
  transaction: TenantTransaction,
  invoiceId: string,
): Promise<TaxReportRow | undefined> {
  const oldest = await tables(transaction)
    .selectFrom('invoicing.tax_reports')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .where('status', '=', 'pending')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (!oldest || oldest.next_attempt_at.getTime() > Date.now()) return undefined;
  await tables(transaction)
    .updateTable('invoicing.tax_reports')
    .set({ next_attempt_at: new Date(Date.now() + claimMs) })
    .where('id', '=', oldest.id)
    .execute();
  return oldest;
}

/** Repeats a report later. @param code why; null without a call, which is no attempt */
export async function postponeTaxReport(
  transaction: TenantTransaction,
  { id, attempts }: TaxReportRow,
  { code, waitMs }: { code: string | null; waitMs: number },
): Promise<void> {
  await tables(transaction)
    .updateTable('invoicing.tax_reports')
    .set({
      next_attempt_at: new Date(Date.now() + waitMs),
      ...(code === null ? {} : { attempts: attempts + 1, last_error: code }),
    })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute();
}

/** @param error why the engine refuses the report for good; null when it is done */
export async function settleTaxReport(
  transaction: TenantTransaction,
  { id, kind, invoice_id: invoiceId }: TaxReportRow,
  error: string | null,
): Promise<void> {
  await tables(transaction)
    .updateTable('invoicing.tax_reports')
    .set({ status: error === null ? 'done' : 'refused', last_error: error, updated_at: new Date() })
    .where('id', '=', id)
    .execute();
  if (kind === 'invoice' && error === null)
    await tables(transaction)
      .updateTable('invoicing.tax_requests')
      .set({ booked: true })
      .where('invoice_id', '=', invoiceId)
      .execute();
}

/** Invoices of all organizations with due reports. */
export async function invoicesToReport(
  transaction: Transaction,
): Promise<{ organization_id: string; invoice_id: string }[]> {
  return tables(transaction)
    .selectFrom('invoicing.tax_reports')
    .select(['organization_id', 'invoice_id'])
    .where('status', '=', 'pending')
    .where(sql<boolean>`next_attempt_at <= now()`)
    .groupBy(['organization_id', 'invoice_id'])
    .limit(limit)
    .execute();
}

/** The creation of the oldest report that no engine has accepted yet. */
export async function oldestTaxReport(transaction: Transaction): Promise<Date | undefined> {
  const row = await tables(transaction)
    .selectFrom('invoicing.tax_reports')
    .select('created_at')
    .where('status', '=', 'pending')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}
