// The gate's share: lives with their own clocks, then some under the wall clock.
import { playLives } from './lives.ts';
import { playWallLives } from './wall-lives.ts';

/**
 * @param options `seed`; `lives` and `wallLives`: how many; the others are those of `simulate.mjs`
 * @returns whether all lives passed
 */
export async function gate(withService, { seed, lives, wallLives, has, report, close }) {
  const total = { passed: 0, failed: 0, invoices: 0 };
  const add = (counts) => {
    for (const key of Object.keys(total)) total[key] += counts[key];
  };
  await withService(async (service) => {
    const counts = await playLives(service, { seed, total: lives, has, jobs: 4, enough: 5 });
    for (const failure of counts.failures) await report(failure, service);
    add(counts);
    return total.failed === 0;
  });
  const counts = await playWallLives({
    seed,
    total: wallLives,
    has,
    late: has('late_ticks'),
    schedulers: 2,
    restarts: 0.05,
  });
  for (const failure of counts.failures) await report(failure);
  add(counts);
  return close(total);
}
