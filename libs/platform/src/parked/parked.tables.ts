import { sql } from 'kysely';
import type { ServiceName } from '@tollgate/contracts';
import type { TenantTransaction } from '../database/transaction.js';
import { newId } from '../ids.js';

/** What cannot be dealt with now and is set aside, so that it holds up nobody. */
export interface NewParkedItem {
  service: ServiceName;
  /** What it is: `message`, `job`, `event`, `run`, `invoice` and so on; one that is registered with `Parked.register`. */
  kind: string;
  organizationId: string;
  /** Names it among those of its service, kind and organization: parked again, it is the same item. */
  key: string;
  /** A short code to filter by. */
  reason: string;
  /** The error's own text; shown to operators only. */
  details: string;
  /** All that is needed to do it again, as JSON; up to 4 MiB of it. Numbers that must stay exact go in as text. */
  payload: unknown;
  /** How often it was tried; 1 when not given. */
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

/** Which items a list or a bulk retry is about; what is absent does not matter. */
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
// A text of PostgreSQL holds every character but this one.
const storable = (text: string) => text.replaceAll('\0', '\uFFFD');

/** Writes items in one statement; one that is parked already gets the new reason and payload, and its tries add up. */
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
