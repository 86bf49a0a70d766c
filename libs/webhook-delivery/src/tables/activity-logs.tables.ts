import type { ColumnType, Generated } from 'kysely';

type Json<T> = ColumnType<T, string, string>;

/** What was done to an object, under the id of the message that told of it. */
export interface ActivityLogsTable {
  id: string;
  organization_id: string;
  activity_type: string;
  activity_source: 'api' | 'front' | 'system';
  user_email: string | null;
  resource_type: string;
  resource_id: string;
  external_customer_id: string | null;
  external_subscription_id: string | null;
  /** As an answer shows it; null where it is too large to be kept. */
  activity_object: ColumnType<Record<string, unknown> | null, string | null, never>;
  activity_object_changes: Json<Record<string, [unknown, unknown]>>;
  /** By the organization's clock. */
  logged_at: Date;
  created_at: Generated<Date>;
}

/** How an object was told last. */
export interface LastSeenObjectsTable {
  organization_id: string;
  kind: string;
  object_id: string;
  object: Json<Record<string, unknown>>;
}
