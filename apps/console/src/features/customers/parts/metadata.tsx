import { msg } from '@lingui/core/macro';
import { answerOf, api } from '../../../api/client.js';
import type { Customer } from '../../../api/records.js';
import type { components } from '../../../api/schema.js';
import type { Act } from '../../../acts/act.js';
import { gridOf, type Values } from '../../../acts/field.js';

type Input = components['schemas']['CustomerMetadataInput'];

/** The typed entries. One that was there keeps its identifier; one whose key is empty is deleted. */
export const entriesOf = (before: Customer['metadata'], values: Values): Input[] =>
  gridOf(values, 'metadata').flatMap(({ id: place, key = '', value = '', display_in_invoice: isShown }) => {
    if (key === '') return [];
    const known = before[Number(place)]?.svc_id;
    return [{ ...(known ? { id: known } : {}), key, value, display_in_invoice: isShown === 'true' }];
  });

/** Edits the metadata of a customer: the typed entries are all that it has then (customers, section 2.11). */
export const editMetadata: Act<Customer> = {
  call: 'POST /customers',
  permission: 'customers:update',
  label: msg`Edit the metadata`,
  fieldsOf: ({ metadata }) => [
    {
      kind: 'grid',
      name: 'metadata',
      label: msg`Metadata`,
      hint: msg`Five entries at most. An entry without a key is deleted`,
      currency: '',
      columns: [
        { kind: 'text', name: 'key', label: msg`Key` },
        { kind: 'text', name: 'value', label: msg`Value` },
        { kind: 'check', name: 'display_in_invoice', label: msg`On invoices` },
      ],
      atFirst: metadata.map(({ key, value, display_in_invoice: isShown }) => ({
        key,
        value,
        display_in_invoice: isShown ? 'true' : '',
      })),
      isOptional: true,
    },
  ],
  send: async ({ headers }, { external_id, metadata }, values) => {
    const customer = { external_id, metadata: entriesOf(metadata, values) };
    await answerOf(api.POST('/customers', { headers, body: { customer } }));
  },
  done: msg`The metadata is changed.`,
};
