import { Decimal, ZERO } from '../decimal.js';
import { hasAllowance } from './running-total.js';
import type { Allowance } from './running-total.js';
import type { ListedTotal, Usage } from './types.js';

export interface FreeUsage {
  readonly units: Decimal;
  readonly events: number;
}

interface RunningTotal {
  readonly length: number;
  entry(position: number): Decimal;
  countBelow(limit: Decimal): number;
}

function listed(entries: readonly Decimal[]): RunningTotal {
  return {
    length: entries.length,
    entry: (position) => entries[position - 1] ?? ZERO,
    countBelow: (limit) => entries.filter((entry) => entry.lt(limit)).length,
  };
}

// 1, 2, …, units: the running total of counted events, without listing it.
function counted(units: Decimal): RunningTotal {
  const length = Decimal.max(units.floor(), ZERO).toNumber();
  return {
    length,
    entry: (position) => new Decimal(position),
    countBelow: (limit) => Math.min(length, Math.max(0, limit.ceil().toNumber() - 1)),
  };
}

// Free units never exceed the entries of the running total, so only its last entry matters.
function inShort({ length, last, below }: ListedTotal): RunningTotal {
  return { length, entry: () => last, countBelow: () => below };
}

function runningTotalOf({ runningTotal = [], units }: Usage): RunningTotal {
  if (runningTotal === 'one_per_unit') return counted(units);
  return 'below' in runningTotal ? inShort(runningTotal) : listed(runningTotal);
}

/** Units and events that an allowance makes free (metering, section 5.6). */
export function freeUsage(allowance: Allowance, usage: Usage): FreeUsage {
  if (!hasAllowance(allowance)) return { units: ZERO, events: 0 };
  const running = runningTotalOf(usage);
  const belowTotal = running.countBelow(allowance.total);
  const limits = [allowance.events, belowTotal].filter((limit) => limit > 0);
  return { units: freeUnits(allowance, running), events: limits.length > 0 ? Math.min(...limits) : 0 };
}

function freeUnits({ events, total }: Allowance, running: RunningTotal): Decimal {
  if (running.length === 0) return ZERO;
  if (events > 0 && events < running.length) return running.entry(events);
  const last = running.entry(running.length);
  return total.isZero() ? last : Decimal.min(last, total);
}
