import { describe, expect, it } from '@jest/globals';
import { Unavailable, type Logger } from '@tollgate/platform';
import type { AcceptedEvent } from '../../model/accepted-events/accepted-event.js';
import type { StoredBlock } from '../../store/blocks/event-store.js';
import { BlockWriter } from './block-writer.js';

const logger = { warn: () => undefined, error: () => undefined } as unknown as Logger;
const events = (count: number) => Array.from({ length: count }, (_, n) => ({ id: String(n) }) as AcceptedEvent);
const idsOf = (all: AcceptedEvent[]) => all.map(({ id }) => id);

/** A store that fails for the blocks that `fails` picks. */
function storeThat(fails: (ids: string[], write: number) => Error | undefined) {
  const [stored, parked]: [string[], string[]] = [[], []];
  let writes = 0;
  const store = {
    write: async (block: AcceptedEvent[]): Promise<StoredBlock> => {
      const error = fails(idsOf(block), ++writes);
      if (error) throw error;
      return { number: writes, events: block, valueTexts: [] };
    },
    followUntilDone: async (block: StoredBlock) => stored.push(...idsOf(block.events)) > 0,
    setAside: async (some: AcceptedEvent[]) => void parked.push(...idsOf(some)),
  };
  return { stored, parked, writes: () => writes, writer: new BlockWriter(store, logger, { first: 0, longest: 0 }) };
}

describe('blocks of a log', () => {
  it('are split when they fail for their own reasons; the other events are stored in order', async () => {
    const { stored, parked, writer } = storeThat((ids) =>
      ids.includes('5') ? new Error('never seen before') : undefined,
    );
    expect(await writer.storeUntilDone(events(9), () => true)).toBe(true);
    expect(parked).toEqual(['5']);
    expect(stored).toEqual(['0', '1', '2', '3', '4', '6', '7', '8']);
  });

  it('wait for an unavailable store, however long, and are never split', async () => {
    const { stored, parked, writer } = storeThat((_, write) => (write <= 100 ? new Unavailable('away') : undefined));
    expect(await writer.storeUntilDone(events(3), () => true)).toBe(true);
    expect([stored, parked]).toEqual([['0', '1', '2'], []]);
  });

  it('are given up as well when the store accepts nothing else', async () => {
    const { parked, writes, writer } = storeThat(() => new Error('never seen before'));
    expect(await writer.storeUntilDone(events(1), () => true)).toBe(true);
    expect([parked, writes()]).toEqual([['0'], 20]);
  });

  it('stay unfinished when the process stops', async () => {
    let tries = 0;
    const { stored, parked, writer } = storeThat(() => new Unavailable('away'));
    expect(await writer.storeUntilDone(events(2), () => tries++ < 3)).toBe(false);
    expect([stored, parked]).toEqual([[], []]);
  });
});
