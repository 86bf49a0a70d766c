import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { documentLocales } from '../http/enums.js';
import { choice, id, mandatoryText, text, textList, timestamp } from '../http/fields.js';
import { listCounts, listParameters } from '../http/lists.js';
import { query, queryChoice, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { emailError, codeField, passwordField, roleCodes } from './people-fields.js';
import { NewSession } from './sessions.js';

export const inviteStatuses = ['pending', 'accepted', 'revoked'] as const;

/** An invitation to become a member (customers, section 14). */
export const Invite = z.object({
  svc_id: id(),
  email: z.string(),
  roles: roleCodes(),
  status: z.enum(inviteStatuses),
  created_at: timestamp(),
  /** The end of its validity. */
  expires_at: timestamp(),
  accepted_at: timestamp().nullable(),
  revoked_at: timestamp().nullable(),
});
export type Invite = z.infer<typeof Invite>;

/** Only this answer shows token and address. */
export const NewInvite = Invite.extend({ token: z.string(), url: z.string() });
export type NewInvite = z.infer<typeof NewInvite>;

const invitee = {
  email: mandatoryText(),
  roles: textList(),
  /** The language of the mail; absent: English. */
  locale: choice(documentLocales, 'not_a_valid_language_code'),
};

export const InviteCreate = body(invitee, ({ email }, add) => {
  const error = email === undefined ? null : emailError(email);
  if (error) add('email', error);
});
export type InviteCreate = BodyInput<typeof InviteCreate>;

export const InviteUpdate = body({ roles: textList() });
export type InviteUpdate = BodyInput<typeof InviteUpdate>;

/** A person with an account sends its password, anyone else the new one. */
export const InviteAccept = body({
  token: mandatoryText(),
  password: passwordField(),
  name: text(),
  otp_code: codeField(),
  recovery_code: codeField(),
});
export type InviteAccept = BodyInput<typeof InviteAccept>;

export const InviteFilters = query({
  ...listParameters(['created_at', 'email']),
  ...listCounts(['status']),
  status: queryChoice(inviteStatuses),
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
    answer: { session: NewSession, organization_id: id() },
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
