import type { SingleInvoice } from '@tollgate/contracts';
import type { Transaction } from '@tollgate/platform';
import { presentInvoice } from './invoices/invoice.resource.js';
import { findInvoice } from './invoices/invoices.repository.js';

/** An invoice as webhooks show it. */
export async function readInvoiceWebhookResource(transaction: Transaction, organizationId: string, id: string, now: number): Promise<SingleInvoice> {
  const row = await findInvoice(transaction, organizationId, id);
  if (!row) throw new Error(`no invoice ${id}`);
  return presentInvoice(transaction, row, now);
}
