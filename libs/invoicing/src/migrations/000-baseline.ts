import type { Baseline } from '@tollgate/platform';
import { invoiceTables } from './baseline/invoices.js';
import { feeTables } from './baseline/fees.js';
import { usageTables } from './baseline/usage.js';
import { queueTables } from './baseline/queues.js';
import { analyticsTables } from './baseline/analytics.js';

/** Invoices and all that leads to them, at release 0.2.0. */
export const baseline: Baseline = {
  release: '0.2.0',
  names: [
    '001_invoices',
    '002_fees',
    '010_charges_in_advance',
    '020_credit_notes_and_drafts',
    '021_fixed_charges',
    '022_units_until',
    '031_minimums',
    '032_coupons',
    '033_progressive_billing',
    '034_pricing_units',
    '041_draft_refresh',
    '042_paid_loose_fees',
    '043_advance_queue',
    '044_billing_lanes',
    '055_presentation',
    '060_failures',
    '061_advance_checkpoints',
    '062_traces',
    '063_queued_work',
    '064_invoice_life',
    '065_invoice_life_indexes',
    '066_announced_payments',
    '067_analytics',
    '068_overdue_index',
    '069_prepaid_credits',
    '070_prepaid_credit_indexes',
    '071_invoice_custom_sections',
    '072_files',
    '073_paid_by_hand',
    '074_daily_usages',
    '075_untaxed_invoices',
    '076_untaxed_invoices_index',
    '077_payment_methods',
    '078_analytics_by_key',
    '079_progressive_invoices_index',
    '080_unbilled_invoices_index',
    '081_progressive_credits',
    '082_owed_days',
    '083_daily_usages_index',
    '084_voided_credit_sales_index',
  ],
  sql: [invoiceTables, feeTables, usageTables, queueTables, analyticsTables].join('\n'),
};
