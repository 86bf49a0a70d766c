// Random choices that depend only on a seed (splitmix32), so a life can be replayed.

/** @param seed any integer or text; equal seeds make equal choices */
export function randomness(seed) {
  let state = 0x9e3779b9;
  for (const character of String(seed)) state = Math.imul(state ^ character.codePointAt(0), 0x85ebca6b) >>> 0;
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return ((z ^ (z >>> 15)) >>> 0) / 2 ** 32;
  };
  const int = (low, high) => low + Math.floor(next() * (high - low + 1));
  const pick = (list) => list[int(0, list.length - 1)];
  const chance = (share) => next() < share;
  /** A random subset of a list. */
  const some = (list, share = 0.5) => list.filter(() => chance(share));
  const shuffled = (list) => {
    const remaining = [...list];
    return list.map(() => remaining.splice(int(0, remaining.length - 1), 1)[0]);
  };
  return { next, int, pick, chance, some, shuffled };
}
