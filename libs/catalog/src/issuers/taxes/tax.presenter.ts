import type { Tax, TaxWithEntities } from '@tollgate/contracts';
import { isoSeconds } from '@tollgate/platform';
import type { TaxApplication, TaxRow } from './taxes.repository.js';

/** A tax as it is embedded in other resources. */
export function presentTax(tax: TaxRow, applications: TaxApplication[]): Tax {
  return {
    svc_id: tax.id,
    name: tax.name,
    name_translations: tax.name_translations,
    code: tax.code,
    rate: Number(tax.rate),
    description: tax.description,
    applied_to_organization: applications.some((applied) => applied.tax_id === tax.id && applied.is_default),
    add_ons_count: 0,
    customers_count: 0,
    plans_count: 0,
    charges_count: 0,
    commitments_count: 0,
    created_at: isoSeconds(tax.created_at),
  };
}

/** A tax in its own answers. */
export function presentTaxWithEntities(tax: TaxRow, applications: TaxApplication[]): TaxWithEntities {
  const codes = applications
    .filter((applied) => applied.tax_id === tax.id)
    .map((applied) => applied.billing_entity_code);
  return { ...presentTax(tax, applications), applied_to_billing_entities_codes: codes };
}
