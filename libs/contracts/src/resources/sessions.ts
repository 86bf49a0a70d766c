import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { id, mandatoryText, text, timestamp } from '../http/fields.js';
import { route } from '../http/route.js';
import { codeField, passwordField, loginMethods, roleCodes } from './people-fields.js';

/** A person's own view of its account. */
export const User = z.object({
  svc_id: id(),
  email: z.string(),
  name: z.string().nullable(),
  /** Whether it operates the installation, and makes organizations. */
  operator: z.boolean(),
  two_factor_enabled: z.boolean(),
  created_at: timestamp(),
});
export type User = z.infer<typeof User>;

/** One of the organizations that a person belongs to. */
export const SessionMembership = z.object({
  svc_id: id(),
  organization: z.object({ svc_id: id(), name: z.string(), slug: z.string(), sandbox: z.boolean() }),
  roles: roleCodes(),
  /** The permissions of all roles. */
  permissions: z.array(z.string()),
  /** Whether the organization accepts this sign-in method. */
  login_method_authorized: z.boolean(),
});
export type SessionMembership = z.infer<typeof SessionMembership>;

/** A session of a signed-in person. */
export const Session = z.object({
  svc_id: id(),
  login_method: z.enum(loginMethods),
  user_agent: z.string().nullable(),
  ip_address: z.string().nullable(),
  /** Whether it is the session of the call. */
  current: z.boolean(),
  created_at: timestamp(),
  last_used_at: timestamp().nullable(),
  expires_at: timestamp(),
});
export type Session = z.infer<typeof Session>;

/** With its person and the organizations that it can represent. */
export const SessionInDetail = Session.extend({ user: User, memberships: z.array(SessionMembership) });
export type SessionInDetail = z.infer<typeof SessionInDetail>;

/** Only this answer shows its token; the console gets it as a cookie instead. */
export const NewSession = SessionInDetail.extend({ token: z.string().optional() });
export type NewSession = z.infer<typeof NewSession>;

export const SessionCreate = body({
  email: mandatoryText(),
  password: passwordField(),
  otp_code: codeField(),
  recovery_code: codeField(),
});
export type SessionCreate = BodyInput<typeof SessionCreate>;

const shared = { service: 'identity', permission: 'session' } as const;

export const sessionRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: '/session',
    access: 'anyone',
    summary: 'Sign in by e-mail and password',
    wrapper: 'session',
    body: SessionCreate,
    answer: { session: NewSession },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: '/session',
    access: 'person',
    summary: 'Read the session, its person and their organizations',
    answer: { session: SessionInDetail },
  }),
  end: route({
    ...shared,
    method: 'DELETE',
    path: '/session',
    access: 'person',
    summary: 'Sign out',
    answer: { session: Session },
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: '/sessions',
    access: 'person',
    summary: 'List the sessions of the person, newest first',
    answer: { sessions: z.array(Session) },
  }),
  revoke: route({
    ...shared,
    method: 'DELETE',
    path: '/sessions/:svc_id',
    access: 'person',
    summary: 'End a session of the person',
    answer: { session: Session },
  }),
};

/** The sign-in address at an organization's provider, and the values to return. */
export const OpenIdSignIn = z.object({
  authorization_url: z.string(),
  state: z.string(),
  /** A secret of the initiator; only its holder can complete the sign-in. */
  verifier: z.string(),
  expires_at: timestamp(),
});

export const OpenIdStart = body({ organization_slug: text(), invite_token: text() }, (input, add) => {
  if (!input.organization_slug && !input.invite_token) add('organization_slug', 'value_is_mandatory');
});
export type OpenIdStart = BodyInput<typeof OpenIdStart>;

export const OpenIdCallback = body({
  /** The complete query string from the provider. */
  parameters: mandatoryText(8_192),
  verifier: mandatoryText(),
});
export type OpenIdCallback = BodyInput<typeof OpenIdCallback>;

export const OpenIdConfirmation = body({ token: mandatoryText() });
export type OpenIdConfirmation = BodyInput<typeof OpenIdConfirmation>;

export const openIdRoutes = {
  start: route({
    ...shared,
    method: 'POST',
    path: '/session/open_id',
    access: 'anyone',
    summary: 'Start a sign-in at the OpenID provider of an organization',
    wrapper: 'open_id',
    body: OpenIdStart,
    answer: { open_id: OpenIdSignIn },
  }),
  finish: route({
    ...shared,
    method: 'POST',
    path: '/session/open_id/callback',
    access: 'anyone',
    summary: 'Complete a sign-in with the answer of the OpenID provider',
    wrapper: 'open_id',
    body: OpenIdCallback,
    answer: { session: NewSession },
  }),
  confirm: route({
    ...shared,
    method: 'POST',
    path: '/session/open_id/confirmation',
    access: 'anyone',
    summary: 'Confirm a sign-in at an OpenID provider with the link of a mail',
    wrapper: 'open_id',
    body: OpenIdConfirmation,
    answer: { open_id: z.object({ organization_name: z.string() }) },
  }),
};
