import { msg } from '@lingui/core/macro';
import type { TaxProvider } from '../../api/records.js';
import type { components } from '../../api/schema.js';
import { gridOf, type Field, type Values } from '../../acts/field.js';

type Mapping = components['schemas']['TaxMappingInput'];

/** The kinds of items that an engine has codes for. */
export const itemTypes = {
  billable_metric: msg`Metric`,
  add_on: msg`Add-on`,
  subscription_fee: msg`Fees of plans`,
  minimum_commitment: msg`Minimum commitments`,
  fallback_item: msg`All others`,
} as const;

const options = [{ value: '', label: '' }, ...Object.entries(itemTypes).map(([value, label]) => ({ value, label }))];

/** The codes that an engine has for what is billed. */
export const mappingsField = (mappings: TaxProvider['mappings']): Field => ({
  kind: 'grid',
  name: 'mappings',
  label: msg`Codes of the engine`,
  hint: msg`Without a line for all others, an item that no line names is refused or taxed as a general item. An empty line counts for nothing`,
  currency: '',
  columns: [
    { kind: 'choice', name: 'item_type', label: msg`Item`, options },
    { kind: 'text', name: 'item_code', label: msg`Code of the metric or add-on`, isOptional: true },
    { kind: 'text', name: 'external_code', label: msg`Code of the engine` },
  ],
  atFirst: mappings.map(({ item_type: type, item_code: code, external_code: external }) => ({
    item_type: type,
    item_code: code ?? '',
    external_code: external,
  })),
  isOptional: true,
});

/** The codes as the call takes them. */
export const mappingsOf = (values: Values): Mapping[] =>
  gridOf(values, 'mappings').map(({ item_type: type, item_code: code, external_code: external = '' }) => ({
    item_type: type as Mapping['item_type'],
    item_code: code || null,
    external_code: external,
  }));
