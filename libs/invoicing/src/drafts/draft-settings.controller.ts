import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { Clock, Jobs, OnMessage, type TenantTransaction } from '@tollgate/platform';
import { paymentDueDate, subscriptionInvoiceDates } from '@tollgate/rating';
import { readCustomerView, type CustomerView } from '@tollgate/subscription/reader';
import { InvoicingDatabase } from '../invoicing.database.js';
import { tables } from '../tables/invoicing.tables.js';
import { finalizationOf } from '../issuing/invoice.writer.js';
import { billingPeriodsOf, type InvoiceRow } from '../rows/invoices.repository.js';
import { markDrafts } from '../rows/draft-marks.repository.js';

/** Drafts follow the settings of their customer (invoices, section 9.6). */
@Controller()
export class DraftSettingsController {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
  ) {}

  /** Dates move with the settings, and so may taxes; a draft that is due becomes final at once. */
  @OnMessage('customer.updated', 'invoicing')
  async onCustomerUpdated(@Payload() message: Message<'customer.updated'>): Promise<void> {
    const { organization_id, request_id, payload } = message;
    const now = await this.clock.now(organization_id);
    const due = await this.database.tenant(organization_id, (transaction) =>
      moveDrafts(transaction, payload.customer_id, now),
    );
    // The jobs are queued before the message counts as handled: cut off in between, they are queued again under the same ids.
    for (const id of due)
      await this.jobs.add('invoice-finalization', { organization_id, request_id, invoice_id: id }, { id });
    await this.database.handleOnce(message, (transaction) =>
      markDrafts(transaction, { customerId: payload.customer_id }, now),
    );
  }
}

/** @returns the drafts that are due now */
async function moveDrafts(transaction: TenantTransaction, customerId: string, now: number): Promise<string[]> {
  const drafts = await tables(transaction)
    .selectFrom('invoicing.invoices')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('status', '=', 'draft')
    .orderBy('id')
    .forUpdate()
    .execute();
  if (drafts.length === 0) return [];
  const customer = await readCustomerView(transaction, customerId);
  const due: string[] = [];
  for (const draft of drafts) {
    const finalizeAt = await moveDraft(transaction, draft, customer, now);
    if (finalizeAt.getTime() <= now) due.push(draft.id);
  }
  return due;
}

async function moveDraft(
  transaction: TenantTransaction,
  draft: InvoiceRow,
  customer: CustomerView,
  now: number,
): Promise<Date> {
  const periodic = (await billingPeriodsOf(transaction, draft.id)).some(
    (period) => period.invoicing_reason === 'subscription_periodic',
  );
  const settings = {
    gracePeriodDays: customer.invoiceGracePeriod,
    anchor: customer.issuingDateAnchor,
    adjustment: customer.issuingDateAdjustment,
  };
  const dates = subscriptionInvoiceDates(
    draft.billed_at.getTime(),
    draft.timezone,
    periodic,
    settings,
    draft.net_payment_term,
  );
  const finalizeAt = finalizationOf(customer, dates.expectedFinalizationDate, now);
  await tables(transaction)
    .updateTable('invoicing.invoices')
    .set({
      issuing_date: dates.issuingDate,
      payment_due_date: paymentDueDate(dates.issuingDate, draft.net_payment_term),
      finalize_at: finalizeAt,
      updated_at: new Date(now),
    })
    .where('id', '=', draft.id)
    .execute();
  return finalizeAt;
}
