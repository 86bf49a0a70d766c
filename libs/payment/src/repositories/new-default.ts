import type { Instant, TenantTransaction } from '@tollgate/platform';

/**
 * Tells that a customer is charged by another method from now on, which has its pending invoices charged again.
 * @param afterInvoiceId the last one that was: those behind it follow
 */
export const publishNewDefault = (
  transaction: TenantTransaction,
  customerId: string,
  at: Instant,
  afterInvoiceId: string | null = null,
): Promise<void> =>
  transaction.append(
    'payment_method.became_default',
    customerId,
    { customer_id: customerId, after_invoice_id: afterInvoiceId },
    at,
  );
