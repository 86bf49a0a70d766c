import type { Instant, TenantTransaction } from '@tollgate/platform';

/**
 * Publishes a customer's new default method; its handler charges the pending invoices.
 * @param afterInvoiceId the last charged invoice of the previous page
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
