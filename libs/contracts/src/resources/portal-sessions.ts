import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { documentLocales } from '../http/enums.js';
import { choice, id, integer, isBlank, text, textList, timestamp } from '../http/fields.js';
import { isHttpUrl } from '../http/guards.js';
import { portalSections } from '../http/portal-sections.js';
import { pagination, query, queryChoice, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { strictly } from '../http/strict.js';
import { createdAt, described, shape, svcId, texts } from '../http/texts.js';

/** The parts with which the portal may open. */
export const portalFlows = ['pay', 'payment_method'] as const;

export const portalSessionStatuses = ['active', 'expired', 'revoked'] as const;

/** How long a session is valid, in seconds: by default, at least, and at most. */
export const portalSessionSeconds = { usual: 43_200, shortest: 60, longest: 2_592_000 } as const;

const longestUrl = 2_048;

const isSection = (value: string): boolean => (portalSections as readonly string[]).includes(value);

/** The settings of a session in the portal (customers, section 3.1). */
export const portalSessionSettings = {
  return_url: described(
    z.string().nullable(),
    'Address to which the portal leads back; null without one',
    'https://app.example.com/billing',
  ),
  flow: described(z.enum(portalFlows).nullable(), 'The part with which the portal opens; null: all of it', 'pay'),
  sections: described(z.array(z.enum(portalSections)), 'The parts that the session shows, and whose calls it admits'),
  locale: described(z.string().nullable(), "Language of the portal; null: the customer's, else the browser's", 'de'),
};

/** A session of a customer in its portal; only its creation shows its address. */
export const PortalSession = shape('A session of a customer in its portal', {
  svc_id: svcId(),
  external_customer_id: described(z.string(), ...texts.externalCustomerId),
  status: described(z.enum(portalSessionStatuses), "Whether its address works, by the organization's clock"),
  svc_person_id: described(
    id().nullable(),
    'The person who signed in, a removed one too; null for a session of the customer itself',
  ),
  ...portalSessionSettings,
  expires_at: described(timestamp(), "Expiry of the address, by the organization's clock"),
  revoked_at: described(timestamp().nullable(), 'When it was revoked; null if it was not'),
  created_at: createdAt(),
});
export type PortalSession = z.infer<typeof PortalSession>;

/** A session with its address. */
export const NewPortalSession = described(
  PortalSession.extend({
    url: described(
      z.string(),
      'Address of the portal with the token of the session; no other call shows it',
      'https://billing.example.com/customer-portal/1',
    ),
  }),
  'A new session of a customer in its portal, with its address',
);
export type NewPortalSession = z.infer<typeof NewPortalSession>;

export const PortalSessionCreate = described(
  body(
    {
      expires_in: described(
        integer(portalSessionSeconds.shortest, portalSessionSeconds.longest),
        'Seconds until it expires; twelve hours by default',
        3600,
      ),
      return_url: described(text(longestUrl), 'Address to which the portal leads back', 'https://app.example.com'),
      flow: described(choice(portalFlows), 'The part with which the portal opens'),
      sections: described(
        strictly(textList(), z.array(z.enum(portalSections)).optional()),
        'The parts that the session shows, and whose calls it admits; all by default',
      ),
      locale: described(choice(documentLocales, 'not_a_valid_language_code'), 'Language of the portal', 'de'),
    },
    ({ return_url: url, sections }, add) => {
      if (!isBlank(url) && !isHttpUrl(url ?? '')) add('return_url', 'url_is_invalid');
      if (sections && (sections.length === 0 || !sections.every(isSection))) add('sections', 'value_is_invalid');
    },
  ),
  'A session of a customer in its portal',
);
export type PortalSessionCreate = BodyInput<typeof PortalSessionCreate>;

export const PortalSessionFilters = query({
  ...pagination,
  status: described(queryChoice(portalSessionStatuses), ...texts.filteredState),
});
export type PortalSessionFilters = QueryInput<typeof PortalSessionFilters>;

const shared = { service: 'subscription', permission: 'customer' } as const;
const ofCustomer = '/customers/:external_customer_id/portal_sessions' as const;

export const portalSessionRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: ofCustomer,
    handsOut: true,
    summary: 'Create a session of a customer in its portal',
    wrapper: 'portal_session',
    body: PortalSessionCreate,
    memberPermission: 'customers:update',
    bodyOptional: 'wrapper',
    answer: { portal_session: NewPortalSession },
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: ofCustomer,
    summary: 'List the sessions of a customer in its portal, newest first',
    query: PortalSessionFilters,
    answer: { portal_sessions: z.array(PortalSession), meta: Meta },
  }),
  revoke: route({
    ...shared,
    method: 'DELETE',
    path: `${ofCustomer}/:svc_id`,
    memberPermission: 'customers:update',
    summary: 'Revoke a session of a customer in its portal',
    answer: { portal_session: PortalSession },
  }),
};

/** The session in the command that reads a token; null for an address without one. */
export const SessionOfToken = z
  .object({
    id: id(),
    return_url: z.string().nullable(),
    flow: z.enum(portalFlows).nullable(),
    locale: z.string().nullable(),
  })
  .nullable();
export type SessionOfToken = z.infer<typeof SessionOfToken>;
