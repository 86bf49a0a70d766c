// The gate's share: a fixed number of lives, under clocks of their own and under the wall clock.
import { dimensions, switches } from './dimensions.mjs';
import { playLives } from './lives.mjs';
import { playWallLives } from './wall-lives.mjs';

const seed = 'gate';
const lives = 34;
/** Some that may have all there is, of a seed that has been played: what is off for the others is played at least here. */
const whole = { seed: 'p2', total: 10 };
const wallLives = 3;

/** @returns whether all lives passed */
export async function gate(withService, { has, tell, close }) {
  const total = { passed: 0, failed: 0, invoices: 0 };
  const add = (counts) => {
    for (const key of Object.keys(total)) total[key] += counts[key];
  };
  await withService(async (service) => {
    const groups = [
      { seed, total: lives, has },
      { ...whole, has: switches({ only: dimensions }) },
    ];
    for (const group of groups) {
      const counts = await playLives(service, { ...group, jobs: 4, enough: 5 });
      for (const failure of counts.failures) await tell(failure, service);
      add(counts);
    }
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
  for (const failure of counts.failures) await tell(failure);
  add(counts);
  return close(total);
}
