// Plays many lives at once against one service, each in its own organization.
import { say } from '@tollgate/harness/process';
import type { Service } from '@tollgate/harness/standalone';
import { bears, type Has } from './dimensions.ts';
import type { History } from './history.ts';
import { randomLife } from './life.ts';
import { play, type Result } from './play.ts';

export interface Failure {
  history: History;
  result: Result;
}

/** Numbers of lives and invoices. */
export interface Totals {
  passed: number;
  failed: number;
  invoices: number;
}

export interface Counts extends Totals {
  failures: Failure[];
}

export const failed = (result: Result): boolean => result.problems.length + result.differences.length > 0;

/** The first problem or difference, in one line. */
export const firstOf = ({ problems: [problem = ''], differences: [first] }: Result): string =>
  first ? `${first.invoice}: ${first.differences[0]?.where}` : problem.slice(0, 200);

/** An error in playing fails that life and does not stop the others. */
export async function playSafely(history: History, service: Service): Promise<Result> {
  try {
    return await play(history, service);
  } catch (error) {
    const text = error instanceof Error ? error.stack : undefined;
    return { problems: [text ?? String(error)], differences: [] };
  }
}

interface LivesOptions {
  /** The lives `seed-0` to `seed-(total - 1)`. */
  seed: string;
  total: number;
  /** How many at once. */
  jobs: number;
  has: Has;
  /** Dimensions that every life must have; others are skipped. */
  bearing?: string[];
  /** Failures after which no further life begins. */
  enough: number;
  /** Time (Unix ms) after which none begins. */
  until?: number;
}

export async function playLives(
  service: Service,
  { seed, total, jobs, has, bearing, enough, until = Infinity }: LivesOptions,
): Promise<Counts> {
  const counts: Counts = { passed: 0, failed: 0, invoices: 0, failures: [] };
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
