import { z } from 'zod';
import { portalSections } from '../http/portal-sections.js';
import { PersonOfToken } from '../resources/portal-people.js';
import { SessionOfToken } from '../resources/portal-sessions.js';
import type { CommandContract } from './command-contract.js';

/** Commands about customers. */
export const customerCommands = {
  /**
   * The customer received its first resource with a currency, so its account type is fixed. A customer without a
   * currency takes this one.
   */
  'customer.take_currency': {
    owner: 'subscription',
    changes: true,
    request: z.object({ organization_id: z.uuid(), customer_id: z.uuid(), currency: z.string(), at: z.int() }),
    answer: z.object({}),
  },
  /**
   * Reads the token of a customer's portal address, for the processes that have no key to verify it. The answer is null
   * for a token that is not genuine or has expired. It is null, too, for a revoked session and a deleted customer.
   */
  'customer.read_portal_token': {
    owner: 'subscription',
    request: z.object({ token: z.string() }),
    answer: z.object({
      customer: z
        .object({
          organization_id: z.uuid(),
          customer_id: z.uuid(),
          expires_at: z.int(),
          /** Those of the session that the issuer's portal has, too. */
          sections: z.array(z.enum(portalSections)),
          /** Those of the issuer's own pages, which may make its calls. */
          origins: z.array(z.string()).default([]),
          session: SessionOfToken,
          /** Null for a session of the customer itself, and from a process of the previous version. */
          person: PersonOfToken.nullable().default(null),
          /** Whether the issuer lets customers manage their people, and the session has all sections of its portal. */
          has_people: z.boolean().default(false),
        })
        .nullable(),
    }),
  },
  /**
   * The customers that sign in to their portal with an e-mail address, where their issuer allows that; 50 at most. The
   * address is that of the customer, or of one of its people, who is named then.
   */
  'customer.find_by_email': {
    owner: 'subscription',
    request: z.object({ organization_id: z.uuid(), email: z.string() }),
    answer: z.object({
      customers: z.array(
        z.object({
          id: z.uuid(),
          external_id: z.string(),
          name: z.string().nullable(),
          person_id: z.uuid().nullable().default(null),
        }),
      ),
    }),
  },
  /**
   * The origins whose pages may frame parts of the portal (customers, section 3.10). An organization or issuer that is not
   * there has none. The organization is that of the slug, and the issuer the default one without a code.
   */
  'portal.read_origins': {
    owner: 'catalog',
    request: z.object({ organization: z.string(), billing_entity_code: z.string().nullable() }),
    answer: z.object({ origins: z.array(z.string()) }),
  },
  /** Opens a session of a customer, or of one of its people, in the portal. The caller has checked who it is. */
  'customer.open_portal': {
    owner: 'subscription',
    changes: true,
    request: z.object({
      organization_id: z.uuid(),
      customer_id: z.uuid(),
      person_id: z.uuid().nullable().default(null),
    }),
    answer: z.object({ url: z.string() }),
  },
} as const satisfies Record<string, CommandContract>;
