import { z } from 'zod';
import { body, bodyOf, type BodyInput } from '../http/body.js';
import { mandatoryText, text, timestamp } from '../http/fields.js';
import { route } from '../http/route.js';
import { createdAt, described, shape, svcId, texts } from '../http/texts.js';
import { OperatorEntry } from './operator-fields.js';
import { codeField, passwordField, loginMethods, roleCodes } from './people-fields.js';

/** A person's own view of its account. */
export const User = shape('The account of a person', {
  svc_id: svcId(),
  email: described(z.string(), ...texts.email),
  name: described(z.string().nullable(), 'Display name', 'Ada Martin'),
  /** Whether it operates the installation, and makes organizations. */
  operator: described(z.boolean(), 'Whether the person is an operator, who may create organizations', false),
  two_factor_enabled: described(z.boolean(), 'Whether sign-in needs an authenticator'),
  created_at: createdAt(),
});
export type User = z.infer<typeof User>;

/** One of the organizations that a person belongs to. */
export const SessionMembership = shape('An organization that a person belongs to', {
  svc_id: svcId(),
  organization: described(
    z.object({
      svc_id: svcId(),
      name: described(z.string(), ...texts.customerName),
      slug: described(z.string(), ...texts.slug),
      sandbox: described(z.boolean(), 'Whether it is a sandbox, with a clock of its own', true),
      timezone: described(z.string().nullable(), 'Time zone; null while it cannot be read', 'Europe/Paris'),
      country: described(z.string().nullable(), 'Country; null: none, or it cannot be read now', 'FR'),
      default_currency: described(
        z.string().nullable(),
        'Currency of new records (ISO 4217); null while it cannot be read',
        'EUR',
      ),
      suspended: described(z.boolean(), 'Whether the operator of the installation suspended it', false),
    }),
    'The organization',
  ),
  roles: described(roleCodes(), 'Codes of roles', 'finance'),
  /** The permissions of all roles. */
  permissions: described(z.array(z.string()), 'Permissions', 'invoices:view'),
  /** Whether the organization accepts this sign-in method. */
  login_method_authorized: described(z.boolean(), 'Whether the organization accepts the way of signing in', true),
  /** Only for an operator who is no member of the organization, and entered it. */
  entry: described(
    z
      .object({
        svc_id: svcId(),
        reason: described(z.string(), 'Reason that the operator wrote', 'Support case 4711'),
        may_change: described(z.boolean(), 'Whether the operator may change something', false),
        expires_at: described(timestamp(), ...texts.expiry),
      })
      .nullable(),
    'Stay of an operator who entered the organization; null for its members',
  ),
});
export type SessionMembership = z.infer<typeof SessionMembership>;

/** A session of a signed-in person. */
export const Session = shape('A session of a person', {
  svc_id: svcId(),
  login_method: described(z.enum(loginMethods), 'Way of signing in'),
  user_agent: described(z.string().nullable(), 'User agent of the sign-in', 'Mozilla/5.0'),
  ip_address: described(z.string().nullable(), 'IP address of the sign-in', '203.0.113.7'),
  /** Whether it is the session of the call. */
  current: described(z.boolean(), 'Whether it is the session of the call'),
  confirmed_at: described(timestamp(), 'When the person last proved its identity: at the sign-in or a confirmation'),
  created_at: createdAt(),
  last_used_at: described(timestamp().nullable(), 'When it was last used; null before'),
  expires_at: described(timestamp(), ...texts.expiry),
});
export type Session = z.infer<typeof Session>;

/** With its person and the organizations that it can represent. */
export const SessionInDetail = described(
  Session.extend({ user: User, memberships: z.array(SessionMembership) }),
  'A session with its person and the organizations that it may speak for',
);
export type SessionInDetail = z.infer<typeof SessionInDetail>;

/** Only this answer shows its token; the console gets it as a cookie instead. */
export const NewSession = described(
  SessionInDetail.extend({
    token: described(z.string().optional(), 'Secret token; absent if the console receives a cookie', 'tgs_2f6c1b7e9d'),
  }),
  'A new session; only this answer shows its token, and the console receives it as a cookie',
);
export type NewSession = z.infer<typeof NewSession>;

export const SessionCreate = described(
  bodyOf(User, {
    email: mandatoryText(),
    password: described(passwordField(), ...texts.password),
    otp_code: described(codeField(), 'Code of the authenticator', '492039'),
    recovery_code: described(codeField(), 'Recovery code in place of an authenticator', 'k3f9-2mq7'),
  }),
  'The credentials of a person',
);
export type SessionCreate = BodyInput<typeof SessionCreate>;

/** The credentials of the person of the session, once more. */
export const SessionConfirmation = described(
  bodyOf(User, {
    password: described(passwordField(), ...texts.password),
    otp_code: described(codeField(), 'Code of the authenticator', '492039'),
    recovery_code: described(codeField(), 'Recovery code in place of an authenticator', 'k3f9-2mq7'),
  }),
  'The credentials of the person of the session',
);
export type SessionConfirmation = BodyInput<typeof SessionConfirmation>;

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
  confirm: route({
    ...shared,
    method: 'POST',
    path: '/session/confirmation',
    access: 'person',
    summary: 'Confirm the session by password, for calls that need a recent sign-in',
    wrapper: 'session',
    body: SessionConfirmation,
    answer: { session: Session },
  }),
  leave: route({
    ...shared,
    method: 'DELETE',
    path: '/session/entries/:svc_id',
    access: 'person',
    summary: 'Leave an organization that was entered as an operator',
    answer: { entry: OperatorEntry },
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
export const OpenIdSignIn = shape('The page of the provider for the sign-in, and the values to return', {
  authorization_url: described(
    z.string(),
    'Address at the provider where the person signs in',
    'https://login.acme.example/authorize',
  ),
  state: described(z.string(), 'State value that the provider returns', '8f14e45fceea167a'),
  /** A secret of the initiator; only its holder can complete the sign-in. */
  verifier: described(z.string(), 'Secret of the browser that started the sign-in', 'b8a1d0'),
  expires_at: described(timestamp(), ...texts.expiry),
});

export const OpenIdStart = described(
  body(
    {
      organization_slug: described(text(), 'Short name of the organization', 'acme'),
      invite_token: described(text(), 'Secret of an invitation', '2f6c1b7e9d'),
    },
    (input, add) => {
      if (!input.organization_slug && !input.invite_token) add('organization_slug', 'value_is_mandatory');
    },
  ),
  'The organization, or an invitation',
);
export type OpenIdStart = BodyInput<typeof OpenIdStart>;

export const OpenIdCallback = described(
  bodyOf(OpenIdSignIn, {
    /** The complete query string from the provider. */
    parameters: described(
      mandatoryText(8_192),
      'Query parameters that the provider appended to the address',
      'code=1&state=8f14e45fceea167a',
    ),
    verifier: mandatoryText(),
  }),
  'The answer of the provider',
);
export type OpenIdCallback = BodyInput<typeof OpenIdCallback>;

export const OpenIdConfirmation = described(
  body({ token: described(mandatoryText(), 'Secret token', '2f6c1b7e9d') }),
  'The confirmation of a link from a mail',
);
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
    answer: {
      open_id: described(
        z.object({
          organization_name: described(z.string(), 'Name of the organization to create, if there is none', 'Acme'),
        }),
        'Provider of OpenID Connect; null without one',
      ),
    },
  }),
};
