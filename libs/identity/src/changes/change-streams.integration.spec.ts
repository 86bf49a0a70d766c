import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { baseUrl, EventStreamReader, Sandbox, waitFor } from '@tollgate/testing';
import { Feed, type Entry } from './feed.fixture.js';

interface Data {
  changes: Entry[];
  next_cursor: string;
}
type Reader = EventStreamReader<Data>;

const opened: Reader[] = [];
let sandbox: Sandbox;

async function open(key = sandbox.apiKey, query = '', headers: Record<string, string> = {}): Promise<Reader> {
  const reader = await EventStreamReader.open<Data>(`/changes/stream?${query}`, key, headers);
  opened.push(reader);
  return reader;
}

const keyOf = async (permissions?: Record<string, string[]>) =>
  (
    await sandbox.ok<{ api_key: { svc_id: string; value: string } }>('POST', '/api_keys', {
      api_key: { name: 'reader', ...(permissions ? { permissions } : {}) },
    })
  ).api_key;

const makeTax = (code: string) => sandbox.ok('POST', '/taxes', { tax: { code, name: 'VAT', rate: '20' } });
const namesOf = ({ messages }: Reader) =>
  messages.flatMap(({ data }) => data.changes.map((entry) => entry.code ?? entry.external_id));
const shown = (reader: Reader, names: string[]) =>
  waitFor(`changes ${names.join()}`, async () => namesOf(reader).length >= names.length, 15_000).then(() =>
    expect(namesOf(reader)).toEqual(names),
  );

beforeEach(async () => {
  sandbox = await Sandbox.create();
});
afterEach(() => {
  for (const reader of opened.splice(0)) reader.close();
});

describe('the stream of changes', () => {
  it('has the changes that come, of the kinds that its key may list', async () => {
    const all = await open();
    const ofTaxes = await open((await keyOf({ tax: ['read'] })).value);
    const ofCustomers = await open(sandbox.apiKey, 'types=customer');
    const other = await Sandbox.create();
    const foreign = await open(other.apiKey);
    expect([all.response.status, all.response.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^text\/event-stream/),
    ]);
    await makeTax('vat');
    await sandbox.ok('POST', '/customers', { customer: { external_id: 'c1' } });
    await shown(all, ['vat', 'c1']);
    await shown(ofTaxes, ['vat']);
    await shown(ofCustomers, ['c1']);
    expect(namesOf(foreign)).toEqual([]);
    expect(all.messages.at(-1)?.id).toBe(all.messages.at(-1)?.data.next_cursor);
  });

  it('continues after the last message of an earlier one, and after a cursor', async () => {
    const feed = new Feed(sandbox);
    await feed.toEnd();
    const first = await open();
    await makeTax('one');
    await shown(first, ['one']);
    first.close();
    await makeTax('two');
    const second = await open(sandbox.apiKey, '', { 'last-event-id': first.messages[0]?.id ?? '' });
    const third = await open(sandbox.apiKey, `since=${feed.since}`);
    await shown(second, ['two']);
    await shown(third, ['one', 'two']);
    await makeTax('three');
    await shown(second, ['two', 'three']);
    await shown(third, ['one', 'two', 'three']);
  });

  it('sends many changes in several messages', async () => {
    const feed = new Feed(sandbox);
    await feed.toEnd();
    const tail = await open(sandbox.apiKey, `since=${feed.since}&types=customer`);
    const codes = Array.from({ length: 120 }, (_, number) => `c${number}`);
    for (let from = 0; from < codes.length; from += 20)
      await Promise.all(
        codes
          .slice(from, from + 20)
          .map((code) => sandbox.ok('POST', '/customers', { customer: { external_id: code } })),
      );
    await waitFor('all', async () => namesOf(tail).length >= codes.length, 20_000);
    expect([...namesOf(tail)].sort()).toEqual([...codes].sort());
  });

  it('refuses what it does not know, and keys without a right to any kind', async () => {
    const nothing = await keyOf({ webhook: ['read'] });
    const statuses = [
      (await open('nobody')).response.status,
      (await open(nothing.value)).response.status,
      (await open(sandbox.apiKey, 'types=taxi')).response.status,
      (await open(sandbox.apiKey, 'since=nowhere')).response.status,
      (await open(sandbox.apiKey, '', { 'last-event-id': 'nowhere' })).response.status,
    ];
    expect(statuses).toEqual([401, 403, 422, 422, 422]);
    const head = await fetch(`${baseUrl}/api/v1/changes/stream`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${sandbox.apiKey}` },
      signal: AbortSignal.timeout(10_000),
    });
    expect([200, 405]).toContain(head.status);
  });

  it('is one of ten of a key, and ends within 10 seconds of the end of its key', async () => {
    const key = await keyOf();
    const readers: Reader[] = [];
    for (let count = 0; count < 10; count += 1) readers.push(await open(key.value));
    const further = await open(key.value);
    expect([further.response.status, further.response.headers.get('retry-after')]).toEqual([429, '15']);
    const staying = await open();
    await sandbox.ok('DELETE', `/api_keys/${key.svc_id}`);
    await waitFor('the end of the streams', async () => readers.every(({ isOver }) => isOver), 10_000);
    expect(staying.isOver).toBe(false);
  });
});
