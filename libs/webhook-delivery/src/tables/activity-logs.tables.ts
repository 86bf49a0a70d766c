import type { ColumnType, Generated } from 'kysely';

type Json<T> = ColumnType<T, string, string>;

/** Activities on objects, each with the id of its message. */
export interface ActivityLogsTable {
  id: string;
  organization_id: string;
  activity_type: string;
  activity_source: 'api' | 'front' | 'system';
  user_email: string | null;
  /** The customer in whose portal it was made; `user_email` is that of one of its people then. */
  portal_customer_id: string | null;
  /** The name of the AI agent that made it with a key. */
  agent: string | null;
  resource_type: string;
  resource_id: string;
  external_customer_id: string | null;
  external_subscription_id: string | null;
  /** As the API shows it; null when it is too large to store. */
  activity_object: ColumnType<Record<string, unknown> | null, string | null, never>;
  activity_object_changes: Json<Record<string, [unknown, unknown]>>;
  /** By the organization's clock. */
  logged_at: Date;
  created_at: Generated<Date>;
}

/** The last published version of an object. */
export interface LastSeenObjectsTable {
  organization_id: string;
  kind: string;
  object_id: string;
  object: Json<Record<string, unknown>>;
}
