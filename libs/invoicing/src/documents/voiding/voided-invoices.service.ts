import { Injectable } from '@nestjs/common';
import type { InvoiceVoid, SingleInvoice } from '@tollgate/contracts';
import {
  Clock,
  isId,
  NotAllowed,
  NotFound,
  ValidationFailed,
  type Repetition,
  type TenantTransaction,
  type Instant,
} from '@tollgate/platform';
import { readCustomerView, readSubscriptions } from '@tollgate/subscription/reader';
import { allAdjustments } from '../../issuing/adjustments/adjustments.js';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { RefundChecks, requireExactRefund } from '../credit-notes/refund-checks.js';
import { presentInvoice } from '../invoices/invoice.presenter.js';
import { publishNote } from '../../model/credit-notes/credit-notes.repository.js';
import { recordInvoicesChanged } from '../../model/invoices/invoice-changes.js';
import {
  billingPeriodsOf,
  findInvoice,
  lockInvoice,
  type InvoiceRow,
} from '../../model/invoices/invoices.repository.js';
import { publishCreditsPayment } from '../../model/payments/sold-credits.repository.js';
import { markVoided } from '../../model/invoices/voids.repository.js';
import { creditableOf, type Creditable } from '../credit-notes/creditable.js';
import { coverOwnNotes } from './own-notes.writer.js';
import { writeVoidNotes, type RequestedCredit } from './void-notes.writer.js';

/** Voids final invoices (invoices, section 9.8). */
@Injectable()
export class VoidedInvoicesService {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly clock: Clock,
    private readonly refundChecks: RefundChecks,
  ) {}

  /**
   * Returns what the invoice used; its periods still count as billed.
   * @param once the key under which it is done once
   * @throws NotFound, ValidationFailed, NotAllowed `not_voidable`
   */
  async void(organizationId: string, id: string, input: InvoiceVoid, once?: Repetition): Promise<SingleInvoice> {
    if (!isId(id)) throw new NotFound('invoice');
    const now = await this.clock.now(organizationId);
    return this.database.createOnce(organizationId, once, async (transaction) => {
      if (!(await findInvoice(transaction, id))) throw new NotFound('invoice');
      const invoice = (await lockInvoice(transaction, id)) as InvoiceRow;
      const requested = requestedCredit(input);
      const creditable = requested && (await creditableOf(transaction, invoice));
      if (creditable) refuseTooMuch(requested, creditable);
      if (invoice.status !== 'finalized') throw new NotAllowed('not_voidable');
      const refund = { field: 'refund_amount', amountCents: requested?.refundAmountCents ?? 0n };
      await requireExactRefund(this.refundChecks, transaction, invoice, refund);
      await markVoided(transaction, id, creditable !== null, now);
      for (const adjustment of allAdjustments) {
        const voided = { ...fieldsOf(invoice), credited: creditable !== null, now };
        await adjustment.returnUses?.(transaction, voided);
      }
      await recordInvoicesChanged(transaction, invoice.customer_id, now);
      await publishUninvoicedUsage(transaction, invoice, now);
      await transaction.append('invoice.voided', invoice.customer_id, { invoice_id: id }, now);
      const made = creditable ? await this.credit(transaction, invoice, { requested, creditable, now }) : null;
      await coverOwnNotes(transaction, invoice, made, now);
      // Credits of a voided invoice are never paid (wallets, section 3.8).
      if (invoice.payment_status !== 'succeeded') await publishCreditsPayment(transaction, invoice, 'failed', now);
      return presentInvoice(transaction, (await findInvoice(transaction, id)) as InvoiceRow, now);
    });
  }

  private async credit(
    transaction: TenantTransaction,
    invoice: InvoiceRow,
    { requested, creditable, now }: { requested: RequestedCredit; creditable: Creditable; now: Instant },
  ): Promise<string[]> {
    const { organization_id, customer_id, invoice_type } = invoice;
    // Sold credits are not creditable, so they have no rest (invoices, section 6.4).
    if (invoice_type === 'credit') return [];
    const { timezone } = await readCustomerView(transaction, customer_id);
    const ids = await writeVoidNotes(transaction, invoice, creditable, requested, { timezone, now });
    for (const id of ids) await publishNote(transaction, { id, organization_id, customer_id }, now);
    return ids;
  }
}

/** The usage of the invoice is uninvoiced again, so thresholds are checked again (charges, section 7.2). */
async function publishUninvoicedUsage(
  transaction: TenantTransaction,
  invoice: InvoiceRow,
  now: Instant,
): Promise<void> {
  const periods = await billingPeriodsOf(transaction, [invoice.id]);
  const ids = [...new Set(periods.map(({ subscription_id: id }) => id))];
  for (const { id, usageThresholds } of await readSubscriptions(transaction, ids))
    if (usageThresholds.length > 0)
      await transaction.append('subscription.usage_invoiced', invoice.customer_id, { subscription_id: id }, now);
}

const fieldsOf = (invoice: InvoiceRow) => ({
  id: invoice.id,
  organizationId: invoice.organization_id,
  customerId: invoice.customer_id,
  prepaidCreditCents: invoice.prepaid_credit_amount_cents,
});

/** Null without a requested credit note. */
function requestedCredit(input: InvoiceVoid): RequestedCredit | null {
  if (!input.generate_credit_note) return null;
  return {
    creditAmountCents: BigInt(input.credit_amount ?? 0),
    refundAmountCents: BigInt(input.refund_amount ?? 0),
  };
}

/** @throws ValidationFailed */
function refuseTooMuch(
  { creditAmountCents: credit, refundAmountCents: refund }: RequestedCredit,
  { creditableCents: creditable, refundableCents: refundable }: Creditable,
): void {
  if (refund > refundable || credit + refund > creditable)
    throw new ValidationFailed({ credit_refund_amount: ['total_amount_exceeds_invoice_amount'] });
}
