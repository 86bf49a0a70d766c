import type { ColumnType, Generated } from 'kysely';
import type {
  BulkAct,
  BulkActName,
  BulkActOutcome,
  LoginMethod,
  RetentionKind,
  UnknownParameterHandling,
  UnknownSubscription,
} from '@tollgate/contracts';
import { tablesOf, type Transaction } from '@tollgate/platform';
import type { PortalCodesTable } from './portal-sign-in/portal-codes.tables.js';

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
  'identity.setup_links': SetupLinksTable;
  'identity.mails': MailsTable;
  'identity.sessions': SessionsTable;
  'identity.open_id_connections': OpenIdConnectionsTable;
  'identity.open_id_subjects': OpenIdSubjectsTable;
  'identity.open_id_sign_ins': OpenIdSignInsTable;
  'identity.open_id_links': OpenIdLinksTable;
  'identity.bulk_acts': BulkActsTable;
  'identity.bulk_act_records': BulkActRecordsTable;
  'identity.operator_entries': OperatorEntriesTable;
  'identity.portal_codes': PortalCodesTable;
}

/** The content of a stored mail. */
export interface MailContent {
  bcc: string[];
  subject: string;
  text: string;
  /** Absent: in English. */
  greeting?: string;
}

/** A mail that waits to be sent. */
export interface MailsTable {
  id: string;
  /** The sender; null without an organization. */
  organization_id: string | null;
  /** How the mail is written when it is sent; `written` for a mail with content. */
  kind: string;
  recipient: string;
  content: ColumnType<MailContent | null, string | null, never>;
  /** Null for English. */
  locale: string | null;
  tries: Generated<number>;
  created_at: Date;
  next_try_at: Date;
}

/** Days by kind, of an organization that chose some. */
export type OwnDays = Partial<Record<RetentionKind, number>>;

export interface OrganizationsTable {
  id: string;
  name: string;
  /** Unique over all organizations; null on those of the previous version, see `slugOf`. */
  slug: string | null;
  /** Sealed. */
  hmac_key: string;
  document_number_prefix: string;
  sandbox: boolean;
  /** Login methods that members may use. */
  login_methods: Generated<LoginMethod[]>;
  /** When the method was last switched off: earlier sessions by it are not valid for the organization. */
  email_password_since: Generated<Date | null>;
  open_id_since: Generated<Date | null>;
  /** How long it stores records, where it chose so. */
  retention: ColumnType<OwnDays, string | undefined, string>;
  /** Whether it accepts events of subscriptions that it does not have. */
  unknown_subscription: Generated<UnknownSubscription>;
  /** Whether its keys may send fields and parameters that no contract knows; only a sandbox refuses them. */
  unknown_parameters: Generated<UnknownParameterHandling>;
  /** When an operator suspended it; null: its calls are answered. */
  suspended_at: Generated<Date | null>;
  suspension_reason: Generated<string | null>;
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
  /** By the wall clock, which determines its retention. */
  created_at: Generated<Date>;
}

export interface TestClocksTable {
  organization_id: string;
  frozen_time: Date;
  /** The instant that the clock is moving to. */
  target_time: Date;
  /** Where the clock was turned; null if an earlier version began it. */
  turned_from: Date | null;
  status: Generated<'ready' | 'advancing'>;
  /** Until when one process may move it. */
  lease_until: Date | null;
}

/** A person, over all organizations. */
export interface UsersTable {
  id: string;
  /** In lower case. */
  email: string;
  name: string | null;
  /** When the person proved that it reads mail of that address. */
  email_verified_at: Date | null;
  /** Whether it operates the installation: it makes organizations. */
  is_operator: Generated<boolean>;
  created_at: Date;
}

export interface MembershipsTable {
  id: string;
  organization_id: string;
  user_id: string;
  /** Codes. */
  roles: string[];
  status: 'active' | 'revoked';
  /** Whether a provider alone vouched for the person who joined. */
  by_provider: Generated<boolean>;
  created_at: Date;
  revoked_at: Date | null;
}

/** Custom roles of an organization; the contracts define the predefined ones. */
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
  /** Of the token in its latest mail; null before it is sent. */
  mailed_token_hash: string | null;
  created_at: Date;
  expires_at: Date;
  accepted_at: Date | null;
  revoked_at: Date | null;
}

/** The credentials of a person; `id` is that of the person. */
export interface CredentialsTable {
  id: string;
  password_hash: string;
  password_changed_at: Date;
  /** When its holder proved to read mails of the address; null before. */
  proved_at: Date | null;
  /** Sealed. */
  totp_secret: string | null;
  /** Null until the authenticator is confirmed. */
  totp_confirmed_at: Date | null;
  /** The time step of the last used code, as each code works once. */
  totp_last_step: Generated<bigint>;
}

export interface PasswordResetsTable {
  token_hash: string;
  user_id: string;
  created_at: Date;
  expires_at: Date;
}

/** The link that makes the first person of the installation; at most one row. */
export interface SetupLinksTable {
  is_only: Generated<boolean>;
  token_hash: string;
  created_at: Date;
  expires_at: Date;
}

/** Number of tries in a window of time. */
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
  /** The only organization that the session is valid for, set for sessions of its provider. */
  organization_id: string | null;
  /** The connection of the provider; null for a session by password, and for one of the previous version. */
  connection_id: string | null;
  user_agent: string | null;
  ip_address: string | null;
  created_at: Date;
  expires_at: Date;
  /** Whether a provider vouches for it, or the password of a person who proved its address. */
  is_proved: Generated<boolean>;
  /** Whether a cookie of the console carries it: then it also ends when no call uses it. */
  is_console: Generated<boolean>;
  /** Null before the first recorded call. */
  last_used_at: Date | null;
  /** When the person proved its identity again; null before. */
  confirmed_at: Generated<Date | null>;
}

/** The stay of an operator in an organization. */
export interface OperatorEntriesTable {
  id: string;
  organization_id: string;
  user_id: string;
  session_id: string;
  user_email: string;
  reason: string;
  may_change: boolean;
  /** By the wall clock, as the other two. */
  created_at: Date;
  expires_at: Date;
  /** Null until it is ended before its time. */
  left_at: Date | null;
}

/** The OpenID provider at which an organization's members may sign in. */
export interface OpenIdConnectionsTable {
  id: string;
  organization_id: string;
  issuer: string;
  client_id: string;
  /** Sealed. */
  client_secret: string;
  created_at: Date;
}

/** Maps a provider's subjects to people. */
export interface OpenIdSubjectsTable {
  organization_id: string;
  issuer: string;
  subject: string;
  user_id: string;
}

/** A sign-in at a provider that has begun. */
export interface OpenIdSignInsTable {
  state_hash: string;
  organization_id: string;
  code_challenge: string;
  nonce: string;
  invite_id: string | null;
  /** Whether it began with the link of a mail, which only the reader of that address has. */
  is_by_mail: Generated<boolean>;
  expires_at: Date;
}

/** A provider's subject that its person has not confirmed yet. */
export interface OpenIdLinksTable {
  organization_id: string;
  user_id: string;
  issuer: string;
  subject: string;
  /** Of the token in its latest mail; null before it is sent. */
  token_hash: string | null;
  expires_at: Date;
}

/** An act on many records, done as a job. */
export interface BulkActsTable {
  id: string;
  organization_id: string;
  act: BulkActName;
  /** Null: identifiers selected the records. */
  filters: ColumnType<Record<string, unknown> | null, string | null, never>;
  arguments: ColumnType<Record<string, unknown>, string, never>;
  status: BulkAct['status'];
  stop_reason: Generated<BulkAct['stop_reason']>;
  records_total: number;
  records_waiting: number;
  records_done: Generated<number>;
  records_skipped: Generated<number>;
  records_refused: Generated<number>;
  records_left: Generated<number>;
  /** On whose behalf: a key, or else a person. */
  api_key_id: string | null;
  user_id: string | null;
  request_id: string | null;
  created_at: Date;
  started_at: Generated<Date | null>;
  completed_at: Generated<Date | null>;
  changed_at: Generated<Date | null>;
  /** By the wall clock. */
  touched_at: Generated<Date>;
}

/** A record of an act on many, and what became of it. */
export interface BulkActRecordsTable {
  id: string;
  organization_id: string;
  bulk_act_id: string;
  record_id: string;
  customer_id: string;
  name: string | null;
  outcome: Generated<BulkActOutcome>;
  tries: Generated<number>;
  /** By the wall clock; null: at once. */
  next_try_at: Generated<Date | null>;
  error_code: Generated<string | null>;
  error_details: ColumnType<Record<string, unknown> | null, never, never>;
  ended_at: Generated<Date | null>;
}

/** The same transaction, seen with these tables. */
export const tables = (transaction: Transaction) => tablesOf<IdentityTables>(transaction);
