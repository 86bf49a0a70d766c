import { describe, expect, it } from '@jest/globals';
import type { AcceptedEvent } from '../../model/accepted-events/accepted-event.js';
import type { Place } from '../journal/record.js';
import { UnstoredEvents, type UnstoredGroup } from './unstored-events.js';

const rules = { largestBlock: 10, largestBytes: 1_000, everyMs: 60_000, bytesInMemory: 100 };
const never = new AbortController().signal;
const events = (count: number) => Array.from({ length: count }, (_, id) => ({ id: String(id) }) as AcceptedEvent);

/** Adjacent groups in one segment, at ten bytes an event. */
function groupsOf(...sizes: number[]): UnstoredGroup[] {
  let at = 0;
  return sizes.map((items): UnstoredGroup => {
    const place: Place = { segment: 1, from: at, to: (at += items * 10), items };
    return { place, events: events(items), acceptedAt: place.from };
  });
}
function holding(...sizes: number[]): UnstoredEvents {
  const unstored = new UnstoredEvents(rules);
  for (const group of groupsOf(...sizes)) unstored.add(group);
  return unstored;
}
const itemsOf = (groups: UnstoredGroup[]) => groups.map(({ place }) => place.items);

describe('events that are not in the store yet', () => {
  it('are stored at once after a pause, and then in blocks as large as allowed', async () => {
    const unstored = holding(1);
    expect(itemsOf(await unstored.next(never))).toEqual([1]);
    for (const group of groupsOf(4, 4, 4)) unstored.add(group);
    unstored.store();
    expect(itemsOf(await unstored.next(never))).toEqual([4, 4]);
    unstored.store();
    expect([unstored.count, unstored.target]).toEqual([4, 13]);
  });

  it('wait for more, unless a reader needs them', async () => {
    const unstored = holding(1);
    await unstored.next(never);
    unstored.store();
    for (const group of groupsOf(2, 2)) unstored.add(group);
    const next = unstored.next(never);
    expect(await Promise.race([next, new Promise((resolve) => setTimeout(resolve, 30, 'waits'))])).toBe('waits');
    const reached = unstored.untilStored(unstored.target, 5_000);
    expect(itemsOf(await next)).toEqual([2, 2]);
    unstored.store();
    expect(await reached).toBe(true);
  });

  it('make a caller wait no longer than its timeout', async () => {
    expect(await holding(1).untilStored(1, 10)).toBe(false);
    expect(await holding().untilStored(0, 10)).toBe(true);
  });

  it('leave memory when there are too many, merge with their neighbours, and never change groups in hand', async () => {
    const unstored = holding(8, 2, 3, 3);
    const groups = await unstored.next(never);
    expect(groups.map(({ place, events: loaded }) => [place.items, loaded?.length])).toEqual([
      [8, 8],
      [2, 2],
    ]);
    expect(unstored.all().map(({ place, events: loaded }) => [place.items, loaded?.length])).toEqual([
      [8, 8],
      [2, 2],
      [6, undefined],
    ]);
    unstored.store();
    const [rest] = await unstored.next(AbortSignal.abort());
    expect(rest).toBeUndefined();
    expect(unstored.oldest).toBe(100);
  });

  it('form a single-group block when the group exceeds the block size', async () => {
    expect(itemsOf(await holding(25, 1).next(never))).toEqual([25]);
  });

  it('yield no block when the process stops', async () => {
    const stopping = new AbortController();
    const next = holding().next(stopping.signal);
    stopping.abort();
    expect(await next).toEqual([]);
  });
});
