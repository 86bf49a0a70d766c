// node program.ts: a connector, as a developer would write one by the page on the feed of changes. It may be killed at any
// moment, and goes on from its stored cursor. Its settings are in CONNECTOR, as JSON.
import { Api } from '@tollgate/harness/api';
import { sleep } from '@tollgate/harness/process';
import { messageOf } from '@tollgate/harness/report';
import { type ChangePage, type CopiedType, copiedTypes, listOf, type Row } from './kinds.ts';
import { messagesOf } from './messages.ts';
import { type Copied, Warehouse } from './warehouse.ts';

export interface ConnectorSettings {
  baseUrl: string;
  key: string;
  warehouse: string;
  /** How it follows the feed. */
  by: 'pages' | 'stream';
}

const settings = JSON.parse(process.env['CONNECTOR'] ?? '{}') as ConnectorSettings;
const idleMs = 200;
const api = new Api(settings.baseUrl, settings.key, { patienceMs: 300_000 });
const types = copiedTypes.join(',');

/** Reads the objects that a page names. Those that the list does not have are gone. */
async function read({ changes }: ChangePage): Promise<Copied> {
  const copied: Copied = { changes, rows: [], gone: [] };
  for (const type of new Set(changes.map((change) => change.type))) {
    const ids = [...new Set(changes.flatMap((change) => (change.type === type ? [change.svc_id] : [])))];
    const rows = await rowsOf(type, ids);
    const found = new Set(rows.map((row) => row.svc_id));
    copied.rows.push(...rows.map((row) => ({ type, row })));
    copied.gone.push(...ids.filter((id) => !found.has(id)).map((id) => ({ type, id })));
  }
  return copied;
}

async function rowsOf(type: CopiedType, ids: string[]): Promise<Row[]> {
  const { path, name } = listOf(type);
  const query = new URLSearchParams([['per_page', '1000'], ...ids.map((id): [string, string] => ['ids[]', id])]);
  return (await api.ok<Record<string, Row[]>>('GET', `${path}?${query}`))[name] ?? [];
}

/** Follows the feed from the stored cursor on, page by page. @returns only when the stored cursor is another one */
async function followPages(warehouse: Warehouse): Promise<void> {
  for (let cursor = await warehouse.cursor(); ;) {
    const query = new URLSearchParams({ since: cursor, types, limit: '1000' });
    const page = await api.ok<ChangePage & { has_more: boolean }>('GET', `/api/v1/changes?${query}`);
    if (!(await warehouse.store(await read(page), cursor, page.next_cursor))) return;
    cursor = page.next_cursor;
    if (!page.has_more) await sleep(idleMs);
  }
}

/** Follows the stream from the stored cursor on. @returns at its end, which comes with every kill of the service */
async function followStream(warehouse: Warehouse): Promise<void> {
  let cursor = await warehouse.cursor();
  const query = new URLSearchParams({ since: cursor, types });
  const answer = await fetch(`${settings.baseUrl}/api/v1/changes/stream?${query}`, {
    headers: { authorization: `Bearer ${settings.key}` },
  });
  if (answer.status !== 200 || !answer.body) throw new Error(`the stream answers ${answer.status}`);
  for await (const page of messagesOf<ChangePage>(answer.body)) {
    if (!(await warehouse.store(await read(page), cursor, page.next_cursor))) return;
    cursor = page.next_cursor;
  }
}

const follow = { pages: followPages, stream: followStream }[settings.by];
const warehouse = await Warehouse.open(settings.warehouse);
for (;;) {
  // The service was killed, or another process of this connector stored the cursor last: it begins there again.
  await follow(warehouse).catch((error: unknown) => console.error(messageOf(error)));
  await sleep(idleMs);
}
