import type { PaymentMethodReference } from '@tollgate/contracts';
import { newId, ValidationFailed, type TenantTransaction, type Instant } from '@tollgate/platform';
import { MAX_CENTS } from '@tollgate/rating';
import { readEmbeddedCustomers } from '@tollgate/subscription/reader';
import { insertRequest, type PaymentRequestRow } from '../repositories/payment-requests.repository.js';
import type { RequestTotals } from './request-totals.rules.js';

/** What is demanded, of whom. */
export interface RequestToWrite {
  customerId: string;
  totals: RequestTotals;
  invoiceIds: string[];
  /** Null: the customer's. */
  email: string | null;
  dunningCampaignId: string | null;
  /** How it is paid; null: by the customer's default method. */
  method: PaymentMethodReference | null;
  /** Unix ms */
  now: Instant;
}

/** Writes a payment request and tells of it. @throws ValidationFailed where it comes to more than any amount may be */
export async function writeRequest(
  transaction: TenantTransaction,
  { customerId, totals, invoiceIds, email, dunningCampaignId, method, now }: RequestToWrite,
): Promise<PaymentRequestRow> {
  if (totals.amountCents > MAX_CENTS) throw new ValidationFailed({ amount_cents: ['value_is_out_of_range'] });
  const row: PaymentRequestRow = {
    id: newId(),
    organization_id: transaction.organizationId,
    customer_id: customerId,
    billing_entity_id: totals.billingEntityId,
    amount_cents: totals.amountCents,
    currency: totals.currency,
    email: email ?? (await emailOf(transaction, customerId)),
    payment_status: 'pending',
    dunning_campaign_id: dunningCampaignId,
    payment_method_type: method?.payment_method_type ?? null,
    payment_method_id: method?.payment_method_id ?? null,
    created_at: new Date(now),
    updated_at: new Date(now),
  };
  await insertRequest(transaction, row, invoiceIds);
  await transaction.append('payment_request.created', customerId, { payment_request_id: row.id }, now);
  return row;
}

async function emailOf(transaction: TenantTransaction, customerId: string): Promise<string | null> {
  return (await readEmbeddedCustomers(transaction, [customerId])).get(customerId)?.email ?? null;
}
