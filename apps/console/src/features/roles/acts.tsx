import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import type { Act, Creation } from '../../acts/act.js';
import type { Field } from '../../acts/field.js';
import { permissionPicker } from '../../acts/pickers.js';
import { partsOf } from '../../acts/several-field.js';

type Role = components['schemas']['Role'];

const isOwn = ({ predefined }: Role) => (predefined ? msg`This role is part of every organization.` : null);

const permissionsField = (permissions: readonly string[]): Field => ({
  kind: 'several',
  name: 'permissions',
  label: msg`Permissions`,
  picker: permissionPicker,
  initial: permissions.join(','),
});

/** Creates a role. */
export const createRole: Creation = {
  isCreation: true,
  call: 'POST /roles',
  permission: 'roles:create',
  label: msg`Create a role`,
  fieldsOf: () => [
    { kind: 'text', name: 'name', label: msg`Name` },
    { kind: 'code', name: 'code', label: msg`Code`, from: 'name' },
    permissionsField([]),
  ],
  send: async ({ headers }, _, { name = '', code = '', permissions }) => {
    const body = { role: { name, code, permissions: partsOf(permissions) } };
    await answerOf(api.POST('/roles', { headers, body }));
  },
  done: msg`The role is created.`,
};

const edit: Act<Role> = {
  call: 'PUT /roles/{code}',
  permission: 'roles:update',
  label: msg`Edit the role`,
  refusalOf: isOwn,
  Summary: () => <Trans>All people with the role may do what it permits, from the next call on.</Trans>,
  fieldsOf: ({ name, permissions }) => [
    { kind: 'text', name: 'name', label: msg`Name`, initial: name },
    permissionsField(permissions),
  ],
  send: async ({ headers }, { code }, { name = '', permissions }) => {
    const body = { role: { name, permissions: partsOf(permissions) } };
    await answerOf(api.PUT('/roles/{code}', { headers, params: { path: { code } }, body }));
  },
  done: msg`The role is changed.`,
};

const remove: Act<Role> = {
  call: 'DELETE /roles/{code}',
  permission: 'roles:delete',
  label: msg`Delete the role`,
  isDanger: true,
  refusalOf: isOwn,
  Summary: ({ record }) => <Trans>The role {record.name} is no longer offered to people.</Trans>,
  send: async ({ headers }, { code }) => {
    await answerOf(api.DELETE('/roles/{code}', { headers, params: { path: { code } } }));
  },
  done: msg`The role is deleted.`,
};

/** The acts of a role. */
export const roleActs: readonly Act<Role>[] = [edit, remove];
