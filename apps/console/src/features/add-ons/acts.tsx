import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import type { AddOn } from '../../api/records.js';
import type { components } from '../../api/schema.js';
import type { Act, Creation } from '../../acts/act.js';
import type { Field, Values } from '../../acts/field.js';
import { currencyField, typedCurrency } from '../../acts/currency-field.js';

type Currency = components['schemas']['Currency'];

const fieldsOf = (addOn: Partial<AddOn>): readonly Field[] => [
  { kind: 'text', name: 'name', label: msg`Name`, initial: addOn.name ?? '' },
  ...(addOn.code === undefined ? ([{ kind: 'code', name: 'code', label: msg`Code`, from: 'name' }] as const) : []),
  currencyField('amount_currency', addOn.amount_currency ?? ''),
  {
    kind: 'money',
    name: 'amount_cents',
    label: msg`Price of a unit`,
    currency: addOn.amount_currency ?? typedCurrency('amount_currency'),
    initial: String(addOn.amount_cents ?? ''),
  },
  { kind: 'text', name: 'description', label: msg`Description`, initial: addOn.description ?? '', isOptional: true },
];

const addOnOf = ({ name = '', amount_cents: cents, amount_currency: currency = '', description = '' }: Values) => ({
  name,
  amount_cents: Number(cents),
  amount_currency: currency.toUpperCase() as Currency,
  description,
});

/** Creates an add-on. */
export const createAddOn: Creation = {
  isCreation: true,
  call: 'POST /add_ons',
  permission: 'addons:create',
  label: msg`Create an add-on`,
  fieldsOf: () => fieldsOf({}),
  send: async ({ headers }, _, values) => {
    const body = { add_on: { ...addOnOf(values), code: values['code'] ?? '' } };
    const { add_on: created } = await answerOf(api.POST('/add_ons', { headers, body }));
    return { goTo: { kind: 'addOn', id: created.code } };
  },
  done: msg`The add-on is created.`,
};

const edit: Act<AddOn> = {
  call: 'PUT /add_ons/{code}',
  permission: 'addons:update',
  label: msg`Edit the add-on`,
  fieldsOf,
  send: async ({ headers }, { code }, values) => {
    const body = { add_on: addOnOf(values) };
    await answerOf(api.PUT('/add_ons/{code}', { headers, params: { path: { code } }, body }));
  },
  done: msg`The add-on is changed.`,
};

const remove: Act<AddOn> = {
  call: 'DELETE /add_ons/{code}',
  permission: 'addons:delete',
  label: msg`Delete the add-on`,
  isDanger: true,
  Summary: ({ record }) => <Trans>Later invoices cannot have {record.name}. Its former invoices stay.</Trans>,
  send: async ({ headers }, { code }) => {
    await answerOf(api.DELETE('/add_ons/{code}', { headers, params: { path: { code } } }));
  },
  done: msg`The add-on is deleted.`,
};

/** The acts of an add-on. */
export const addOnActs: readonly Act<AddOn>[] = [edit, remove];
