import { setTimeout as sleep } from 'node:timers/promises';
import { Slots } from '../batching/slots.js';

/** What is done in a turn. @returns milliseconds to rest before the next turn of the same name; nothing: none */
type TurnWork = () => Promise<number | void>;

interface Turn {
  /** Whether its work has begun; before that, others join it. */
  begun: boolean;
  over: Promise<number | void>;
  next?: Promise<void>;
}

/**
 * Work of a name that many ask for: it is done once at a time, and once more for all who asked while it was under way. So
 * whoever asks has it done from its beginning on, and none of them does what another has just done.
 */
export class Turns {
  private readonly turns = new Map<string, Turn>();
  private readonly slots: Slots;

  /** @param atOnce turns of different names that are under way at a time */
  constructor(atOnce: number) {
    this.slots = new Slots(atOnce);
  }

  /**
   * Ends with a turn that began after the call.
   * @param ready is waited for before the turn is one of those that are under way
   * @throws what the work throws, to all for whom it was done
   */
  async take(name: string, work: TurnWork, ready?: () => Promise<void>): Promise<void> {
    const turn = this.turns.get(name);
    if (!turn) return this.begin(name, work, ready);
    if (!turn.begun) return void (await turn.over);
    turn.next ??= turn.over
      .catch(() => undefined)
      .then((restMs) => (restMs ? sleep(restMs) : undefined))
      .then(() => this.begin(name, work, ready));
    return turn.next;
  }

  /** Whether a turn of a name is going to begin: it does what is there by then, also for those who do not ask for it. */
  isComing(name: string): boolean {
    const turn = this.turns.get(name);
    return turn !== undefined && (!turn.begun || turn.next !== undefined);
  }

  /** Whether somebody waits for the end of a turn: for the next one of its name, or for one of another name. */
  isAwaited(name: string): boolean {
    return this.slots.areWaitedFor || this.turns.get(name)?.next !== undefined;
  }

  private async begin(name: string, work: TurnWork, ready?: () => Promise<void>): Promise<void> {
    const turn: Turn = { begun: false, over: Promise.resolve() };
    this.turns.set(name, turn);
    const run = () =>
      this.slots.run(() => {
        turn.begun = true;
        return work();
      });
    turn.over = (ready ? ready().then(run) : run()).finally(() => {
      if (!turn.next) this.turns.delete(name);
    });
    await turn.over;
  }
}
