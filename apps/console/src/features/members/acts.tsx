import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import type { Act } from '../../acts/act.js';
import { rolePicker } from '../../acts/pickers.js';
import { partsOf } from '../../acts/several-field.js';

type Member = components['schemas']['Member'];

const isActive = ({ status }: Member) => (status === 'active' ? null : msg`The person is no longer a member.`);

const setRoles: Act<Member> = {
  call: 'PUT /members/{svc_id}',
  permission: 'organization:members:update',
  label: msg`Change the roles`,
  refusalOf: isActive,
  Summary: ({ record }) => <Trans>{record.email} may do what these roles permit, from the next call on.</Trans>,
  fieldsOf: ({ roles }) => [
    { kind: 'several', name: 'roles', label: msg`Roles`, picker: rolePicker, initial: roles.join(',') },
  ],
  send: async ({ headers }, { svc_id }, { roles }) => {
    const body = { member: { roles: partsOf(roles) } };
    await answerOf(api.PUT('/members/{svc_id}', { headers, params: { path: { svc_id } }, body }));
  },
  done: msg`The roles are changed.`,
};

const remove: Act<Member> = {
  call: 'DELETE /members/{svc_id}',
  permission: 'organization:members:delete',
  label: msg`Remove the person`,
  isDanger: true,
  refusalOf: isActive,
  Summary: ({ record }) => (
    <Trans>{record.email} can no longer open this organization. What the person did stays in the activity.</Trans>
  ),
  send: async ({ headers }, { svc_id }) => {
    await answerOf(api.DELETE('/members/{svc_id}', { headers, params: { path: { svc_id } } }));
  },
  done: msg`The person is removed.`,
};

/** The acts of a member. */
export const memberActs: readonly Act<Member>[] = [setRoles, remove];
