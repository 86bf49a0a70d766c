import type { Generated } from 'kysely';

/** The latest code of an address, by hashes of both. */
export interface PortalCodesTable {
  organization_id: string;
  email_hash: string;
  code_hash: string;
  tries: Generated<number>;
  created_at: Date;
  expires_at: Date;
}
