// Plays batches of lives under the wall clock, each batch on its own service.
import { say } from '@tollgate/harness/process';
import { randomLife } from './life.ts';
import type { Has } from './dimensions.ts';
import { type Counts, failed } from './lives.ts';
import { playWall, type WallOptions } from './wall.ts';
import { WallService } from './wall-service.ts';

const perBatch = 10;

interface WallLivesOptions extends WallOptions {
  /** How many. */
  total: number;
  has: Has;
}

export async function playWallLives({
  seed,
  total,
  has,
  late,
  schedulers,
  restarts,
}: WallLivesOptions): Promise<Counts> {
  const counts: Counts = { passed: 0, failed: 0, invoices: 0, failures: [] };
  for (let done = 0; done < total; done += perBatch) {
    const start = Date.UTC(2023, (done / perBatch) % 24, 3, 8, 7);
    const histories = Array.from({ length: Math.min(perBatch, total - done) }, (_, i) =>
      randomLife(`wall ${seed}-${done + i}`, has, { start }),
    );
    const wall = await WallService.start(start - 60_000);
    const stop = () => void wall.stop().then(() => process.exit(130));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
    let bad = false;
    try {
      for (const { history, result } of await playWall(histories, wall, {
        seed: `${seed}-${done}`,
        late,
        schedulers,
        restarts,
      })) {
        counts.invoices += result.invoices ?? 0;
        if (failed(result)) counts.failures.push({ history, result });
        counts[failed(result) ? 'failed' : 'passed'] += 1;
        bad ||= failed(result);
      }
    } finally {
      await wall.stop({ keep: bad });
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeListener(signal, stop);
    }
    say(
      `${Math.min(done + perBatch, total)} of ${total} lives by the wall clock, ${counts.invoices} invoices, ${counts.failed} failed`,
    );
  }
  return counts;
}
