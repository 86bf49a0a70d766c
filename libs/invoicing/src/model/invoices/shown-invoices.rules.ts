import { portalInvoiceStatuses } from '@tollgate/contracts';
import type { InvoiceRow } from './invoices.repository.js';

/** Whether a customer sees an invoice in its portal: an issued one of its own (customers, section 3). */
export const isShownTo = (
  customerId: string,
  { customer_id: owner, status }: Pick<InvoiceRow, 'customer_id' | 'status'>,
): boolean => owner === customerId && (portalInvoiceStatuses as readonly string[]).includes(status);
