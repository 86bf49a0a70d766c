import { z } from 'zod';
import { type BodyInput, bodyOf, body } from '../http/body.js';
import { bounds } from '../http/bounds.js';
import { isBlank, mandatoryText, textList } from '../http/fields.js';
import { isHttpUrl } from '../http/guards.js';
import { route } from '../http/route.js';
import { strictly } from '../http/strict.js';
import { described, shape } from '../http/texts.js';
import { loginMethods } from './people-fields.js';

/** How members of an organization may sign in. */
export const AuthenticationMethods = shape('Permitted ways to sign in to the organization', {
  login_methods: described(z.array(z.enum(loginMethods)), 'Ways to sign in', 'email_password'),
  /** The provider of `open_id`; the client's secret is never shown. */
  open_id: described(
    z
      .object({
        issuer: described(z.string(), 'Address of the provider', 'https://login.acme.example'),
        client_id: described(z.string(), 'Identifier of the service at the provider', 'tollgate'),
        redirect_url: described(
          z.string(),
          'Address to register at the provider',
          'https://billing.example.com/open_id/callback',
        ),
      })
      .nullable(),
    'Provider of OpenID Connect; null without one',
  ),
});
export type AuthenticationMethods = z.infer<typeof AuthenticationMethods>;

export const AuthenticationMethodsUpdate = bodyOf(
  AuthenticationMethods,
  { login_methods: strictly(textList(), z.array(z.enum(loginMethods))) },
  ({ login_methods: methods }, add) => {
    if (!methods || methods.length === 0) add('login_methods', 'value_is_mandatory');
    else if (methods.some((method) => !(loginMethods as readonly string[]).includes(method)))
      add('login_methods', 'value_is_invalid');
  },
);
export type AuthenticationMethodsUpdate = BodyInput<typeof AuthenticationMethodsUpdate>;

export const OpenIdConnectionUpdate = described(
  body(
    {
      issuer: described(mandatoryText(bounds.url), 'Address of the provider', 'https://login.acme.example'),
      client_id: described(mandatoryText(), 'Identifier of the service at the provider', 'tollgate'),
      client_secret: described(mandatoryText(1_024), 'Secret of the service at the provider', 's3cr3t'),
    },
    ({ issuer }, add) => {
      if (!isBlank(issuer) && !isHttpUrl(issuer ?? '')) add('issuer', 'url_is_invalid');
    },
  ),
  'The provider of OpenID Connect, and the service as its client',
);
export type OpenIdConnectionUpdate = BodyInput<typeof OpenIdConnectionUpdate>;

const shared = { service: 'identity', permission: 'authentication_method' } as const;
const one = { authentication_methods: AuthenticationMethods };
const update = { memberPermission: 'authentication_methods:update' } as const;

export const authenticationMethodRoutes = {
  read: route({
    ...shared,
    method: 'GET',
    path: '/authentication_methods',
    memberPermission: 'authentication_methods:view',
    summary: 'Read the permitted ways to sign in',
    answer: one,
  }),
  update: route({
    ...shared,
    ...update,
    method: 'PUT',
    path: '/authentication_methods',
    summary: 'Update the permitted ways to sign in',
    wrapper: 'authentication_methods',
    body: AuthenticationMethodsUpdate,
    answer: one,
  }),
  connectOpenId: route({
    ...shared,
    ...update,
    method: 'PUT',
    path: '/authentication_methods/open_id',
    summary: 'Connect the OpenID provider of the organization',
    wrapper: 'open_id',
    body: OpenIdConnectionUpdate,
    answer: one,
  }),
  disconnectOpenId: route({
    ...shared,
    ...update,
    method: 'DELETE',
    path: '/authentication_methods/open_id',
    summary: 'Disconnect the OpenID provider of the organization',
    answer: one,
  }),
};
