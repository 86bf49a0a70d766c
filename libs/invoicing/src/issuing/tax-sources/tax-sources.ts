import type { TenantTransaction } from '@tollgate/platform';
import { readCustomerView, type CustomerView } from '@tollgate/subscription/reader';
import type { InvoiceRow } from '../../model/invoices/invoices.repository.js';
import { findTaxRequest } from '../../model/taxes/tax-requests.repository.js';
import { catalogTaxes } from './catalog.source.js';
import { engineTaxes } from './engine.source.js';
import type { TaxSource } from './tax-source.js';

/** The source of the taxes of a customer's invoices: an engine in place of the catalog (webhooks, section 19). */
export const taxSourceOf = ({ taxEngine }: Pick<CustomerView, 'taxEngine'>): TaxSource =>
  taxEngine ? engineTaxes : catalogTaxes;

/** Whether a draft still waits for the taxes of its engine, so no call may finalize it (webhooks, section 19). */
export async function awaitsDraftTaxes(transaction: TenantTransaction, draft: InvoiceRow): Promise<boolean> {
  const request = await findTaxRequest(transaction, draft.id);
  if (request?.status !== 'pending' && request?.status !== 'answered') return false;
  return (await readCustomerView(transaction, draft.customer_id)).taxEngine !== null;
}
