import { msg } from '@lingui/core/macro';
import type { AccountingProvider } from '../../api/records.js';
import type { components } from '../../api/schema.js';
import { gridOf, type Field, type Values } from '../../acts/field.js';

type Mapping = components['schemas']['AccountingMappingInput'];

/** The kinds of lines that have an item or an account in the books. */
export const itemTypes = {
  fallback_item: msg`All without a line of their own`,
  subscription_fee: msg`Fees of plans`,
  minimum_commitment: msg`Minimum commitments`,
  billable_metric: msg`Metric`,
  add_on: msg`Add-on`,
  prepaid_credit: msg`Prepaid credits`,
  coupon: msg`Coupons`,
  progressive_billing_credit: msg`Usage that was billed earlier`,
  credit_note: msg`Credit notes`,
  rounding: msg`Rounding of taxes`,
  tax: msg`Tax`,
  no_tax: msg`Lines without tax`,
  payment: msg`Payments and refunds`,
} as const;

const options = [{ value: '', label: '' }, ...Object.entries(itemTypes).map(([value, label]) => ({ value, label }))];

/** The items and accounts of the books. */
export const mappingsField = (mappings: AccountingProvider['mappings']): Field => ({
  kind: 'grid',
  name: 'mappings',
  label: msg`Items and accounts`,
  hint: msg`A document with a line that nothing maps is refused. An empty line counts for nothing`,
  currency: '',
  columns: [
    { kind: 'choice', name: 'item_type', label: msg`What is booked`, options },
    { kind: 'text', name: 'item_code', label: msg`Code of the metric, add-on or tax`, isOptional: true },
    { kind: 'text', name: 'external_code', label: msg`Item or kind of tax`, isOptional: true },
    { kind: 'text', name: 'account_code', label: msg`Account`, isOptional: true },
  ],
  atFirst: mappings.map((mapping) => ({
    item_type: mapping.item_type,
    item_code: mapping.item_code ?? '',
    external_code: mapping.external_code ?? '',
    account_code: mapping.account_code ?? '',
  })),
  isOptional: true,
});

/** The items and accounts as the call takes them. */
export const mappingsOf = (values: Values): Mapping[] =>
  gridOf(values, 'mappings').map((row) => ({
    item_type: row['item_type'] as Mapping['item_type'],
    item_code: row['item_code'] || null,
    external_code: row['external_code'] || null,
    account_code: row['account_code'] || null,
  }));
