import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { bounds } from '../http/bounds.js';
import { isBlank, mandatoryText, textList } from '../http/fields.js';
import { isHttpUrl } from '../http/guards.js';
import { route } from '../http/route.js';
import { strictly } from '../http/strict.js';
import { loginMethods } from './people-fields.js';

/** How members of an organization may sign in. */
export const AuthenticationMethods = z.object({
  login_methods: z.array(z.enum(loginMethods)),
  /** The provider of `open_id`; the client's secret is never shown. */
  open_id: z.object({ issuer: z.string(), client_id: z.string(), redirect_url: z.string() }).nullable(),
});
export type AuthenticationMethods = z.infer<typeof AuthenticationMethods>;

export const AuthenticationMethodsUpdate = body(
  { login_methods: strictly(textList(), z.array(z.enum(loginMethods))) },
  ({ login_methods: methods }, add) => {
    if (!methods || methods.length === 0) add('login_methods', 'value_is_mandatory');
    else if (methods.some((method) => !(loginMethods as readonly string[]).includes(method)))
      add('login_methods', 'value_is_invalid');
  },
);
export type AuthenticationMethodsUpdate = BodyInput<typeof AuthenticationMethodsUpdate>;

export const OpenIdConnectionUpdate = body(
  { issuer: mandatoryText(bounds.url), client_id: mandatoryText(), client_secret: mandatoryText(1_024) },
  ({ issuer }, add) => {
    if (!isBlank(issuer) && !isHttpUrl(issuer ?? '')) add('issuer', 'url_is_invalid');
  },
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
