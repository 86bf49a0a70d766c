import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import type { Act, Creation } from '../../acts/act.js';
import { rolePicker } from '../../acts/pickers.js';
import { partsOf } from '../../acts/several-field.js';

type Invite = components['schemas']['Invite'];

/** Invites a person. The link is shown once, and is in the mail. */
export const invite: Creation = {
  isCreation: true,
  call: 'POST /invites',
  permission: 'organization:members:create',
  label: msg`Invite a person`,
  Summary: () => <Trans>The person gets a link that is valid for a few days, and sets a password with it.</Trans>,
  fieldsOf: () => [
    { kind: 'email', name: 'email', label: msg`E-mail` },
    { kind: 'several', name: 'roles', label: msg`Roles`, picker: rolePicker },
  ],
  send: async ({ headers }, _, { email = '', roles }) => {
    const body = { invite: { email, roles: partsOf(roles) } };
    const { invite: created } = await answerOf(api.POST('/invites', { headers, body }));
    return { shows: { label: msg`Link for the person`, value: created.url, isSecret: true } };
  },
  done: msg`The invitation is sent.`,
};

/** The acts of an invitation. */
export const inviteActs: readonly Act<Invite>[] = [
  {
    call: 'DELETE /invites/{svc_id}',
    permission: 'organization:members:delete',
    label: msg`Revoke the invitation`,
    isDanger: true,
    refusalOf: ({ status }) => (status === 'pending' ? null : msg`The invitation is not pending.`),
    Summary: ({ record }) => <Trans>The link of {record.email} stops working.</Trans>,
    send: async ({ headers }, { svc_id }) => {
      await answerOf(api.DELETE('/invites/{svc_id}', { headers, params: { path: { svc_id } } }));
    },
    done: msg`The invitation is revoked.`,
  },
];
