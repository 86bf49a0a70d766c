import { body, type BodyInput } from '../http/body.js';
import { documentLocales } from '../http/enums.js';
import { choice, mandatoryText } from '../http/fields.js';
import { route } from '../http/route.js';
import { emailError, passwordField, passwordErrors } from './people-fields.js';

const fields = {
  email: mandatoryText(),
  /** The language of the mail; absent: English. */
  locale: choice(documentLocales, 'not_a_valid_language_code'),
};

export const PasswordResetCreate = body(fields, ({ email }, add) => {
  const error = email === undefined ? null : emailError(email);
  if (error) add('email', error);
});
export type PasswordResetCreate = BodyInput<typeof PasswordResetCreate>;

export const PasswordResetFinish = body({ token: mandatoryText(), password: passwordField() }, ({ password }, add) => {
  if (password !== undefined) for (const error of passwordErrors(password)) add('password', error);
});
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
