import type { PortalRole } from '@tollgate/contracts';

/** People of customers in the portal; the service stores their addresses in lower case. */
export interface PortalPeopleTable {
  id: string;
  organization_id: string;
  customer_id: string;
  email: string;
  name: string | null;
  role: PortalRole;
  /** Whether mails about issued documents go to the person, too. */
  receives_documents: boolean;
  /** By the clock of the organization, as all times of a person. */
  created_at: Date;
  updated_at: Date;
}
