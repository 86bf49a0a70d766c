import { isId, type TenantTransaction } from '@tollgate/platform';
import { taxesOfAddOns } from '../../issuers/taxes/applied-taxes.js';
import { toTaxView } from '../../issuers/taxes/taxes.reader.js';
import type { AddOnView } from '../../views.js';
import { liveAddOns, type AddOnRow } from './add-ons.repository.js';

/** An add-on as other services see it; its taxes apply only to one-off sales. */
export const toAddOnView = (row: AddOnRow): Omit<AddOnView, 'taxes'> => ({
  id: row.id,
  code: row.code,
  name: row.name,
  description: row.description,
  invoiceDisplayName: row.invoice_display_name,
  amountCents: row.amount_cents,
  currency: row.amount_currency,
});

/** Live add-ons, each named by its id or by its code. */
export async function readAddOns(
  transaction: TenantTransaction,
  named: { ids?: string[]; codes?: string[] },
): Promise<AddOnView[]> {
  const rows = await liveAddOns(transaction, (named.ids ?? []).filter(isId), named.codes ?? []);
  const taxes = await taxesOfAddOns(
    transaction,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...toAddOnView(row), taxes: (taxes.get(row.id) ?? []).map(toTaxView) }));
}
