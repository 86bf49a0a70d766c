import { sql } from 'kysely';
import type { ServiceName } from '@tollgate/contracts';
import type { TenantTransaction } from '../database/transaction.js';
import { newId } from '../ids.js';

/** An item that a service sets aside because it cannot process it now, so that it blocks no other work. */
export interface NewParkedItem {
  service: ServiceName;
  /** Its kind, registered with `Parked.register`: `message`, `job`, `event`, `run`, `invoice` and so on. */
  kind: string;
  organizationId: string;
  /** Identifies the item within its service, kind and organization: parking it again updates the same item. */
  key: string;
  /** A short code for filters. */
  reason: string;
  /** The error's own text; only operators see it. */
  details: string;
  /** Everything needed to retry the item, as JSON of up to 4 MiB. Numbers that must stay exact are text. */
  payload: unknown;
  /** The number of attempts; defaults to 1. */
  tries?: number;
}

export interface ParkedRow {
  id: string;
  organization_id: string;
  service: ServiceName;
  kind: string;
  key: string;
  reason: string;
  details: string;
  payload: unknown;
  tries: number;
  parked_at: Date;
  last_tried_at: Date | null;
}

/** Selects items for a list or a bulk retry; absent fields match everything. */
export interface ParkedFilter {
  organization_id?: string | null | undefined;
  service?: string | null | undefined;
  kind?: string | null | undefined;
  reason?: string | null | undefined;
}

export interface ParkedTables {
  'platform.parked': ParkedRow;
}

const longestDetails = 10_000;
// PostgreSQL text accepts every character except this one.
const storable = (text: string) => text.replaceAll('\0', '\uFFFD');

/**
 * Inserts items in one statement. For an item that is parked already, it updates reason and payload and adds the tries.
 */
export async function insertParked(transaction: TenantTransaction, items: NewParkedItem[]): Promise<void> {
  const rows = [
    ...new Map(
      items.map((item) => [[item.organizationId, item.service, item.kind, item.key].join('\n'), item]),
    ).values(),
  ];
  const column = (value: (item: NewParkedItem) => string) => rows.map((item) => storable(value(item)));
  await sql`
    insert into platform.parked as item (id, organization_id, service, kind, key, reason, details, payload, tries, last_tried_at)
    select id, organization_id, service, kind, key, reason, details, payload::json, tries, now()
    from unnest(
      ${rows.map(() => newId())}::uuid[], ${rows.map((item) => item.organizationId)}::uuid[], ${column((item) => item.service)}::text[],
      ${column((item) => item.kind)}::text[], ${column((item) => item.key)}::text[], ${column((item) => item.reason)}::text[],
      ${column((item) => item.details.slice(0, longestDetails))}::text[], ${rows.map((item) => JSON.stringify(item.payload ?? null))}::text[],
      ${rows.map((item) => item.tries ?? 1)}::int[]
    ) as given (id, organization_id, service, kind, key, reason, details, payload, tries)
    on conflict (organization_id, service, kind, key) do update set
      reason = excluded.reason, details = excluded.details, payload = excluded.payload,
      tries = item.tries + excluded.tries, last_tried_at = excluded.last_tried_at
  `.execute(transaction);
}
