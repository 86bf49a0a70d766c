import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { aMetric, baseUrl, EventStreamReader, Sandbox, usageEvent, waitFor } from '@tollgate/testing';

interface Data {
  events: { transaction_id: string; code: string }[];
  left_out: number;
}
type Tail = EventStreamReader<Data>;

const opened: Tail[] = [];

async function openTail(key: string, query = '', headers: Record<string, string> = {}): Promise<Tail> {
  const tail = await EventStreamReader.open<Data>(`/events/stream?${query}`, key, headers);
  opened.push(tail);
  return tail;
}

const idsOf = ({ messages }: Tail): string[] =>
  messages.flatMap(({ data }) => data.events.map((event) => event.transaction_id));

const leftOutOf = ({ messages }: Tail): number => messages.reduce((sum, { data }) => sum + data.left_out, 0);

let one: Sandbox;
let other: Sandbox;
let sent = 0;
const at = '2024-03-01T00:00:00Z';

async function send(sandbox: Sandbox, count: number, metric = 'm', subscription = 's1'): Promise<string[]> {
  const events = Array.from({ length: count }, () => usageEvent({ id: `t${(sent += 1)}`, at, metric, subscription }));
  await sandbox.ok('POST', '/events/batch', { events });
  return events.map((event) => String(event['transaction_id']));
}

const keyOf = async (sandbox: Sandbox, permissions?: Record<string, string[]>) =>
  (
    await sandbox.ok<{ api_key: { svc_id: string; value: string } }>('POST', '/api_keys', {
      api_key: { name: 'reader', ...(permissions ? { permissions } : {}) },
    })
  ).api_key;

const shows = (tail: Tail, ids: string[]) => ids.every((id) => idsOf(tail).includes(id));

const shown = (tail: Tail, ids: string[]) => waitFor(`events ${ids.join()}`, async () => shows(tail, ids), 10_000);

/**
 * Repeats a try that sends new events. A stream leaves out what the store took more than two seconds to write, as
 * documented, and a loaded machine may take that long.
 */
async function withNewEvents<T>(attempt: () => Promise<T>, tries = 5): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (tries === 1 || !String(error).includes('not within')) throw error;
    return withNewEvents(attempt, tries - 1);
  }
}

beforeAll(async () => {
  [one, other] = [await Sandbox.create(at), await Sandbox.create(at)];
  await aMetric().createIn(one);
});
afterEach(() => {
  for (const tail of opened.splice(0)) tail.close();
});

describe('the stream of events', () => {
  it('is one of server-sent events that nothing on the way holds back', async () => {
    const { response } = await openTail(one.apiKey);
    expect(response.status).toBe(200);
    const { headers } = response;
    expect(headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(headers.get('cache-control')).toBe('no-store, no-transform');
    expect(headers.get('x-accel-buffering')).toBe('no');
    expect(headers.get('content-encoding')).toBeNull();
  });

  it('tells the events of its organization, and of no other', async () => {
    const [own, foreign] = [await openTail(one.apiKey), await openTail(other.apiKey)];
    const [mine, theirs] = await withNewEvents(async () => {
      const [ofOne, ofOther] = [await send(one, 2), await send(other, 3)];
      await shown(own, ofOne);
      await shown(foreign, ofOther);
      return [ofOne, ofOther];
    });
    expect(idsOf(own).filter((id) => theirs.includes(id))).toEqual([]);
    expect(idsOf(foreign).filter((id) => mine.includes(id))).toEqual([]);
    expect(own.messages[0]?.data.events[0]).toMatchObject({ external_subscription_id: 's1', code: 'm' });
  });

  it('shows what its filters select', async () => {
    const all = await openTail(one.apiKey);
    const ofCode = await openTail(one.apiKey, 'code=k');
    const ofBoth = await openTail(one.apiKey, 'code=k&external_subscription_id=s2');
    const sentIds = { m: [] as string[], k: [] as string[], both: [] as string[] };
    await withNewEvents(async () => {
      const [m, k, both] = [await send(one, 1), await send(one, 1, 'k'), await send(one, 1, 'k', 's2')];
      sentIds.m.push(...m);
      sentIds.k.push(...k);
      sentIds.both.push(...both);
      await shown(all, [...m, ...k, ...both]);
      await shown(ofCode, [...k, ...both]);
      await shown(ofBoth, both);
    });
    expect(idsOf(ofCode).filter((id) => sentIds.m.includes(id))).toEqual([]);
    expect(idsOf(ofBoth).filter((id) => !sentIds.both.includes(id))).toEqual([]);
  });

  it('shows twenty of many, the latest, and counts the others', async () => {
    const tail = await withNewEvents(async () => {
      const code = `many${sent}`;
      const ofCode = await openTail(other.apiKey, `code=${code}`);
      await send(other, 90, code);
      await waitFor('all counted', async () => idsOf(ofCode).length + leftOutOf(ofCode) === 90, 10_000);
      return ofCode;
    });
    for (const { data } of tail.messages) expect(data.events.length).toBeLessThanOrEqual(20);
    expect(leftOutOf(tail)).toBeGreaterThanOrEqual(30);
  });

  it('continues after the last message of an earlier one', async () => {
    await withNewEvents(async () => {
      const first = await openTail(one.apiKey, 'code=again');
      await withNewEvents(async () => shown(first, await send(one, 1, 'again')));
      const { id = '' } = first.messages.at(-1) ?? {};
      expect(id).toMatch(/^\d{13}$/);
      first.close();
      const missed = await send(one, 1, 'again');
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      const second = await openTail(one.apiKey, 'code=again', { 'last-event-id': id });
      await shown(second, missed);
      expect(idsOf(second)).toEqual(missed);
    });
    const odd = await openTail(one.apiKey, 'code=again', { 'last-event-id': "1' or 1" });
    expect(odd.response.status).toBe(200);
  });

  it('needs a key that may read events, and no other query', async () => {
    const { value } = await keyOf(one, { tax: ['read'] });
    const statuses: number[] = [];
    for (const key of ['nobody', value]) statuses.push((await openTail(key)).response.status);
    const odd = await openTail(one.apiKey, 'code[]=a');
    expect([...statuses, odd.response.status < 500]).toEqual([401, 403, true]);
  });

  it('answers HEAD at once', async () => {
    const response = await fetch(`${baseUrl}/api/v1/events/stream`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${one.apiKey}` },
      signal: AbortSignal.timeout(10_000),
    });
    expect([200, 405]).toContain(response.status);
  });
});

describe('many streams', () => {
  it('are at most ten of a key and fifty of an organization, which take nothing from another one', async () => {
    const keys: { svc_id: string; value: string }[] = [];
    for (let count = 0; count < 6; count += 1) keys.push(await keyOf(one));
    const tails: Tail[] = [];
    for (const { value } of keys.slice(0, 5))
      for (let count = 0; count < 10; count += 1) tails.push(await openTail(value));
    expect(new Set(tails.map(({ response }) => response.status))).toEqual(new Set([200]));
    const further = [await openTail(keys[0]?.value ?? ''), await openTail(keys[5]?.value ?? '')];
    for (const { response } of further)
      expect([response.status, response.headers.get('retry-after')]).toEqual([429, '15']);
    const foreign = await openTail(other.apiKey);
    expect(foreign.response.status).toBe(200);
    const theirs: string[] = [];
    await withNewEvents(async () => {
      const [mine, latest] = [await send(one, 2), await send(other, 1)];
      theirs.push(...latest);
      await Promise.all(tails.map((tail) => shown(tail, mine)));
      await shown(foreign, latest);
    });
    expect(idsOf(foreign).filter((id) => !theirs.includes(id))).toEqual([]);
    // A closed one makes room.
    tails[0]?.close();
    await waitFor('room', async () => (await openTail(keys[5]?.value ?? '')).response.status === 200);
  });

  it('end within 15 seconds of the end of their key, and the others keep their connection by comments', async () => {
    const key = await keyOf(one);
    const [ending, staying] = [await openTail(key.value), await openTail(one.apiKey)];
    await one.ok('DELETE', `/api_keys/${key.svc_id}`);
    await waitFor('the end of the stream', async () => ending.isOver, 15_000);
    await waitFor('a comment', async () => staying.comments > 0, 20_000);
    expect(staying.isOver).toBe(false);
  });
});
