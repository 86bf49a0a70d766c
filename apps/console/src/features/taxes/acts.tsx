import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import type { Tax } from '../../api/records.js';
import type { Act, Creation } from '../../acts/act.js';
import type { Field, Values } from '../../acts/field.js';

const fieldsOf = (tax: Partial<Tax>): readonly Field[] => [
  { kind: 'text', name: 'name', label: msg`Name`, initial: tax.name ?? '' },
  ...(tax.code === undefined ? ([{ kind: 'code', name: 'code', label: msg`Code`, from: 'name' }] as const) : []),
  { kind: 'decimal', name: 'rate', label: msg`Rate in percent`, initial: String(tax.rate ?? '') },
  { kind: 'text', name: 'description', label: msg`Description`, initial: tax.description ?? '', isOptional: true },
  {
    kind: 'check',
    name: 'applied_to_organization',
    label: msg`All customers without taxes of their own have it`,
    initial: tax.applied_to_organization ? 'true' : '',
  },
];

const taxOf = ({ name = '', rate, description = '', applied_to_organization: isForAll }: Values) => ({
  name,
  rate: Number(rate),
  description,
  applied_to_organization: isForAll === 'true',
});

/** Creates a tax. */
export const createTax: Creation = {
  isCreation: true,
  call: 'POST /taxes',
  permission: 'organization:taxes:update',
  label: msg`Create a tax`,
  fieldsOf: () => fieldsOf({}),
  send: async ({ headers }, _, values) => {
    const body = { tax: { ...taxOf(values), code: values['code'] ?? '' } };
    const { tax } = await answerOf(api.POST('/taxes', { headers, body }));
    return { goTo: { kind: 'tax', id: tax.code } };
  },
  done: msg`The tax is created.`,
};

const edit: Act<Tax> = {
  call: 'PUT /taxes/{code}',
  permission: 'organization:taxes:update',
  label: msg`Edit the tax`,
  Summary: () => <Trans>Drafts and later invoices have the new rate. Finalized invoices stay as they are.</Trans>,
  fieldsOf,
  send: async ({ headers }, { code }, values) => {
    await answerOf(api.PUT('/taxes/{code}', { headers, params: { path: { code } }, body: { tax: taxOf(values) } }));
  },
  done: msg`The tax is changed.`,
};

const remove: Act<Tax> = {
  call: 'DELETE /taxes/{code}',
  permission: 'organization:taxes:update',
  label: msg`Delete the tax`,
  isDanger: true,
  Summary: ({ record }) => (
    <Trans>Later invoices are billed without {record.name}. Finalized invoices stay as they are.</Trans>
  ),
  send: async ({ headers }, { code }) => {
    await answerOf(api.DELETE('/taxes/{code}', { headers, params: { path: { code } } }));
  },
  done: msg`The tax is deleted.`,
};

/** The acts of a tax. */
export const taxActs: readonly Act<Tax>[] = [edit, remove];
