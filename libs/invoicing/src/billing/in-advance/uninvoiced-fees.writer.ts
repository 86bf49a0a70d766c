import type { CustomerView } from '@tollgate/subscription/reader';
import { newId, type TenantTransaction, type Instant } from '@tollgate/platform';
import { priceInvoice, type NewFee } from '../../model/line-items/new-invoice.js';
import { requestFeeTaxes } from '../../issuing/tax-sources/engine.source.js';
import { insertFees } from '../../model/line-items/fee.writer.js';

interface UninvoicedFees {
  organizationId: string;
  customer: CustomerView;
  currency: string;
  lines: NewFee[];
  /** The organization's present time, Unix milliseconds. */
  now: Instant;
}

/**
 * Writes uninvoiced fees with their taxes, and publishes a message for each (charges, section 3.7). A tax engine taxes
 * them first, if the customer has one (webhooks, section 19).
 */
export async function writeUninvoicedFees(
  transaction: TenantTransaction,
  { organizationId, customer, currency, lines, now }: UninvoicedFees,
): Promise<void> {
  const { fees, taxes } = priceInvoice(lines, currency);
  const ids = await insertFees(transaction, { organizationId, customer, currency, invoiceId: null, fees, taxes, now });
  if (customer.taxEngine) return requestFeeTaxes(transaction, ids, customer.id, now);
  const messages = ids.map((id) => ({ id: newId(), key: customer.id, occurredAt: now, payload: { fee_id: id } }));
  await transaction.appendAll('fee.created', messages);
}
