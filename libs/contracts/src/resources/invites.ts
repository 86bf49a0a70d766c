import { z } from 'zod';
import { body, bodyOf, type BodyInput } from '../http/body.js';
import { documentLocales } from '../http/enums.js';
import { choice, id, mandatoryText, text, textList, timestamp } from '../http/fields.js';
import { listCounts, listParameters } from '../http/lists.js';
import { query, queryChoice, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { createdAt, described, shape, svcId, texts } from '../http/texts.js';
import { emailError, codeField, passwordField, roleCodes } from './people-fields.js';
import { NewSession } from './sessions.js';

export const inviteStatuses = ['pending', 'accepted', 'revoked'] as const;

/** An invitation to become a member (customers, section 14). */
export const Invite = shape('An invitation to become a member', {
  svc_id: svcId(),
  email: described(z.string(), ...texts.email),
  roles: described(roleCodes(), 'Codes of roles', 'finance'),
  status: described(z.enum(inviteStatuses), ...texts.state),
  created_at: createdAt(),
  /** The end of its validity. */
  expires_at: described(timestamp(), ...texts.expiry),
  accepted_at: described(timestamp().nullable(), 'When it was accepted; null before'),
  revoked_at: described(timestamp().nullable(), 'When it was revoked; null unless it was'),
});
export type Invite = z.infer<typeof Invite>;

/** Only this answer shows token and address. */
export const NewInvite = described(
  Invite.extend({
    token: described(z.string(), 'Secret token', '2f6c1b7e9d'),
    url: described(
      z.string(),
      'Address that the invited person opens',
      'https://billing.example.com/invitation/2f6c1b7e9d',
    ),
  }),
  'A new invitation; only this answer shows its address',
);
export type NewInvite = z.infer<typeof NewInvite>;

const invitee = {
  email: described(mandatoryText(), ...texts.email),
  roles: described(textList(), 'Codes of roles', 'finance'),
  /** The language of the mail; absent: English. */
  locale: described(
    choice(documentLocales, 'not_a_valid_language_code'),
    'Language of the mail; absent: English',
    'fr',
  ),
};

export const InviteCreate = body(invitee, ({ email }, add) => {
  const error = email === undefined ? null : emailError(email);
  if (error) add('email', error);
});
export type InviteCreate = BodyInput<typeof InviteCreate>;

export const InviteUpdate = bodyOf(Invite, { roles: textList() });
export type InviteUpdate = BodyInput<typeof InviteUpdate>;

/** A person with an account sends its password, anyone else the new one. */
export const InviteAccept = described(
  body({
    token: described(mandatoryText(), 'Secret of the invitation', '2f6c1b7e9d'),
    password: described(passwordField(), ...texts.password),
    name: described(text(), 'Display name', 'Ada Martin'),
    otp_code: described(codeField(), 'Code of the authenticator', '492039'),
    recovery_code: described(codeField(), 'Recovery code in place of an authenticator', 'k3f9-2mq7'),
  }),
  'The password of an existing account, or a new one',
);
export type InviteAccept = BodyInput<typeof InviteAccept>;

export const InviteFilters = query({
  ...listParameters(['created_at', 'email']),
  ...listCounts(['status']),
  status: described(queryChoice(inviteStatuses), ...texts.filteredState),
});
export type InviteFilters = QueryInput<typeof InviteFilters>;

const shared = { service: 'identity', permission: 'invite' } as const;
const one = { invite: Invite };

export const inviteRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: '/invites',
    memberPermission: 'organization:members:create',
    summary: 'Invite a person by e-mail',
    wrapper: 'invite',
    body: InviteCreate,
    repetition: 'refused',
    answer: { invite: NewInvite },
  }),
  accept: route({
    ...shared,
    method: 'POST',
    path: '/invites/accept',
    access: 'anyone',
    summary: 'Accept an invite with a password, and sign in',
    wrapper: 'invite',
    body: InviteAccept,
    answer: { session: NewSession, organization_id: described(id(), ...texts.organizationId) },
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: '/invites',
    memberPermission: 'organization:members:view',
    summary: 'List invites',
    query: InviteFilters,
    answer: { invites: z.array(Invite), meta: Meta },
  }),
  update: route({
    ...shared,
    method: 'PUT',
    path: '/invites/:svc_id',
    memberPermission: 'organization:members:update',
    summary: 'Update the roles of a pending invite',
    wrapper: 'invite',
    body: InviteUpdate,
    answer: one,
  }),
  remove: route({
    ...shared,
    method: 'DELETE',
    path: '/invites/:svc_id',
    memberPermission: 'organization:members:delete',
    summary: 'Revoke an invite',
    answer: one,
  }),
};
