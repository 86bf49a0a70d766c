// Faults: what goes wrong with the calls of an unlucky client.

export type FaultTime = 'after' | 'before' | 'during';
export type FaultKind = 'cut' | 'delay' | 'error' | 'rate_limit';

/** A fault of the next calls, or of some of them at random. */
export interface Fault {
  kind: FaultKind;
  /** Before the operation, or after its effect; a cut also during the answer, when half of it was sent. */
  when?: FaultTime;
  /** Only calls of this method, such as `POST`. */
  method?: string;
  /** Only calls whose path starts so. */
  path?: string;
  /** The number of calls; without it, all until the faults are cleared. */
  times?: number;
  /** 0 to 1: the share of the calls; all by default. */
  probability?: number;
  /** Of the random numbers: the same seed and calls have the same faults. */
  seed?: number;
  /** The length of a delay. */
  milliseconds?: number;
}

interface ActiveFault extends Fault {
  when: FaultTime;
  random: () => number;
}

/** @returns numbers from 0 to 1 that a seed determines (mulberry32) */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @returns a copy of a list in an order that a seed determines */
export function shuffled<T>(list: readonly T[], seed: number): T[] {
  const random = randomOf(seed);
  return list
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

export class Faults {
  #faults: ActiveFault[] = [];
  /** The calls that each second allows, of all accounts together. */
  perSecond: number | undefined;
  #second = 0;
  #calls = 0;

  add({ when = 'before', seed = 1, ...fault }: Fault): void {
    this.#faults.push({ ...fault, when, random: randomOf(seed) });
  }

  clear(): void {
    this.#faults = [];
  }

  list(): Fault[] {
    return this.#faults.map(({ random: _random, ...fault }) => fault);
  }

  /** The faults of a call: at most one of each kind and time. Their numbers go down. */
  take(method: string, path: string): Fault[] {
    const taken: Fault[] = [];
    for (const fault of this.#faults) {
      if (fault.method !== undefined && fault.method !== method) continue;
      if (fault.path !== undefined && !path.startsWith(fault.path)) continue;
      if (taken.some(({ kind, when }) => kind === fault.kind && when === fault.when)) continue;
      if (fault.probability !== undefined && fault.random() >= fault.probability) continue;
      if (fault.times !== undefined) fault.times -= 1;
      taken.push(fault);
    }
    this.#faults = this.#faults.filter(({ times }) => times === undefined || times > 0);
    return taken;
  }

  /** Whether a call at an instant, in milliseconds, exceeds the limit of its second. */
  isOverLimit(now: number): boolean {
    if (this.perSecond === undefined) return false;
    const second = Math.floor(now / 1000);
    if (second !== this.#second) this.#calls = 0;
    this.#second = second;
    this.#calls += 1;
    return this.#calls > this.perSecond;
  }
}
