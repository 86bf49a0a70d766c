import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { mandatoryText, text } from '../http/fields.js';
import { route } from '../http/route.js';
import { codeField, passwordField, passwordErrors } from './people-fields.js';
import { User } from './sessions.js';

export const UserUpdate = body({ name: text() });
export type UserUpdate = BodyInput<typeof UserUpdate>;

export const PasswordChange = body(
  { current_password: passwordField(), password: passwordField() },
  ({ password }, add) => {
    if (password !== undefined) for (const error of passwordErrors(password)) add('password', error);
  },
);
export type PasswordChange = BodyInput<typeof PasswordChange>;

/** The setup of an authenticator; only this answer shows it. */
export const NewTwoFactor = z.object({ secret: z.string(), otpauth_url: z.string() });
export type NewTwoFactor = z.infer<typeof NewTwoFactor>;

export const TwoFactorStart = body({ password: passwordField() });
export type TwoFactorStart = BodyInput<typeof TwoFactorStart>;

export const TwoFactorConfirm = body({ otp_code: mandatoryText(64) });
export type TwoFactorConfirm = BodyInput<typeof TwoFactorConfirm>;

export const TwoFactorRemove = body({
  password: passwordField(),
  otp_code: codeField(),
  recovery_code: codeField(),
});
export type TwoFactorRemove = BodyInput<typeof TwoFactorRemove>;

const shared = { service: 'identity', permission: 'user', access: 'person' } as const;

export const userRoutes = {
  read: route({
    ...shared,
    method: 'GET',
    path: '/users/me',
    summary: 'Read your account',
    answer: { user: User },
  }),
  update: route({
    ...shared,
    method: 'PUT',
    path: '/users/me',
    summary: 'Update your account',
    wrapper: 'user',
    body: UserUpdate,
    answer: { user: User },
  }),
  changePassword: route({
    ...shared,
    method: 'PUT',
    path: '/users/me/password',
    summary: 'Change your password and end all other sessions',
    wrapper: 'user',
    body: PasswordChange,
    answer: { user: User },
  }),
  startTwoFactor: route({
    ...shared,
    method: 'POST',
    path: '/users/me/two_factor',
    summary: 'Start to set up an authenticator',
    wrapper: 'two_factor',
    body: TwoFactorStart,
    answer: { two_factor: NewTwoFactor },
  }),
  confirmTwoFactor: route({
    ...shared,
    method: 'PUT',
    path: '/users/me/two_factor',
    summary: 'Confirm an authenticator with its first code, and receive recovery codes',
    wrapper: 'two_factor',
    body: TwoFactorConfirm,
    answer: { two_factor: z.object({ recovery_codes: z.array(z.string()) }) },
  }),
  removeTwoFactor: route({
    ...shared,
    method: 'POST',
    path: '/users/me/two_factor/removal',
    summary: 'Remove an authenticator',
    wrapper: 'two_factor',
    body: TwoFactorRemove,
    answer: { user: User },
  }),
};
