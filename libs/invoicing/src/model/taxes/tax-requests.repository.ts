import { sql, type Selectable } from 'kysely';
import type { TenantTransaction, Transaction } from '@tollgate/platform';
import { tables } from '../invoicing.tables.js';
import type { InvoiceRow } from '../invoices/invoices.repository.js';
import type { SentTaxDocument, StoredFeeTaxes, TaxRequestsTable } from './tax-engines.tables.js';

export type TaxRequestRow = Selectable<TaxRequestsTable>;

/** The maximum of requests that a process claims at once. */
export const claimSize = 10;
/** Longer than that many calls to an engine: until then no other process makes the same ones. */
const claimMs = 240_000;
/** The maximum of answers that a job gives to drafts; the reconciler queues the others again. */
const answersAtOnce = 200;

/** An engine has to compute the taxes of the present fees of an invoice; an earlier answer is void. */
export async function enqueueTaxRequest(
  transaction: TenantTransaction,
  { invoiceId, customerId }: { invoiceId: string; customerId: string },
): Promise<void> {
  const now = new Date();
  const pending = { status: 'pending', attempts: 0, next_attempt_at: now, last_error: null, taxes: null } as const;
  await tables(transaction)
    .insertInto('invoicing.tax_requests')
    .values({
      invoice_id: invoiceId,
      organization_id: transaction.organizationId,
      customer_id: customerId,
      tax_provider_id: null,
      ...pending,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('invoice_id').doUpdateSet({ ...pending, updated_at: now }))
    .execute();
}

export async function findTaxRequest(
  transaction: TenantTransaction,
  invoiceId: string,
): Promise<TaxRequestRow | undefined> {
  return tables(transaction)
    .selectFrom('invoicing.tax_requests')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst();
}

/**
 * Claims the due requests of a customer, oldest first. A claim passes by itself, so that the work of a stopped process
 * becomes due again.
 */
export async function claimTaxRequests(transaction: TenantTransaction, customerId: string): Promise<TaxRequestRow[]> {
  const now = new Date();
  const due = tables(transaction)
    .selectFrom('invoicing.tax_requests')
    .select('invoice_id')
    .where('customer_id', '=', customerId)
    .where('status', '=', 'pending')
    .where('next_attempt_at', '<=', now)
    .orderBy('created_at')
    .orderBy('invoice_id')
    .limit(claimSize)
    .forUpdate()
    .skipLocked();
  const rows = await tables(transaction)
    .updateTable('invoicing.tax_requests')
    .set({ next_attempt_at: new Date(now.getTime() + claimMs) })
    .where('invoice_id', 'in', due)
    .returningAll()
    .execute();
  return rows.sort((one, other) => one.created_at.getTime() - other.created_at.getTime());
}

/** The claimed request is still the present one: its fees were not computed again meanwhile. */
const isClaimed = ({ updated_at }: TaxRequestRow) => sql<boolean>`status = 'pending' and updated_at = ${updated_at}`;

/** Stores the taxes that an engine computed, and from what. @returns whether they are those of the present fees */
export async function answerTaxRequest(
  transaction: TenantTransaction,
  request: TaxRequestRow,
  answer: { taxProviderId: string; booked: boolean; taxes: StoredFeeTaxes[]; sent: SentTaxDocument },
): Promise<boolean> {
  const { numUpdatedRows: count } = await tables(transaction)
    .updateTable('invoicing.tax_requests')
    .set({
      status: 'answered',
      tax_provider_id: answer.taxProviderId,
      // A later estimate does not undo a booking.
      booked: sql<boolean>`booked or ${answer.booked}`,
      taxes: JSON.stringify(answer.taxes),
      sent: JSON.stringify(answer.sent),
      last_error: null,
      updated_at: new Date(),
    })
    .where('invoice_id', '=', request.invoice_id)
    .where(isClaimed(request))
    .executeTakeFirstOrThrow();
  return count > 0n;
}

/** Repeats a request later. @param code why; null without a call, which is no attempt */
export async function postponeTaxRequest(
  transaction: TenantTransaction,
  request: TaxRequestRow,
  { code, waitMs }: { code: string | null; waitMs: number },
): Promise<void> {
  await tables(transaction)
    .updateTable('invoicing.tax_requests')
    .set({
      next_attempt_at: new Date(Date.now() + waitMs),
      ...(code === null ? {} : { attempts: request.attempts + 1, last_error: code }),
    })
    .where('invoice_id', '=', request.invoice_id)
    .where(isClaimed(request))
    .execute();
}

/** @param error why the engine refuses; null when the invoice has its taxes */
export async function settleTaxRequest(
  transaction: TenantTransaction,
  invoiceId: string,
  error: string | null,
): Promise<void> {
  await tables(transaction)
    .updateTable('invoicing.tax_requests')
    .set({ status: error === null ? 'applied' : 'refused', last_error: error, updated_at: new Date() })
    .where('invoice_id', '=', invoiceId)
    .execute();
}

/** Makes all requests of the organization due at once, after its connections changed. */
export async function hurryTaxRequests(transaction: TenantTransaction): Promise<void> {
  await tables(transaction)
    .updateTable('invoicing.tax_requests')
    .set({ next_attempt_at: new Date() })
    .where('organization_id', '=', transaction.organizationId)
    .where('status', '=', 'pending')
    .execute();
}

/** The invoices of a customer whose taxes an engine has computed, and which have not received them yet, oldest first. */
export async function answeredInvoicesOf(
  transaction: TenantTransaction,
  customerId: string,
): Promise<{ id: string; status: InvoiceRow['status'] }[]> {
  return tables(transaction)
    .selectFrom('invoicing.tax_requests as request')
    .innerJoin('invoicing.invoices as invoice', 'invoice.id', 'request.invoice_id')
    .select(['invoice.id', 'invoice.status'])
    .where('request.customer_id', '=', customerId)
    .where('request.status', '=', 'answered')
    .orderBy('invoice.created_at')
    .orderBy('invoice.id')
    .limit(answersAtOnce)
    .execute();
}

/** SQL condition on an invoice: its request is repeated later. */
export const isPostponed = (invoiceId: string): string =>
  `exists (select from invoicing.tax_requests request
    where request.invoice_id = ${invoiceId} and request.status = 'pending' and request.next_attempt_at > now())`;

/** Customers of all organizations with due requests, or with answers that no invoice has received. */
export const customersWithDueRequests = (transaction: Transaction) =>
  tables(transaction)
    .selectFrom('invoicing.tax_requests')
    .select(['organization_id', 'customer_id'])
    .where(sql<boolean>`(status = 'pending' and next_attempt_at <= now() or status = 'answered')`);
