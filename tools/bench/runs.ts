// Summarizes several runs of one benchmark as one row of the report.

import type { Row, SummaryRow } from './benchmark.ts';

const inOrder = (rows: Row[]): Row[] => [...rows].sort((one, other) => one.value - other.value);

/** The row with the median of several runs, and their spread. @throws Error if there was no run */
export function summary(rows: Row[]): SummaryRow {
  const sorted = inOrder(rows);
  const median = sorted[(sorted.length - 1) >> 1];
  const least = sorted[0];
  const most = sorted.at(-1);
  if (!median || !least || !most) throw new Error('there was no run');
  return { ...median, runs: rows.length, least: least.value, most: most.value };
}
