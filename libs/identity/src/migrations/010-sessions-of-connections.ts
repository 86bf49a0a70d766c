import type { SchemaMigration } from '@tollgate/platform';

/**
 * The connection whose provider vouched for a session. With another connection, or none, the session is invalid. Null
 * for sessions by password, and for those of the previous version, which are judged by their time.
 */
export const sessionsOfConnections: SchemaMigration = {
  name: '010_sessions_of_connections',
  sql: `alter table identity.sessions add column connection_id uuid;`,
};
