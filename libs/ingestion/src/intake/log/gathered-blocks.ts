import { outOfContext } from '@tollgate/platform';
import type { AcceptedEvent } from '../../model/accepted-events/accepted-event.js';

/** When waiting events form a block, and how large it may be unless one part is larger. */
export interface GatherRules {
  largestBlock: number;
  /** Pause between blocks while fewer events than that are waiting. */
  everyMs: number;
}

interface Part {
  events: AcceptedEvent[];
  goesOn: () => boolean;
  resolve: (done: boolean) => void;
  reject: (error: unknown) => void;
}

/**
 * Combines the events of several partitions into blocks, as the usage store charges per block. The first events after a
 * pause are stored at once. While more arrive, a block waits for its interval or its size, unless a reader is in a
 * hurry. Only one block is in progress at a time.
 */
export class GatheredBlocks {
  private parts: Part[] = [];
  private storing: Promise<void> | undefined;
  private lastBlockAt = 0;
  private isHurried = false;
  private wake: () => void = () => undefined;

  /** @param store stores events until they are complete, or until its second argument returns false */
  constructor(
    private readonly store: (events: AcceptedEvent[], goesOn: () => boolean) => Promise<boolean>,
    private readonly rules: GatherRules,
  ) {}

  /** @returns false when `goesOn` ended the attempt; the events must then be stored again, here or elsewhere */
  add(events: AcceptedEvent[], goesOn: () => boolean): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.parts.push({ events, goesOn, resolve, reject });
      this.wake();
      this.storing ??= outOfContext(() => this.storeAll());
    });
  }

  /** Makes the current block due at once, as a reader is waiting for it. */
  hurry(): void {
    this.isHurried = true;
    this.wake();
  }

  private async storeAll(): Promise<void> {
    // Partitions that one poll read arrive within one turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.parts.length > 0) {
      await this.untilDue();
      const parts = this.take();
      this.lastBlockAt = Date.now();
      this.isHurried = false;
      const goesOn = () => parts.some((part) => part.goesOn());
      try {
        const done = await this.store(
          parts.flatMap(({ events }) => events),
          goesOn,
        );
        for (const { resolve } of parts) resolve(done);
      } catch (error) {
        for (const { reject } of parts) reject(error);
      }
    }
    this.storing = undefined;
  }

  private async untilDue(): Promise<void> {
    for (;;) {
      const waitMs = this.lastBlockAt + this.rules.everyMs - Date.now();
      if (waitMs <= 0 || this.isHurried || this.count >= this.rules.largestBlock) return;
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        timer = setTimeout(resolve, waitMs);
      });
      clearTimeout(timer);
    }
  }

  private get count(): number {
    return this.parts.reduce((sum, { events }) => sum + events.length, 0);
  }

  private take(): Part[] {
    let count = 0;
    const end = this.parts.findIndex(
      ({ events }, index) => (count += events.length) > this.rules.largestBlock && index > 0,
    );
    return this.parts.splice(0, end < 0 ? this.parts.length : end);
  }
}
