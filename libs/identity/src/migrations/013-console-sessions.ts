import type { SchemaMigration } from '@tollgate/platform';

/** Sessions that a cookie of the console carries, and the last use of each session. */
export const consoleSessions: SchemaMigration = {
  name: '013_console_sessions',
  sql: `
    alter table identity.sessions
      add column is_console boolean not null default false,
      add column last_used_at timestamptz`,
};
