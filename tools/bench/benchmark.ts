// The common part of benchmarks: the measured service, the size, and the answer.
import type { Service } from '@tollgate/harness/standalone';

/** CPU seconds by part; null if they are unknown. */
export type Cpu = Record<string, number> | null;

/** A part of a service, and its processes. */
export interface Part {
  name: string;
  pids: number[];
}

export interface MeasuredService extends Service {
  operationsUrl?: string;
  /** Where its database is. */
  databaseUrl?: string;
  /** Its process, and that of its PostgreSQL; none if it runs elsewhere. */
  pid?: number;
  databasePid?: number;
  /** The parts of a cluster. */
  processes?: () => Part[];
}

/** How much is done; `bench.ts` explains each. */
export interface Size {
  runs: number;
  seconds: number;
  events: number;
  reads: number;
  scale: number;
  subscriptions: number;
  wallets: number;
  rate: number;
  invoices: number;
  customers: number;
}

/** A row of the report. */
export interface Row {
  name: string;
  title: string;
  value: number;
  unit: string;
  /** The figure of a well-sized installation. */
  target: number;
  /** Whether more is better. */
  atLeast: boolean;
  /** CPU seconds for a thousand items, in words. */
  cpu?: string;
  notes: string;
  /** A section of the page of its own. */
  details?: string;
}

/** A row with the median of several runs, and their spread. */
export interface SummaryRow extends Row {
  runs: number;
  least: number;
  most: number;
}

export type Benchmark = (service: MeasuredService, size: Size) => Promise<Row>;

/** The value that a share of sorted values, 0 to 1, does not exceed. */
export const percentile = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? NaN;

/**
 * Runs work while a load repeats without pause.
 * @param load one repetition
 * @param parallel how many repeat it side by side
 * @returns the result of the work, and the repetitions meanwhile
 */
export async function beside<T>(
  load: () => Promise<unknown>,
  work: () => Promise<T>,
  parallel = 1,
): Promise<{ result: T; repetitions: number }> {
  let isOver = false;
  let repetitions = 0;
  const repeat = async () => {
    for (; !isOver; repetitions += 1) await load();
  };
  const loads = Promise.all(Array.from({ length: parallel }, repeat));
  const result = await work().finally(() => (isOver = true));
  await loads;
  return { result, repetitions };
}

/** The number of items of a list, such as `/api/v1/fees`. */
export interface Counted {
  meta: { total_count: number };
}
