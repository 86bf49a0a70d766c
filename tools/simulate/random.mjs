// Random choices that depend on a seed alone (splitmix32), so that a life can be played again.

/** @param seed any integer or text; the same seed makes the same choices */
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
  /** Each of the list, or not. */
  const some = (list, share = 0.5) => list.filter(() => chance(share));
  const shuffled = (list) => {
    const rest = [...list];
    return list.map(() => rest.splice(int(0, rest.length - 1), 1)[0]);
  };
  return { next, int, pick, chance, some, shuffled };
}
