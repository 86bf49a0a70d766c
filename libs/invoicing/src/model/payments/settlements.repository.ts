import type { TenantTransaction } from '@tollgate/platform';
import type { Settlement } from '@tollgate/rating';
import type { InvoiceRow } from '../invoices/invoices.repository.js';
import { offsetsOf } from './offsets.repository.js';

/** The settlements of invoices, by their ids (invoices, sections 6.3 and 12). */
export async function settlementsOf(
  transaction: TenantTransaction,
  invoices: InvoiceRow[],
): Promise<Map<string, Settlement>> {
  const ids = invoices.map(({ id }) => id);
  const offsets = await offsetsOf(transaction, ids);
  return new Map(
    invoices.map((invoice) => [
      invoice.id,
      {
        totalCents: invoice.total_amount_cents,
        paidCents: invoice.total_paid_amount_cents,
        offsetCents: offsets.get(invoice.id) ?? 0n,
      },
    ]),
  );
}
