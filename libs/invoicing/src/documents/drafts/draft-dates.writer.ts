import type { TenantTransaction, Instant } from '@tollgate/platform';
import { paymentDueDate, subscriptionInvoiceDates } from '@tollgate/rating';
import { readCustomerViews, type CustomerView } from '@tollgate/subscription/reader';
import { finalizationOf } from '../../issuing/invoice-writing/invoice.writer.js';
import { periodicInvoices, type InvoiceRow } from '../../model/invoices/invoices.repository.js';
import { tables } from '../../model/invoicing.tables.js';

/** How drafts follow changed settings (invoices, section 9.6). */
interface Move {
  now: Instant;
  /** The finalization of a draft that a shorter grace period makes due, Unix milliseconds. */
  dueAt: Instant;
  /** Whether drafts take the payment term of an issuer if the customer has none. */
  takesTerm: boolean;
}

/** Moves the dates of drafts, which the caller locks. */
export async function moveDrafts(
  transaction: TenantTransaction,
  drafts: InvoiceRow[],
  move: Move,
): Promise<{ id: string; finalizeAt: Date }[]> {
  const customers = await readCustomerViews(transaction, [...new Set(drafts.map((draft) => draft.customer_id))]);
  const periodic = await periodicInvoices(
    transaction,
    drafts.map(({ id }) => id),
  );
  const moved: { id: string; finalizeAt: Date }[] = [];
  for (const draft of drafts) {
    const customer = customers.get(draft.customer_id);
    if (!customer) throw new Error(`invoice ${draft.id} has no customer`);
    const finalizeAt = await moveDraft(transaction, draft, customer, periodic.has(draft.id), move);
    moved.push({ id: draft.id, finalizeAt });
  }
  return moved;
}

async function moveDraft(
  transaction: TenantTransaction,
  draft: InvoiceRow,
  customer: CustomerView,
  periodic: boolean,
  move: Move,
): Promise<Date> {
  const settings = {
    gracePeriodDays: customer.invoiceGracePeriod,
    anchor: customer.issuingDateAnchor,
    adjustment: customer.issuingDateAdjustment,
  };
  const term = move.takesTerm && !customer.hasOwnPaymentTerm ? customer.netPaymentTerm : draft.net_payment_term;
  const dates = subscriptionInvoiceDates(draft.billed_at.getTime(), draft.timezone, periodic, settings, term);
  const finalizeAt = dueBy(finalizationOf(customer, dates.expectedFinalizationDate, move.now), draft, move);
  await tables(transaction)
    .updateTable('invoicing.invoices')
    .set({
      issuing_date: dates.issuingDate,
      payment_due_date: paymentDueDate(dates.issuingDate, term),
      net_payment_term: term,
      finalize_at: finalizeAt,
      updated_at: new Date(move.now),
    })
    .where('id', '=', draft.id)
    .execute();
  return finalizeAt;
}

/** A shorter grace period in the past makes a draft due at the change of the setting, not earlier. */
const dueBy = (end: Date, { finalize_at: before }: InvoiceRow, { now, dueAt }: Move): Date =>
  end.getTime() < now && before !== null && before.getTime() > now ? new Date(Math.min(dueAt, before.getTime())) : end;
