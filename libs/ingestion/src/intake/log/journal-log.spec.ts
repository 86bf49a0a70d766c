import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Metrics, Unavailable, type Logger } from '@tollgate/platform';
import type { AcceptedEvent } from '../../model/accepted-events/accepted-event.js';
import { Journal } from '../journal/journal.js';
import type { StoredBlock } from '../../store/blocks/event-store.js';
import { flushWaitMs } from './event-log.js';
import { JournalLog, type JournalLogParts } from './journal-log.js';

const ignored = () => undefined;
const logger = { info: ignored, warn: ignored, error: ignored } as unknown as Logger;
let root: string;
let logs: JournalLog[] = [];
beforeEach(() => void (root = mkdtempSync(join(tmpdir(), 'tollgate-log-'))));
afterEach(async () => {
  await Promise.all(logs.map((log) => log.beforeApplicationShutdown().catch(ignored)));
  logs = [];
  rmSync(root, { recursive: true, force: true });
});

const events = (...ids: number[]) =>
  ids.map(
    (id) =>
      ({
        id: String(id),
        transaction_id: `t${id}`,
        external_subscription_id: 's',
        code: 'c',
        properties: {},
      }) as AcceptedEvent,
  );
const idsOf = (some: AcceptedEvent[]) => some.map(({ id }) => Number(id));

/** A fake usage store that can be unavailable and records its blocks; a followed block counts as stored. */
class Store {
  unavailable = false;
  blocks: number[][] = [];
  lastBlock = 0;
  async write(block: AcceptedEvent[]): Promise<StoredBlock> {
    if (this.unavailable) throw new Unavailable('away');
    return { number: ++this.lastBlock, events: block, valueTexts: [] };
  }
  async followUntilDone(block: StoredBlock): Promise<boolean> {
    this.blocks.push(idsOf(block.events));
    return true;
  }
  async countOn(): Promise<void> {}
  async replay(): Promise<number> {
    return 0;
  }
  async setAside(): Promise<void> {}
}

async function start(store: Store, parts: Partial<JournalLogParts> = {}, bytes = 10_000_000): Promise<JournalLog> {
  const followed = { read: async () => 0, record: ignored, flush: async () => undefined };
  const log = new JournalLog({
    journal: await Journal.open(join(root, 'journal'), { bytes, segmentBytes: 2_000 }),
    store: store as never,
    followed: followed as never,
    metrics: new Metrics(),
    logger,
    mostUnstored: 1_000,
    ...parts,
  });
  logs.push(log);
  return log;
}
const files = () => readdirSync(join(root, 'journal')).filter((name) => name !== 'done');

describe('the log of a process without Kafka', () => {
  it('stores accepted events in order and leaves no files after a shutdown', async () => {
    const store = new Store();
    const log = await start(store);
    await log.onApplicationBootstrap();
    await Promise.all([log.append(events(1)), log.append(events(2, 3)), log.append(events(4))]);
    await log.readable();
    expect(store.blocks.flat()).toEqual([1, 2, 3, 4]);
    await log.beforeApplicationShutdown();
    expect(files()).toEqual([]);
  });

  it('accepts events while the store is unavailable, and reports them as not readable yet', async () => {
    const store = new Store();
    const log = await start(store);
    await log.onApplicationBootstrap();
    store.unavailable = true;
    await log.append(events(1));
    const target = await log.target();
    await log.append(events(2));
    expect(await log.reached(target)).toBe(false);
    store.unavailable = false;
    expect(await log.reached(target)).toBe(true);
    await log.readable();
    expect(store.blocks.flat()).toEqual([1, 2]);
  });

  it('waits longer than one poll for a caller that needs all events', async () => {
    const store = new Store();
    const log = await start(store);
    await log.onApplicationBootstrap();
    store.unavailable = true;
    await log.append(events(1));
    const holdsAll = log.holdsAll();
    await sleep(flushWaitMs + 200);
    store.unavailable = false;
    expect(await holdsAll).toBe(true);
    expect(store.blocks.flat()).toEqual([1]);
  });

  it('refuses events while too many wait or the journal is full, and accepts them again later', async () => {
    const store = new Store();
    const log = await start(store, { mostUnstored: 3 }, 1_000);
    await log.onApplicationBootstrap();
    store.unavailable = true;
    for (const id of [1, 2, 3]) await log.append(events(id));
    await expect(log.append(events(4))).rejects.toBeInstanceOf(Unavailable);
    store.unavailable = false;
    await log.readable();
    await log.append(events(4));
    await log.readable();
    expect(store.blocks.flat()).toEqual([1, 2, 3, 4]);
    const large = events(5).map((event) => ({ ...event, properties: { text: 'x'.repeat(2_000) } }));
    store.unavailable = true;
    await log.append(large);
    await expect(log.append(events(6))).rejects.toBeInstanceOf(Unavailable);
    await expect(log.check()).rejects.toBeInstanceOf(Unavailable);
    store.unavailable = false;
  });

  it('stores the events of the last process before it takes calls, and passes their ids to the window', async () => {
    const [stoppedStore, store] = [new Store(), new Store()];
    const first = await start(stoppedStore);
    await first.onApplicationBootstrap();
    await first.append(events(1));
    await first.readable();
    stoppedStore.unavailable = true;
    for (let id = 2; id < 40; id++) await first.append(events(id));
    const second = await start(store);
    const unstored: number[] = [];
    for await (const some of second.unstored()) unstored.push(...idsOf(some));
    const left = Array.from({ length: 38 }, (_, index) => index + 2);
    expect(unstored).toEqual(left);
    await second.onApplicationBootstrap();
    expect(store.blocks.flat()).toEqual(left);
    await second.append(events(40));
    await second.readable();
    expect(store.blocks.flat()).toEqual([...left, 40]);
    stoppedStore.unavailable = false;
  });
});
