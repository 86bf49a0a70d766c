import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import type { Feature } from '../../api/records.js';
import type { components } from '../../api/schema.js';
import type { Act, Creation } from '../../acts/act.js';
import { gridOf, type Field, type Values } from '../../acts/field.js';

type Privilege = components['schemas']['PrivilegeInput'];
/** A privilege with its feature, which its call names. */
export type OwnPrivilege = Feature['privileges'][number] & { feature: string };

const kinds = [
  { value: 'integer', label: msg`Number` },
  { value: 'boolean', label: msg`Yes or no` },
  { value: 'select', label: msg`Choice` },
  { value: 'string', label: msg`Text` },
];

const fieldsOf = (feature: Partial<Feature>): readonly Field[] => [
  { kind: 'text', name: 'name', label: msg`Name`, initial: feature.name ?? '' },
  ...(feature.code === undefined ? ([{ kind: 'code', name: 'code', label: msg`Code`, from: 'name' }] as const) : []),
  { kind: 'text', name: 'description', label: msg`Description`, initial: feature.description ?? '', isOptional: true },
  {
    kind: 'grid',
    name: 'privileges',
    label: feature.code === undefined ? msg`Privileges` : msg`New privileges, or other names of present ones`,
    hint: msg`Choices are separated by commas. The kind of a privilege stays as it is`,
    currency: '',
    columns: [
      { kind: 'text', name: 'code', label: msg`Code` },
      { kind: 'text', name: 'name', label: msg`Name`, isOptional: true },
      { kind: 'choice', name: 'value_type', label: msg`Kind`, options: [{ value: '', label: '' }, ...kinds] },
      { kind: 'text', name: 'choices', label: msg`Choices`, isOptional: true },
    ],
    atFirst: (feature.privileges ?? []).map(({ code, name, value_type: type, config }) => ({
      code,
      name: name ?? '',
      value_type: type,
      choices: config?.select_options?.join(', ') ?? '',
    })),
    isOptional: true,
  },
];

const choicesOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((choice) => choice.trim())
    .filter((choice) => choice !== '');

/** The typed privileges as the call takes them. */
export const privilegesOf = (values: Values): Privilege[] =>
  gridOf(values, 'privileges').map(({ code = '', name, value_type: type = '', choices }) => ({
    code,
    name: name || null,
    value_type: (type || 'string') as NonNullable<Privilege['value_type']>,
    ...(type === 'select' ? { config: { select_options: choicesOf(choices) } } : {}),
  }));

const featureOf = (values: Values) => ({
  name: values['name'] || null,
  description: values['description'] || null,
  privileges: privilegesOf(values),
});

/** Creates a feature. */
export const createFeature: Creation = {
  isCreation: true,
  call: 'POST /features',
  permission: 'features:create',
  label: msg`Create a feature`,
  Summary: () => <Trans>Plans and subscriptions can include the feature, each with values of its privileges.</Trans>,
  fieldsOf: () => fieldsOf({}),
  send: async ({ headers }, _, values) => {
    const body = { feature: { ...featureOf(values), code: values['code'] ?? '' } };
    const { feature } = await answerOf(api.POST('/features', { headers, body }));
    return { goTo: { kind: 'feature', id: feature.code } };
  },
  done: msg`The feature is created.`,
};

const edit: Act<Feature> = {
  call: 'PUT /features/{code}',
  permission: 'features:update',
  label: msg`Edit the feature`,
  Summary: () => <Trans>Privileges without a line stay, and so do their choices: new ones are added to them.</Trans>,
  fieldsOf,
  send: async ({ headers }, { code }, values) => {
    const body = { feature: featureOf(values) };
    await answerOf(api.PUT('/features/{code}', { headers, params: { path: { code } }, body }));
  },
  done: msg`The feature is changed.`,
};

const remove: Act<Feature> = {
  call: 'DELETE /features/{code}',
  permission: 'features:delete',
  label: msg`Delete the feature`,
  isDanger: true,
  Summary: ({ record }) => (
    <Trans>All plans and subscriptions that have {record.name ?? record.code} lose it at once, with its values.</Trans>
  ),
  send: async ({ headers }, { code }) => {
    await answerOf(api.DELETE('/features/{code}', { headers, params: { path: { code } } }));
  },
  done: msg`The feature is deleted.`,
};

/** The acts of a feature. */
export const featureActs: readonly Act<Feature>[] = [edit, remove];

/** Deletes a privilege of a feature. */
export const removePrivilege: Act<OwnPrivilege> = {
  call: 'DELETE /features/{code}/privileges/{privilege_code}',
  permission: 'features:update',
  label: msg`Delete the privilege`,
  isDanger: true,
  Summary: ({ record }) => (
    <Trans>All plans and subscriptions lose their value of {record.name ?? record.code}. They keep the feature.</Trans>
  ),
  send: async ({ headers }, { feature, code: privilege_code }) => {
    const params = { path: { code: feature, privilege_code } };
    await answerOf(api.DELETE('/features/{code}/privileges/{privilege_code}', { headers, params }));
  },
  done: msg`The privilege is deleted.`,
};
