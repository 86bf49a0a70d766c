import type { PersonOfToken, PortalPerson } from '@tollgate/contracts';
import { isoSeconds } from '@tollgate/platform';
import type { PortalPersonRow } from '../../model/customers/portal-people.repository.js';

export const presentPerson = (row: PortalPersonRow, externalId: string): PortalPerson => ({
  ...personOfToken(row),
  svc_customer_id: row.customer_id,
  external_customer_id: externalId,
  receives_documents: row.receives_documents,
  created_at: isoSeconds(row.created_at),
  updated_at: isoSeconds(row.updated_at),
});

/** A person as the command that reads a token answers it. */
export const personOfToken = ({ id, email, name, role }: PortalPersonRow): PersonOfToken => ({
  svc_id: id,
  email,
  name,
  role,
});
