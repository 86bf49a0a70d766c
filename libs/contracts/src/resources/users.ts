import { z } from 'zod';
import { body, bodyOf, type BodyInput } from '../http/body.js';
import { mandatoryText, text } from '../http/fields.js';
import { route } from '../http/route.js';
import { described, shape, texts } from '../http/texts.js';
import { codeField, passwordField, passwordErrors } from './people-fields.js';
import { User } from './sessions.js';

export const UserUpdate = bodyOf(User, { name: text() });
export type UserUpdate = BodyInput<typeof UserUpdate>;

export const PasswordChange = described(
  body(
    {
      current_password: described(passwordField(), 'Current password', 'correct horse battery'),
      password: described(passwordField(), ...texts.password),
    },
    ({ password }, add) => {
      if (password !== undefined) for (const error of passwordErrors(password)) add('password', error);
    },
  ),
  'The current password, and the new one',
);
export type PasswordChange = BodyInput<typeof PasswordChange>;

/** The setup of an authenticator; only this answer shows it. */
export const NewTwoFactor = shape('The secret of a new authenticator; only this answer shows it', {
  secret: described(z.string(), 'Secret for the authenticator', 'JBSWY3DPEHPK3PXP'),
  otpauth_url: described(
    z.string(),
    'Secret as an address for a QR code',
    'otpauth://totp/Tollgate:ada?secret=JBSWY3DPEHPK3PXP',
  ),
});
export type NewTwoFactor = z.infer<typeof NewTwoFactor>;

export const TwoFactorStart = described(
  body({ password: described(passwordField(), ...texts.password) }),
  'Proof of the person who sets up an authenticator',
);
export type TwoFactorStart = BodyInput<typeof TwoFactorStart>;

export const TwoFactorConfirm = described(
  body({ otp_code: described(mandatoryText(64), 'Code of the authenticator', '492039') }),
  'The first code of the authenticator',
);
export type TwoFactorConfirm = BodyInput<typeof TwoFactorConfirm>;

export const TwoFactorRemove = described(
  body({
    password: described(passwordField(), ...texts.password),
    otp_code: described(codeField(), 'Code of the authenticator', '492039'),
    recovery_code: described(codeField(), 'Recovery code in place of an authenticator', 'k3f9-2mq7'),
  }),
  'Proof of the person who removes an authenticator',
);
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
    answer: {
      two_factor: described(
        z.object({ recovery_codes: described(z.array(z.string()), 'Recovery codes; each works once', 'k3f9-2mq7') }),
        'Recovery codes; only this answer shows them',
      ),
    },
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
