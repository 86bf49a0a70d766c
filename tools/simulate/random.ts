// Random choices that depend only on a seed (splitmix32), so a life can be replayed.

export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number, both bounds included. */
  int(low: number, high: number): number;
  pick<T>(list: readonly T[]): T;
  chance(share: number): boolean;
  /** A random subset of a list. */
  some<T>(list: readonly T[], share?: number): T[];
  shuffled<T>(list: readonly T[]): T[];
}

/** @param seed any integer or text; equal seeds make equal choices */
export function randomness(seed: number | string): Random {
  let state = 0x9e3779b9;
  for (const character of String(seed)) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x85ebca6b) >>> 0;
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return ((z ^ (z >>> 15)) >>> 0) / 2 ** 32;
  };
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(list: readonly T[]) => list[int(0, list.length - 1)] as T;
  const chance = (share: number) => next() < share;
  const some = <T>(list: readonly T[], share = 0.5) => list.filter(() => chance(share));
  const shuffled = <T>(list: readonly T[]) => {
    const remaining = [...list];
    return list.flatMap(() => remaining.splice(int(0, remaining.length - 1), 1));
  };
  return { next, int, pick, chance, some, shuffled };
}
