// The copy of a connector against the lists and the tables.
import { changeKindOf } from '@tollgate/contracts';
import type { Api } from '@tollgate/harness/api';
import { queryOf } from '../database.ts';
import { type CopiedType, copiedTypes, listOf, type Row } from './kinds.ts';
import type { Warehouse } from './warehouse.ts';

/** Problems of a kind that are named one by one. */
const mostNamed = 3;

/** All objects of a list, in the order of their creation: a cursor passes over nothing that is there. */
export async function readList(api: Api, type: CopiedType): Promise<Map<string, string>> {
  const { path, name } = listOf(type);
  const rows = new Map<string, string>();
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = new URLSearchParams({ cursor, per_page: '1000' });
    const answer: { meta: { next_cursor: string | null } } & Record<string, unknown> = await api.ok(
      'GET',
      `${path}?${query}`,
    );
    for (const row of answer[name] as Row[]) rows.set(row.svc_id, JSON.stringify(row));
    cursor = answer.meta.next_cursor;
  }
  return rows;
}

/** The number of objects that calls show, by the declarations of the kinds. */
async function stored(databaseUrl: string, organizationId: string, type: CopiedType): Promise<number> {
  const { table, shown = 'true' } = changeKindOf(type);
  const [counted] = await queryOf<{ count: number }>(
    databaseUrl,
    `select count(*)::int as count from ${table} where organization_id = $1 and ${shown}`,
    [organizationId],
  );
  return counted?.count ?? 0;
}

export interface Originals {
  /** The number of objects of all kinds. */
  count: number;
  lists: Map<CopiedType, Map<string, string>>;
  /** Lists that have another number of objects than their tables. */
  problems: string[];
}

/** Reads everything that a copy must equal. */
export async function readOriginals(api: Api, databaseUrl: string, organizationId: string): Promise<Originals> {
  const originals: Originals = { count: 0, lists: new Map(), problems: [] };
  for (const type of copiedTypes) {
    const rows = await readList(api, type);
    const count = await stored(databaseUrl, organizationId, type);
    if (rows.size !== count) originals.problems.push(`${type}: the list has ${rows.size}, its table ${count}`);
    originals.lists.set(type, rows);
    originals.count += rows.size;
  }
  return originals;
}

/** The rows that a copy lacks, has too much, or has in a former state. */
export async function differences(warehouse: Warehouse, { lists }: Originals): Promise<string[]> {
  const problems: string[] = [];
  for (const [type, rows] of lists) {
    const copied = await warehouse.rowsOf(type);
    const named = (what: string, ids: string[], shown = (id: string) => id) => {
      if (ids.length > 0)
        problems.push(`${ids.length} ${type} ${what}: ${ids.slice(0, mostNamed).map(shown).join('; ')}`);
    };
    named(
      'are missing',
      [...rows.keys()].filter((id) => !copied.has(id)),
    );
    named(
      'are too many',
      [...copied.keys()].filter((id) => !rows.has(id)),
    );
    named(
      'are stale',
      [...rows].flatMap(([id, row]) => (copied.has(id) && copied.get(id) !== row ? [id] : [])),
      (id) => `${copied.get(id)} instead of ${rows.get(id)}`,
    );
  }
  return problems;
}
