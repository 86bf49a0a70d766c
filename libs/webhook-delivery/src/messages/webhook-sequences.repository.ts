import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';

/** The object of a webhook. */
export interface ReportedObject {
  type: string;
  id: string;
}

/** Objects of these types have one webhook in all: counting them would store a row for each fee and each wrong event. */
const reportedOnce = new Set(['event_error', 'events_errors', 'fee', 'triggered_alert']);

const nameOf = ({ type, id }: ReportedObject) => `${type} ${id}`;

/**
 * Takes the next sequence of each object, in order; an object may occur several times (webhooks, section 2). The rows
 * stay locked until the transaction ends, so a later sequence never has an earlier state. Therefore callers read the
 * objects afterwards.
 */
export async function takeSequences(transaction: TenantTransaction, objects: ReportedObject[]): Promise<number[]> {
  const counts = new Map<string, ReportedObject & { count: number }>();
  for (const object of objects.filter(({ type }) => !reportedOnce.has(type))) {
    const name = nameOf(object);
    counts.set(name, { ...object, count: (counts.get(name)?.count ?? 0) + 1 });
  }
  const next = await advance(transaction, [...counts.values()]);
  return objects.map((object) => {
    const name = nameOf(object);
    const sequence = next.get(name) ?? 1;
    next.set(name, sequence + 1);
    return sequence;
  });
}

/** Advances sequences in the order of their keys, which prevents deadlocks. @returns the first new one by object */
async function advance(
  transaction: TenantTransaction,
  objects: (ReportedObject & { count: number })[],
): Promise<Map<string, number>> {
  if (objects.length === 0) return new Map();
  const { rows } = await sql<ReportedObject & { last: number }>`
    insert into webhook_delivery.webhook_sequences as known (organization_id, object_type, object_id, last)
    select ${transaction.organizationId}::uuid, type, id, count
    from json_to_recordset(${JSON.stringify(objects)}::json) as listed (type text, id uuid, count integer)
    order by type, id
    on conflict (organization_id, object_type, object_id) do update set last = known.last + excluded.last
    returning object_type as type, object_id as id, last
  `.execute(transaction);
  const counts = new Map(objects.map((object) => [nameOf(object), object.count]));
  return new Map(rows.map((row) => [nameOf(row), row.last - (counts.get(nameOf(row)) ?? 0) + 1]));
}
