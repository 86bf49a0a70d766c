import type { DeclineReason, Meta, PortalMadePayment, PortalPaymentFilters } from '@tollgate/contracts';
import type { TenantTransaction } from '@tollgate/platform';
import { listPayments, type PaymentRow } from '../model/payments/payments.repository.js';
import { presentPayments } from '../payments/resource/payment.presenter.js';
import { declaredProvider } from '../providers/registry.js';

/** One page of a customer's payments, as it sees them, newest first (customers, section 3.2). */
export async function readPortalPayments(
  transaction: TenantTransaction,
  customerId: string,
  filters: PortalPaymentFilters,
): Promise<{ payments: PortalMadePayment[]; meta: Meta }> {
  const { rows, meta } = await listPayments(transaction, filters, [customerId]);
  const presented = await presentPayments(transaction, rows);
  const payments = rows.flatMap((row, place): PortalMadePayment[] => {
    const payment = presented[place];
    if (!payment) return [];
    return [
      {
        svc_id: row.id,
        svc_invoice_ids: payment.invoice_ids,
        invoice_numbers: payment.invoice_numbers,
        amount_cents: payment.amount_cents,
        amount_currency: row.currency,
        payment_status: row.payment_status,
        svc_payment_method_id: row.payment_method_id,
        decline_reason: declineOf(row, payment.payment_provider_type),
        action_url: row.payment_status === 'processing' ? row.action_url : null,
        created_at: payment.created_at,
      },
    ];
  });
  return { payments, meta };
}

/** Why a failed payment was declined: its provider declares the meaning of its codes. Null for all others. */
export function declineOf(
  { payment_status: status, error }: Pick<PaymentRow, 'payment_status' | 'error'>,
  provider: string | null,
): DeclineReason | null {
  if (status !== 'failed') return null;
  return declaredProvider(provider ?? '')?.declines.get(error?.error_code ?? '') ?? 'declined';
}
