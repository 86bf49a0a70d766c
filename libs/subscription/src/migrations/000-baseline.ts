import type { Baseline } from '@tollgate/platform';
import { customerTables } from './baseline/customers.js';
import { subscriptionTables } from './baseline/subscriptions.js';

/** Customers and subscriptions at release 0.2.0. */
export const baseline: Baseline = {
  release: '0.2.0',
  names: [
    '001_customers',
    '002_subscriptions',
    '020_plan_changes',
    '021_lifetime_usages',
    '022_fixed_charge_units',
    '031_usage_thresholds',
    '060_due_failures',
    '061_follows_as',
    '080_plan_changes_of_one',
    '081_traces',
    '082_start_timezone',
    '083_vat_checks',
    '084_customers_of_issuers',
    '085_entitlements',
    '086_alerts',
    '087_attached_customers',
    '088_invoice_custom_sections',
    '089_data_imports',
    '090_integration_customers',
    '091_active_of_each_customer',
  ],
  sql: [customerTables, subscriptionTables].join('\n'),
};
