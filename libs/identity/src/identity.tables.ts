import type { ColumnType, Generated } from 'kysely';
import type { LoginMethod } from '@tollgate/contracts';
import { tablesOf, type Transaction } from '@tollgate/platform';

/** Tables of the identity schema. */
export interface IdentityTables {
  'identity.organizations': OrganizationsTable;
  'identity.api_keys': ApiKeysTable;
  'identity.test_clocks': TestClocksTable;
  'identity.security_logs': SecurityLogsTable;
  'identity.users': UsersTable;
  'identity.memberships': MembershipsTable;
  'identity.roles': RolesTable;
  'identity.invites': InvitesTable;
  'identity.credentials': CredentialsTable;
  'identity.recovery_codes': { user_id: string; code_hash: string };
  'identity.password_resets': PasswordResetsTable;
  'identity.attempts': AttemptsTable;
  'identity.mails': MailsTable;
  'identity.sessions': SessionsTable;
  'identity.open_id_connections': OpenIdConnectionsTable;
  'identity.open_id_subjects': OpenIdSubjectsTable;
  'identity.open_id_sign_ins': OpenIdSignInsTable;
}

/** A mail to people that waits to leave. */
export interface MailsTable {
  id: string;
  /** Whom it is from; null for nobody. */
  organization_id: string | null;
  /** How it is written when it leaves; `written` for one that is. */
  kind: string;
  recipient: string;
  content: ColumnType<{ bcc: string[]; subject: string; text: string } | null, string | null, never>;
  tries: Generated<number>;
  created_at: Date;
  next_try_at: Date;
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
  /** How members may sign in. */
  login_methods: Generated<LoginMethod[]>;
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

/** A person, over all organizations. */
export interface UsersTable {
  id: string;
  /** In lower case. */
  email: string;
  name: string | null;
  /** When the person was seen to read mail of that address. */
  email_verified_at: Date | null;
  created_at: Date;
}

export interface MembershipsTable {
  id: string;
  organization_id: string;
  user_id: string;
  /** Codes. */
  roles: string[];
  status: 'active' | 'revoked';
  created_at: Date;
  revoked_at: Date | null;
}

/** Roles of an organization's own; those that every one has are in the contracts. */
export interface RolesTable {
  id: string;
  organization_id: string;
  code: string;
  name: string;
  description: string | null;
  permissions: string[];
  created_at: Date;
}

export interface InvitesTable {
  id: string;
  organization_id: string;
  email: string;
  roles: string[];
  status: 'pending' | 'accepted' | 'revoked';
  token_hash: string;
  created_at: Date;
  expires_at: Date;
  accepted_at: Date | null;
  revoked_at: Date | null;
}

/** What a person proves with who it is; `id` is that of the person. */
export interface CredentialsTable {
  id: string;
  password_hash: string;
  password_changed_at: Date;
  /** Sealed. */
  totp_secret: string | null;
  /** Null while the authenticator is being set up. */
  totp_confirmed_at: Date | null;
  /** The time step of the last code that was taken: none is taken twice. */
  totp_last_step: Generated<bigint>;
}

export interface PasswordResetsTable {
  token_hash: string;
  user_id: string;
  created_at: Date;
  expires_at: Date;
}

/** How often something was tried in a window of time. */
export interface AttemptsTable {
  key: string;
  tries: number;
  ends_at: Date;
}

export interface SessionsTable {
  id: string;
  user_id: string;
  token_hash: string;
  login_method: LoginMethod;
  /** The only organization that it may speak for: that whose provider said who it is. */
  organization_id: string | null;
  /** That whose provider said who it is; null for a session by password, and for one of the version before. */
  connection_id: string | null;
  user_agent: string | null;
  ip_address: string | null;
  created_at: Date;
  expires_at: Date;
}

/** The provider that an organization lets its members sign in at. */
export interface OpenIdConnectionsTable {
  id: string;
  organization_id: string;
  issuer: string;
  client_id: string;
  /** Sealed. */
  client_secret: string;
  created_at: Date;
}

/** Whom a provider calls what. */
export interface OpenIdSubjectsTable {
  organization_id: string;
  issuer: string;
  subject: string;
  user_id: string;
}

/** A sign-in at a provider that was begun. */
export interface OpenIdSignInsTable {
  state_hash: string;
  organization_id: string;
  code_challenge: string;
  nonce: string;
  invite_id: string | null;
  expires_at: Date;
}

/** The same transaction, seen with these tables. */
export const tables = (transaction: Transaction) => tablesOf<IdentityTables>(transaction);
