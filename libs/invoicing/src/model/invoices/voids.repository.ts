import type { Instant, TenantTransaction } from '@tollgate/platform';
import { tables } from '../invoicing.tables.js';

/** @param credited whether the void makes credit notes */
export async function markVoided(
  transaction: TenantTransaction,
  id: string,
  credited: boolean,
  now: Instant,
): Promise<void> {
  const at = new Date(now);
  await tables(transaction)
    .updateTable('invoicing.invoices')
    .set({ status: 'voided', voided_at: at, credited_by_void: credited, payment_overdue: false, updated_at: at })
    .where('id', '=', id)
    .execute();
}
