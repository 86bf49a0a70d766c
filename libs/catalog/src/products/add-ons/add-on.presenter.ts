import type { AddOn } from '@tollgate/contracts';
import { isoSeconds, type TenantTransaction } from '@tollgate/platform';
import { taxesOfAddOns } from '../../issuers/taxes/applied-taxes.js';
import { presentTax } from '../../issuers/taxes/tax.presenter.js';
import { taxApplications } from '../../issuers/taxes/taxes.repository.js';
import type { AddOnRow } from './add-ons.repository.js';

/** Add-ons as in their own answers, in input order. */
export async function presentAddOns(transaction: TenantTransaction, rows: AddOnRow[]): Promise<AddOn[]> {
  const taxes = await taxesOfAddOns(
    transaction,
    rows.map(({ id }) => id),
  );
  const applications = await taxApplications(transaction, [...new Set([...taxes.values()].flat().map(({ id }) => id))]);
  return rows.map((row) => ({
    svc_id: row.id,
    name: row.name,
    invoice_display_name: row.invoice_display_name,
    invoice_display_name_translations: row.invoice_display_name_translations,
    code: row.code,
    amount_cents: Number(row.amount_cents),
    amount_currency: row.amount_currency,
    description: row.description,
    created_at: isoSeconds(row.created_at),
    taxes: (taxes.get(row.id) ?? []).map((tax) => presentTax(tax, applications)),
  }));
}
