// The gate's share: lives with their own clocks and ten random plans for each, then some lives under the wall clock.
import type { Service } from '@tollgate/harness/standalone';
import type { Has } from './dimensions.ts';
import { type Counts, type Failure, playLives, type Totals } from './lives.ts';
import { comparePrices, type PriceFailure } from './plan-prices.ts';
import { playWallLives } from './wall-lives.ts';

interface GateOptions {
  seed: string;
  /** How many lives with their own clocks, and under the wall clock. */
  lives: number;
  wallLives: number;
  has: Has;
  report(failure: Failure, service?: Service): Promise<void>;
  /** Prints a plan whose prices differ. */
  reportPrices(failure: PriceFailure): void;
  /** Prints the totals. @returns whether all lives passed */
  close(totals: Totals): boolean;
}

export type WithService = (work: (service: Service) => Promise<boolean>) => Promise<boolean>;

const plansOfLife = 10;

/** @returns whether all lives and plans passed */
export async function gate(
  withService: WithService,
  { seed, lives, wallLives, has, report, reportPrices, close }: GateOptions,
): Promise<boolean> {
  const total: Totals = { passed: 0, failed: 0, invoices: 0 };
  const add = ({ passed, failed, invoices }: Counts) => {
    total.passed += passed;
    total.failed += failed;
    total.invoices += invoices;
  };
  await withService(async (service) => {
    const counts = await playLives(service, { seed, total: lives, has, jobs: 4, enough: 5 });
    for (const failure of counts.failures) await report(failure, service);
    add(counts);
    const priced = await comparePrices(service, { seed, plans: lives * plansOfLife, enough: 5 });
    for (const failure of priced.failures) reportPrices(failure);
    total.passed += priced.plans - priced.failures.length;
    total.failed += priced.failures.length;
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
