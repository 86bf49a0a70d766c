import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Unavailable } from '@tollgate/platform';
import { Journal } from './journal.js';
import { recordOf, type Place } from './record.js';

const bounds = { bytes: 10_000_000, segmentBytes: 200 };
let root: string;
let opened: Journal[] = [];
beforeEach(() => void (root = mkdtempSync(join(tmpdir(), 'tollgate-journal-'))));
afterEach(async () => {
  await Promise.all(opened.map((journal) => journal.close()));
  opened = [];
  rmSync(root, { recursive: true, force: true });
});

const directory = () => join(root, 'journal');
async function open(overrides: Partial<typeof bounds> = {}): Promise<Journal> {
  const journal = await Journal.open(directory(), { ...bounds, ...overrides });
  opened.push(journal);
  return journal;
}
const segments = () => readdirSync(directory()).filter((name) => name !== 'done');
const append = (journal: Journal, ...items: number[]) => journal.append(JSON.stringify(items), items.length);

/** Items that a reopened journal reports as unfinished. */
async function unstored(journal: Journal): Promise<number[]> {
  const contents = await Promise.all(journal.recovered.places.map(({ place }) => journal.read(place)));
  return contents.flat().flatMap((content) => JSON.parse(String(content)) as number[]);
}

describe('a journal', () => {
  it('recovers unfinished items in order', async () => {
    const first = await open();
    expect(first.recovered.places).toEqual([]);
    for (let item = 0; item < 50; item++) await append(first, item, item);
    const second = await open();
    expect(second.segmentCount).toBeGreaterThan(3);
    expect(await unstored(second)).toEqual(Array.from({ length: 100 }, (_, index) => index >> 1));
    expect(second.bytes).toBe(first.bytes);
  });

  it('drops finished items, and deletes a segment once all of it is finished', async () => {
    const journal = await open();
    const places: Place[] = [];
    for (let item = 0; item < 50; item++) places.push(await append(journal, item));
    const before = segments().length;
    await journal.done(places[24] as Place);
    expect(segments().length).toBeLessThan(before);
    expect(await unstored(await open())).toEqual(Array.from({ length: 25 }, (_, index) => 25 + index));
    await journal.done(places[49] as Place);
    expect(segments().length).toBeLessThanOrEqual(1);
    await journal.close();
    expect(segments()).toEqual([]);
    const next = await open();
    expect([next.recovered.places, next.bytes]).toEqual([[], 0]);
    await append(next, 1);
    expect(await unstored(await open())).toEqual([1]);
  });

  it('persists or rejects an append that arrives during close', async () => {
    const journal = await open();
    await journal.done(await append(journal, 1));
    const late = append(journal, 2);
    await Promise.all([late, journal.close()]);
    await expect(append(journal, 3)).rejects.toBeInstanceOf(Unavailable);
    expect(await unstored(await open())).toEqual([2]);
  });

  it('ignores an unreadable mark and repeats finished items', async () => {
    const journal = await open();
    await journal.done(await append(journal, 1));
    await append(journal, 2);
    expect(await unstored(await open())).toEqual([2]);
    writeFileSync(join(directory(), 'done'), 'no mark at all.....');
    expect(await unstored(await open())).toEqual([1, 2]);
  });

  it('cuts off an incomplete record at its end, at any byte, and continues', async () => {
    const record = recordOf('[7,8]', 2);
    for (let length = 1; length < record.length; length++) {
      rmSync(directory(), { recursive: true, force: true });
      const journal = await open();
      await append(journal, 1);
      appendFileSync(join(directory(), segments()[0] as string), record.subarray(0, length));
      const next = await open();
      expect([next.recovered.tornBytes, next.recovered.damagedBytes]).toEqual([length, 0]);
      await append(next, 2);
      const last = await open();
      expect([await unstored(last), last.recovered.tornBytes]).toEqual([[1, 2], 0]);
    }
  });

  it('skips damaged records and retains the file', async () => {
    const journal = await open({ segmentBytes: 10_000 });
    const places = [await append(journal, 1), await append(journal, 2), await append(journal, 3)];
    const file = join(directory(), segments()[0] as string);
    const bytes = readFileSync(file);
    bytes[(places[1]?.from ?? 0) + 18] = 0;
    writeFileSync(file, bytes);
    const next = await open();
    expect(await unstored(next)).toEqual([1, 3]);
    expect(next.recovered.damagedBytes).toBe((places[1]?.to ?? 0) - (places[1]?.from ?? 0));
    await next.done(next.recovered.places.at(-1)?.place as Place);
    expect(segments().map((name) => name.replace(/^\d+/, ''))).toEqual(['.events.damaged']);
    expect((await open()).recovered.places).toEqual([]);
  });

  it('survives empty segments', async () => {
    const journal = await open();
    await append(journal, 1);
    const [name] = segments();
    writeFileSync(join(directory(), String(name).replace('1.', '2.')), '');
    writeFileSync(join(directory(), String(name).replace('1.', '7.')), 'torn');
    const next = await open();
    expect(await unstored(next)).toEqual([1]);
    expect(segments()).toEqual([name]);
    expect((await append(next, 2)).segment).toBe(8);
  });

  it('refuses appends beyond its bounds, and accepts them again once something is finished', async () => {
    const journal = await open({ bytes: 1_000 });
    const places: Place[] = [];
    for (;;) {
      const place = await append(journal, places.length).catch((error: unknown) => {
        if (error instanceof Unavailable) return null;
        throw error;
      });
      if (place === null) break;
      places.push(place);
    }
    expect(journal.bytes).toBeGreaterThanOrEqual(1_000);
    await expect(journal.checkRoom()).rejects.toBeInstanceOf(Unavailable);
    await journal.done(places[places.length >> 1] as Place);
    await append(journal, 99);
    expect((await unstored(await open())).at(-1)).toBe(99);
  });

  it('holds exactly the acknowledged unfinished items after any sequence of restarts', async () => {
    const step = fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({ does: fc.constant('append' as const), items: fc.integer({ min: 1, max: 20 }) }),
      },
      { weight: 3, arbitrary: fc.record({ does: fc.constant('done' as const), share: fc.nat({ max: 100 }) }) },
      {
        weight: 1,
        arbitrary: fc.record({ does: fc.constant('tear' as const), bytes: fc.integer({ min: 1, max: 40 }) }),
      },
      { weight: 2, arbitrary: fc.record({ does: fc.constant('reopen' as const) }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        rmSync(directory(), { recursive: true, force: true });
        let journal = await open();
        let waiting: { items: number[]; place: Place }[] = [];
        let next = 0;
        for (const chosenStep of steps) {
          if (chosenStep.does === 'append') {
            const items = Array.from({ length: chosenStep.items }, () => next++);
            waiting.push({ items, place: await append(journal, ...items) });
          } else if (chosenStep.does === 'done' && waiting.length > 0) {
            const count = 1 + Math.floor((chosenStep.share * (waiting.length - 1)) / 100);
            await journal.done(waiting[count - 1]?.place as Place);
            waiting = waiting.slice(count);
          } else if (chosenStep.does === 'tear' || chosenStep.does === 'reopen') {
            const last = segments().sort().at(-1);
            if (chosenStep.does === 'tear' && last)
              appendFileSync(join(directory(), last), recordOf('[-1,-1,-1]', 3).subarray(0, chosenStep.bytes % 25));
            journal = await open();
            expect(await unstored(journal)).toEqual(waiting.flatMap(({ items }) => items));
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});
