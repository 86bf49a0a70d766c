import type { ColumnType, Generated } from 'kysely';
import { tablesOf, type Transaction } from '@tollgate/platform';

/** Tables of the identity schema. */
export interface IdentityTables {
  'identity.organizations': OrganizationsTable;
  'identity.api_keys': ApiKeysTable;
  'identity.test_clocks': TestClocksTable;
  'identity.security_logs': SecurityLogsTable;
}

export interface OrganizationsTable {
  id: string;
  name: string;
  /** Unique over all organizations; null on those of the version before, see `slugOf`. */
  slug: string | null;
  /** Sealed. */
  hmac_key: string;
  document_number_prefix: string;
  sandbox: boolean;
  created_at: Date;
}

export interface ApiKeysTable {
  id: string;
  organization_id: string;
  name: string | null;
  /** SHA-256 of the key's value, hexadecimal. */
  value_hash: string;
  last_four: string;
  /** Resource to list of `read`, `write`; null allows everything. */
  permissions: ColumnType<Record<string, string[]> | null, string | null, string | null>;
  expires_at: Date | null;
  created_at: Date;
  last_used_at: ColumnType<Date | null, never, never>;
}

export interface SecurityLogsTable {
  id: string;
  organization_id: string;
  log_type: string;
  log_event: string;
  api_key_id: string | null;
  user_id: string | null;
  user_email: string | null;
  resources: ColumnType<Record<string, unknown>, string, never>;
  device_info: ColumnType<Record<string, unknown>, string, never>;
  /** By the organization's clock. */
  logged_at: Date;
  /** By the wall clock, which decides how long it is kept. */
  created_at: Generated<Date>;
}

export interface TestClocksTable {
  organization_id: string;
  frozen_time: Date;
  /** Where the clock is being moved to. */
  target_time: Date;
  status: Generated<'ready' | 'advancing'>;
  /** Until when one process has the right to move it. */
  lease_until: Date | null;
}

/** The same transaction, seen with these tables. */
export const tables = (transaction: Transaction) => tablesOf<IdentityTables>(transaction);
