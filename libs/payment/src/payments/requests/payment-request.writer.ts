import type { PaymentMethodReference } from '@tollgate/contracts';
import { newId, ValidationFailed, type TenantTransaction, type Instant } from '@tollgate/platform';
import { MAX_CENTS } from '@tollgate/rating';
import { readEmbeddedCustomers } from '@tollgate/subscription/reader';
import { insertRequest, type PaymentRequestRow } from '../../model/requests/payment-requests.repository.js';
import type { RequestTotals } from './request-totals.rules.js';

/** A step of a dunning campaign. */
export interface DunningStep {
  campaignId: string;
  /** From 1. */
  attempt: number;
}

/** A payment request to write. */
export interface RequestToWrite {
  /** Absent: a new id. */
  id?: string;
  customerId: string;
  totals: RequestTotals;
  invoiceIds: string[];
  /** The address of its mail; null: no mail goes out. */
  email: string | null;
  /** The step of a campaign that makes it. */
  dunning: DunningStep | null;
  /** Its method; null: the customer's default one. */
  method: PaymentMethodReference | null;
  /** Unix ms */
  now: Instant;
}

/** Writes and publishes a payment request. @throws ValidationFailed when its total exceeds the maximum amount */
export async function writeRequest(
  transaction: TenantTransaction,
  { id = newId(), customerId, totals, invoiceIds, email, dunning, method, now }: RequestToWrite,
): Promise<PaymentRequestRow> {
  if (totals.amountCents > MAX_CENTS) throw new ValidationFailed({ amount_cents: ['value_is_out_of_range'] });
  const row: PaymentRequestRow = {
    id,
    organization_id: transaction.organizationId,
    customer_id: customerId,
    billing_entity_id: totals.billingEntityId,
    amount_cents: totals.amountCents,
    currency: totals.currency,
    email,
    payment_status: 'pending',
    dunning_campaign_id: dunning?.campaignId ?? null,
    dunning_attempt: dunning?.attempt ?? null,
    payment_method_type: method?.payment_method_type ?? null,
    payment_method_id: method?.payment_method_id ?? null,
    created_at: new Date(now),
    updated_at: new Date(now),
  };
  await insertRequest(transaction, row, invoiceIds);
  await transaction.append('payment_request.created', customerId, { payment_request_id: row.id }, now);
  return row;
}

/** Reads the address of a customer; null without one. */
export async function emailOf(transaction: TenantTransaction, customerId: string): Promise<string | null> {
  return (await readEmbeddedCustomers(transaction, [customerId])).get(customerId)?.email ?? null;
}
