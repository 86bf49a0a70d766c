import { z } from 'zod';
import { body, bodyOf, type BodyInput } from '../http/body.js';
import { choice, flag, id, mandatoryChoice, mandatoryText, text } from '../http/fields.js';
import { portalRoleNames } from '../http/portal-roles.js';
import { pagination, query, queryChoice, queryText, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { createdAt, described, shape, svcId, texts, updatedAt } from '../http/texts.js';
import { emailError } from './people-fields.js';

const roleText = ['What the person may do in the portal', 'payer'] as const;
const receivesText = 'Whether mails with invoices, credit notes, receipts and statements go to the person, too';

/** A person who signs in to the portal of a customer (customers, section 3.8). */
export const PortalPerson = shape('A person who signs in to the portal of a customer with an own e-mail address', {
  svc_id: svcId(),
  svc_customer_id: described(id(), ...texts.customerId),
  external_customer_id: described(z.string(), ...texts.externalCustomerId),
  email: described(z.string(), ...texts.email),
  name: described(z.string().nullable(), 'Name of the person; null if unknown', 'Ada Martin'),
  role: described(z.enum(portalRoleNames), ...roleText),
  receives_documents: described(z.boolean(), receivesText),
  created_at: createdAt(),
  updated_at: updatedAt(),
});
export type PortalPerson = z.infer<typeof PortalPerson>;

export const PortalPersonCreate = described(
  body(
    {
      email: described(mandatoryText(), ...texts.email),
      name: described(text(), 'Name of the person', 'Ada Martin'),
      role: described(mandatoryChoice(portalRoleNames), ...roleText),
      receives_documents: described(flag(), `${receivesText}; by default not`),
    },
    ({ email }, add) => {
      const error = email === undefined ? null : emailError(email);
      if (error) add('email', error);
    },
  ),
  'A person who may sign in to the portal of a customer',
);
export type PortalPersonCreate = BodyInput<typeof PortalPersonCreate>;

export const PortalPersonUpdate = described(
  bodyOf(PortalPerson, {
    name: described(text(), 'Name of the person; an empty one removes it', 'Ada Martin'),
    role: described(choice(portalRoleNames), ...roleText),
    receives_documents: described(flag(), receivesText),
  }),
  'Changes of a person; absent fields stay as they are, and so does the e-mail address',
);
export type PortalPersonUpdate = BodyInput<typeof PortalPersonUpdate>;

export const PortalPersonFilters = query({
  ...pagination,
  role: described(queryChoice(portalRoleNames), ...roleText),
  search_term: described(queryText(), 'Part of a name or an e-mail address', 'ada'),
});
export type PortalPersonFilters = QueryInput<typeof PortalPersonFilters>;

const shared = { service: 'subscription', permission: 'customer' } as const;
const ofCustomer = '/customers/:external_customer_id/portal_people' as const;
const one = { portal_person: PortalPerson };
const many = { portal_people: z.array(PortalPerson), meta: Meta };

/** The calls of the organization about the people of a customer. */
export const portalPersonRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: ofCustomer,
    memberPermission: 'customers:update',
    summary: 'Add a person to the portal of a customer',
    wrapper: 'portal_person',
    body: PortalPersonCreate,
    answer: one,
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: ofCustomer,
    summary: 'List the people in the portal of a customer, by e-mail address',
    query: PortalPersonFilters,
    answer: many,
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: `${ofCustomer}/:svc_id`,
    summary: 'Read a person in the portal of a customer',
    answer: one,
  }),
  update: route({
    ...shared,
    method: 'PUT',
    path: `${ofCustomer}/:svc_id`,
    memberPermission: 'customers:update',
    summary: 'Change a person, but not its e-mail address; a new role ends the sessions of the person',
    wrapper: 'portal_person',
    body: PortalPersonUpdate,
    answer: one,
  }),
  remove: route({
    ...shared,
    method: 'DELETE',
    path: `${ofCustomer}/:svc_id`,
    memberPermission: 'customers:update',
    summary: 'Remove a person from the portal of a customer, and end its sessions',
    answer: one,
  }),
};

const ofCaller = { ...shared, access: 'portal', portalSection: 'profile', managesPeople: true } as const;

/** The calls of a customer about its own people. */
export const ownPortalPersonRoutes = {
  invite: route({
    ...ofCaller,
    method: 'POST',
    path: '/portal/people',
    summary: 'Invite a person to the portal of the calling customer by a mail',
    wrapper: 'portal_person',
    body: PortalPersonCreate,
    answer: one,
  }),
  list: route({
    ...ofCaller,
    method: 'GET',
    path: '/portal/people',
    summary: 'List the people in the portal of the calling customer, by e-mail address',
    query: PortalPersonFilters,
    answer: many,
  }),
  update: route({
    ...ofCaller,
    method: 'PUT',
    path: '/portal/people/:svc_id',
    summary: 'Change a person of the calling customer, but not its e-mail address',
    wrapper: 'portal_person',
    body: PortalPersonUpdate,
    answer: one,
  }),
  remove: route({
    ...ofCaller,
    method: 'DELETE',
    path: '/portal/people/:svc_id',
    summary: 'Remove a person from the portal of the calling customer, and end its sessions',
    answer: one,
  }),
};

/** The person of a session, which the token of the session names. */
export const PersonOfToken = described(
  PortalPerson.pick({ svc_id: true, email: true, name: true, role: true }),
  'The person who signed in',
);
export type PersonOfToken = z.infer<typeof PersonOfToken>;
