import { body, type BodyInput } from '../http/body.js';
import { mandatoryText, text } from '../http/fields.js';
import { pagination, query } from '../http/query.js';
import { route } from '../http/route.js';
import { described, texts } from '../http/texts.js';
import { emailError, passwordErrors, passwordField } from './people-fields.js';
import { NewSession } from './sessions.js';

export const SetupCreate = described(
  body(
    {
      token: described(mandatoryText(), 'Secret of the setup link', '2f6c1b7e9d'),
      email: described(mandatoryText(), ...texts.email),
      password: described(passwordField(), ...texts.password),
      name: described(text(), ...texts.name),
      /** Of an organization to make, beside those that the installation has. */
      organization_name: described(text(), 'Name of an organization to create; blank: none', 'Acme'),
    },
    ({ email, password }, add) => {
      const error = email === undefined ? null : emailError(email);
      if (error) add('email', error);
      if (password !== undefined) for (const code of passwordErrors(password)) add('password', code);
    },
  ),
  'The first account of an installation, with the secret of its setup link',
);
export type SetupCreate = BodyInput<typeof SetupCreate>;

export const setupRoutes = {
  create: route({
    service: 'identity',
    permission: 'session',
    method: 'POST',
    path: '/setup',
    access: 'anyone',
    summary: 'Set up the installation: create its first account, an operator',
    wrapper: 'setup',
    body: SetupCreate,
    answer: { session: NewSession },
  }),
};

/** `GET /admin/operators` */
export const OperatorsQuery = query(pagination);
