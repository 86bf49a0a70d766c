import { body, type BodyInput } from '../http/body.js';
import { mandatoryText, text } from '../http/fields.js';
import { pagination, query } from '../http/query.js';
import { route } from '../http/route.js';
import { emailError, passwordErrors, passwordField } from './people-fields.js';
import { NewSession } from './sessions.js';

export const SetupCreate = body(
  {
    token: mandatoryText(),
    email: mandatoryText(),
    password: passwordField(),
    name: text(),
    /** Of the organization to make where the installation has none. */
    organization_name: text(),
  },
  ({ email, password }, add) => {
    const error = email === undefined ? null : emailError(email);
    if (error) add('email', error);
    if (password !== undefined) for (const code of passwordErrors(password)) add('password', code);
  },
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
