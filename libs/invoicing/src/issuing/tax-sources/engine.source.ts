import type { Instant, TenantTransaction } from '@tollgate/platform';
import type { LineTax } from '../../model/line-items/new-invoice.js';
import type { FeeRow } from '../../model/fees/fees.repository.js';
import { recordInvoiceError } from '../../model/errors/invoice-errors.repository.js';
import { insertUninvoicedRequests } from '../../model/taxes/uninvoiced-tax-requests.repository.js';
import { findTaxRequest, enqueueTaxRequest, settleTaxRequest } from '../../model/taxes/tax-requests.repository.js';
import type { StoredFeeTaxes } from '../../model/taxes/tax-engines.tables.js';
import type { TaxSource } from './tax-source.js';

/** Taxes that a connected engine computes. Each invoice waits for its answer (webhooks, section 19). */
export const engineTaxes: TaxSource = {
  isUnknown: () => Promise.resolve(true),

  isPendingForAll: () => false,

  async isPending(transaction, { invoice }) {
    const request = await findTaxRequest(transaction, invoice.id);
    // The engine was connected while the invoice waited for something else.
    if (!request || request.status === 'applied')
      await requestTaxes(transaction, invoice, invoice.updated_at.getTime());
    return request?.status !== 'answered';
  },

  async taxesOf(transaction, { invoice }, fees) {
    const request = await findTaxRequest(transaction, invoice.id);
    await settleTaxRequest(transaction, invoice.id, null);
    return fees.map(({ fee }) => taxesOfFee(fee, request?.taxes ?? []));
  },
};

/** The stored taxes of a fee. @throws Error when the answer lacks it */
export function taxesOfFee({ id }: Pick<FeeRow, 'id'>, answered: StoredFeeTaxes[]): LineTax[] {
  const found = answered.find(({ fee_id }) => fee_id === id);
  if (!found) throw new Error(`the tax engine has not taxed fee ${id}`);
  return found.taxes.map(({ code, name, rate, description, amount_cents }) => ({
    id: null,
    code,
    name,
    rate,
    description,
    amountCents: BigInt(amount_cents),
  }));
}

/** Enqueues a request to the engine about an invoice or draft with its present fees. An earlier refusal is void. */
export async function requestTaxes(
  transaction: TenantTransaction,
  { id, customer_id: customerId }: { id: string; customer_id: string },
  now: Instant,
): Promise<void> {
  await enqueueTaxRequest(transaction, { invoiceId: id, customerId });
  await recordInvoiceError(transaction, { id, organization_id: transaction.organizationId }, null, now);
  const payload = { customer_id: customerId, invoice_id: id };
  await transaction.append('invoice.taxes_requested', customerId, payload, now);
}

/** The same after a refusal, for an invoice that an engine has to tax; others need no request. */
export async function requestTaxesAgain(
  transaction: TenantTransaction,
  invoice: { id: string; customer_id: string },
  now: Instant,
): Promise<void> {
  if (await findTaxRequest(transaction, invoice.id)) await requestTaxes(transaction, invoice, now);
}

/** Enqueues a request to the engine about fees without an invoice. */
export async function requestFeeTaxes(
  transaction: TenantTransaction,
  feeIds: string[],
  customerId: string,
  now: Instant,
): Promise<void> {
  await insertUninvoicedRequests(transaction, feeIds, customerId);
  await transaction.append('fee.taxes_requested', customerId, { customer_id: customerId }, now);
}
