import { z } from 'zod';
import { timestamp } from '../http/fields.js';
import { described, shape } from '../http/texts.js';
import { PersonOfToken } from './portal-people.js';
import { portalSessionSettings } from './portal-sessions.js';

/** The organization of a customer, and the end of its address. */
export const PortalAccess = shape('The organization of the customer, and the expiry of its portal address', {
  organization_name: described(z.string(), 'Name of the organization', 'Acme'),
  /** Whether the organization's own clock decides, instead of the wall clock. */
  sandbox: described(z.boolean(), 'Whether the test clock of a sandbox determines the expiry', false),
  expires_at: described(timestamp(), "Expiry of the address, by the organization's clock"),
  ...portalSessionSettings,
  person: described(PersonOfToken.nullable(), 'The person of the session; null for one of the customer itself'),
  may_change: described(z.boolean(), 'Whether the session may make calls that change something'),
  manages_people: described(z.boolean(), 'Whether the session may invite and remove people of the customer'),
});
export type PortalAccess = z.infer<typeof PortalAccess>;
