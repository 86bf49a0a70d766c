import type { Baseline } from '@tollgate/platform';
import { issuerTables } from './baseline/issuers.js';
import { productTables } from './baseline/products.js';
import { planTables } from './baseline/plans.js';
import { versionTables } from './baseline/versions.js';

/** The catalog at release 0.2.0. */
export const baseline: Baseline = {
  release: '0.2.0',
  names: [
    '001_taxes_and_billing_entities',
    '002_metrics_and_plans',
    '021_add_ons_and_fixed_charges',
    '031_minimums',
    '032_coupons',
    '033_pricing_units',
    '034_traces',
    '035_issuer_settings',
    '036_features',
    '037_plan_metadata',
    '038_invoice_custom_sections',
    '039_metrics_of_privileges',
    '040_logos',
    '041_versions',
  ],
  sql: [issuerTables, productTables, planTables, versionTables].join('\n'),
};
