import type { PortalSection, SessionOfToken } from '@tollgate/contracts';

/** Sessions of customers in the portal; the token in an address names its session. */
export interface PortalSessionsTable {
  id: string;
  organization_id: string;
  customer_id: string;
  /** Null for a session of the customer itself. */
  person_id: string | null;
  return_url: string | null;
  flow: NonNullable<SessionOfToken>['flow'];
  sections: PortalSection[];
  locale: string | null;
  /** By the clock of the organization, as all times of a session. */
  expires_at: Date;
  revoked_at: Date | null;
  created_at: Date;
}
