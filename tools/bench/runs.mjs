// Summarizes several runs of one benchmark as one row of the report.

const inOrder = (rows) => [...rows].sort((one, other) => one.value - other.value);

/** The row with the median of several runs, and their spread. */
export function summary(rows) {
  const sorted = inOrder(rows);
  const median = sorted[(sorted.length - 1) >> 1];
  return { ...median, runs: rows.length, least: sorted[0].value, most: sorted.at(-1).value };
}
