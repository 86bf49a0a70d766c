// The last runs of each step on this machine, in its cache: how long a step takes, and which ones pass by chance.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** Runs of a step that the file has at most. */
const most = 10;

export const historyFile = () =>
  join(process.env.TOLLGATE_CACHE ?? join(homedir(), '.cache', 'tollgate'), 'gate-history.json');

/** Runs by tier and step, oldest first; empty without a readable file. */
export function readHistory(file = historyFile()) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

/** Adds a run of a step. @param run `{ commit, seconds, failed }` */
export function withRun(history, tier, step, run) {
  const runs = [...(history[tier]?.[step] ?? []), run].slice(-most);
  return { ...history, [tier]: { ...history[tier], [step]: runs } };
}

/** Stores a run, where the cache can be written. Two gates at once lose one of their runs at most, and never the file. */
export function recordRun(tier, step, run, file = historyFile()) {
  const next = withRun(readHistory(file), tier, step, run);
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(next));
    renameSync(`${file}.${process.pid}`, file);
  } catch (error) {
    console.log(`The run is not in the history of the gate: ${error.message}`);
  }
}

/** The 95th percentile of the seconds of a step's passed runs, by nearest rank; null for fewer than three. */
export function usualSeconds(history, tier, step) {
  const seconds = (history[tier]?.[step] ?? [])
    .filter(({ failed }) => failed === 0)
    .map((run) => run.seconds)
    .sort((one, other) => one - other);
  return seconds.length < 3 ? null : seconds[Math.ceil(0.95 * seconds.length) - 1];
}

/** Steps that failed and passed at one commit. */
export function flakySteps(history, tier) {
  return Object.entries(history[tier] ?? {}).flatMap(([step, runs]) => {
    const outcomes = Map.groupBy(runs, ({ commit }) => commit);
    const isFlaky = [...outcomes.values()].some((some) => new Set(some.map(({ failed }) => failed > 0)).size > 1);
    return isFlaky ? [step] : [];
  });
}
