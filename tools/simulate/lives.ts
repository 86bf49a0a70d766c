// Plays many lives at once against one service, each in its own organization.
import { say } from '@tollgate/harness/process';
import { bears } from './dimensions.ts';
import { randomLife } from './life.ts';
import { play } from './play.ts';

export const failed = (result) => result.problems.length + result.differences.length > 0;

/** The first problem or difference, in one line. */
export const firstOf = ({ problems, differences: [first] }) =>
  first ? `${first.invoice}: ${first.differences[0].where}` : problems[0].slice(0, 200);

/** An error in playing fails that life and does not stop the others. */
export async function playSafely(history, service) {
  try {
    return await play(history, service);
  } catch (error) {
    return { problems: [error.stack ?? String(error)], differences: [] };
  }
}

/**
 * @param options `seed` and `total`: which lives; `jobs`: how many at once; `has`: dimensions; `bearing`: dimensions
 * that every life must have, others are skipped; `enough`: failures after which no further life begins; `until`: time
 * (Unix ms) after which none begins
 * @returns `{ passed, failed, invoices, failures: [{ history, result }] }`
 */
export async function playLives(service, { seed, total, jobs, has, bearing, enough, until = Infinity }) {
  const counts = { passed: 0, failed: 0, invoices: 0, failures: [] };
  let next = 0;
  let begun = 0;
  const nextLife = () => {
    for (;;) {
      const history = randomLife(`${seed}-${next++}`, has);
      if (bears(history, bearing)) return history;
    }
  };
  const worker = async () => {
    while (begun < total && counts.failed < enough && Date.now() < until) {
      begun += 1;
      const history = nextLife();
      const result = await playSafely(history, service);
      counts.invoices += result.invoices ?? 0;
      if (failed(result)) {
        counts.failed += 1;
        counts.failures.push({ history, result });
        say(`${history.name} failed: ${firstOf(result)}`);
      } else counts.passed += 1;
      const done = counts.passed + counts.failed;
      if (done % 25 === 0) say(`${done} of ${total} lives, ${counts.invoices} invoices, ${counts.failed} failed`);
    }
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  return counts;
}
