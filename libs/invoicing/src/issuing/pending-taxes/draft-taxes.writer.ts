import type { Instant, TenantTransaction } from '@tollgate/platform';
import { taxFees } from '../../model/line-items/fee.writer.js';
import { priceInvoice } from '../../model/line-items/new-invoice.js';
import { feesOfInvoices } from '../../model/fees/fees.repository.js';
import { recordInvoicesChanged } from '../../model/invoices/invoice-changes.js';
import { lockInvoice } from '../../model/invoices/invoices.repository.js';
import { findTaxRequest, settleTaxRequest } from '../../model/taxes/tax-requests.repository.js';
import { tables } from '../../model/invoicing.tables.js';
import { carryDraftNotes } from '../invoice-writing/draft-credit-notes.writer.js';
import { insertInvoiceTaxes } from '../invoice-writing/invoice-contents.js';
import { amountColumns } from '../invoice-writing/invoice.writer.js';
import { taxesOfFee } from '../tax-sources/engine.source.js';
import { taxedLineOf } from '../tax-sources/tax-documents.js';

/**
 * Adds the taxes that an engine computed to a draft, and publishes that they are settled (webhooks, sections 5 and 19).
 * A repetition, or a draft that is computed again meanwhile, changes nothing.
 */
export async function taxDraft(transaction: TenantTransaction, id: string, now: Instant): Promise<void> {
  const draft = await lockInvoice(transaction, id);
  const request = await findTaxRequest(transaction, id);
  if (draft?.status !== 'draft' || request?.status !== 'answered') return;
  const fees = await feesOfInvoices(transaction, [id]);
  const lines = fees.map((fee) => taxedLineOf(fee, taxesOfFee(fee, request.taxes ?? [])));
  const priced = priceInvoice(lines, draft.currency, {
    progressiveBillingCreditCents: draft.progressive_billing_credit_amount_cents,
  });
  const written = { organizationId: draft.organization_id, now };
  await tables(transaction)
    .updateTable('invoicing.invoices')
    .set({ ...amountColumns(priced), updated_at: new Date(now) })
    .where('id', '=', id)
    .execute();
  await taxFees(
    transaction,
    fees.map((fee) => fee.id),
    { ...written, ...priced },
  );
  await insertInvoiceTaxes(transaction, id, written, priced);
  await settleTaxRequest(transaction, id, null);
  await carryDraftNotes(transaction, id, fees, now);
  await recordInvoicesChanged(transaction, draft.customer_id, now);
  await transaction.append('invoice.ready_to_finalize', draft.customer_id, { invoice_id: id }, now);
}
