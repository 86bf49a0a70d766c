import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { documentLocales } from '../http/enums.js';
import { choice, mandatoryText, text } from '../http/fields.js';
import { route } from '../http/route.js';
import { described, shape, texts } from '../http/texts.js';
import { emailError } from './people-fields.js';

const person = {
  organization: described(mandatoryText(), 'Slug of the organization', 'acme'),
  email: described(mandatoryText(), ...texts.email),
};

const checkEmail = ({ email }: { email?: string | null | undefined }, add: (field: string, code: string) => void) => {
  const error = email ? emailError(email) : null;
  if (error) add('email', error);
};

/** A request for a code; nothing in the answer depends on whether a customer has the address. */
export const PortalSignInCodeCreate = described(
  body(
    {
      ...person,
      locale: described(
        choice(documentLocales, 'not_a_valid_language_code'),
        'Language of the mail; absent: English',
        'fr',
      ),
    },
    checkEmail,
  ),
  'The address to which the code is sent',
);
export type PortalSignInCodeCreate = BodyInput<typeof PortalSignInCodeCreate>;

export const PortalSignInCreate = described(
  body(
    {
      ...person,
      code: described(mandatoryText(), 'The code of the mail', '1234 5678'),
      external_customer_id: described(text(), 'The customer, where several have the address', 'acme'),
    },
    checkEmail,
  ),
  'A sign-in to the customer portal with the code of a mail',
);
export type PortalSignInCreate = BodyInput<typeof PortalSignInCreate>;

/** A sign-in: the address of the portal, or the customers to choose from (customers, section 3.7). */
export const PortalSignIn = shape('A sign-in to the customer portal', {
  url: described(
    z.string().nullable(),
    'Address of the portal with the token of a session; null where a customer is to be chosen',
    'https://billing.example.com/customer-portal/1',
  ),
  customers: described(
    z.array(
      shape('A customer with the address', {
        external_id: described(z.string(), ...texts.externalId),
        name: described(z.string().nullable(), ...texts.customerName),
      }),
    ),
    'The customers with the address',
  ),
});
export type PortalSignIn = z.infer<typeof PortalSignIn>;

const shared = { service: 'identity', permission: 'user', access: 'anyone', method: 'POST' } as const;

export const portalSignInRoutes = {
  code: route({
    ...shared,
    path: '/portal/sign_in_codes',
    summary: 'Send a code to sign in to the portal; the answer does not reveal whether a customer has the address',
    wrapper: 'sign_in_code',
    body: PortalSignInCodeCreate,
    answer: {},
  }),
  signIn: route({
    ...shared,
    path: '/portal/sign_ins',
    handsOut: true,
    summary: 'Sign in to the customer portal with the code of a mail',
    wrapper: 'sign_in',
    body: PortalSignInCreate,
    answer: { sign_in: PortalSignIn },
  }),
};
