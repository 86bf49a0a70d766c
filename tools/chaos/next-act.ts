import type { Act } from './act.ts';

/** The act to begin: the first one, unless enough are played, or it or one of these must be alone. */
export function nextAct(waiting: readonly Act[], playing: readonly Act[], atOnce: number): Act | undefined {
  const isAlone = ({ isTimed = false }: Act) => isTimed;
  if (playing.length >= atOnce || playing.some(isAlone)) return undefined;
  return waiting.find((act) => !isAlone(act) || playing.length === 0);
}
