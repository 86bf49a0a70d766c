import { body, type BodyInput } from '../http/body.js';
import { documentLocales } from '../http/enums.js';
import { choice, mandatoryText } from '../http/fields.js';
import { route } from '../http/route.js';
import { described, texts } from '../http/texts.js';
import { emailError, passwordField, passwordErrors } from './people-fields.js';

const fields = {
  email: described(mandatoryText(), ...texts.email),
  /** The language of the mail; absent: English. */
  locale: described(
    choice(documentLocales, 'not_a_valid_language_code'),
    'Language of the mail; absent: English',
    'fr',
  ),
};

export const PasswordResetCreate = described(
  body(fields, ({ email }, add) => {
    const error = email === undefined ? null : emailError(email);
    if (error) add('email', error);
  }),
  'The account that needs a new password',
);
export type PasswordResetCreate = BodyInput<typeof PasswordResetCreate>;

export const PasswordResetFinish = described(
  body(
    {
      token: described(mandatoryText(), 'Secret token', '2f6c1b7e9d'),
      password: described(passwordField(), ...texts.password),
    },
    ({ password }, add) => {
      if (password !== undefined) for (const error of passwordErrors(password)) add('password', error);
    },
  ),
  'The new password, and the secret of the mail',
);
export type PasswordResetFinish = BodyInput<typeof PasswordResetFinish>;

const shared = { service: 'identity', permission: 'user', access: 'anyone', path: '/password_reset' } as const;

export const passwordResetRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    summary: 'Send a mail to reset a password; the answer does not reveal whether the account exists',
    wrapper: 'password_reset',
    body: PasswordResetCreate,
    answer: {},
  }),
  finish: route({
    ...shared,
    method: 'PUT',
    summary: 'Reset a password with the token of the mail, and end all sessions',
    wrapper: 'password_reset',
    body: PasswordResetFinish,
    answer: {},
  }),
};
