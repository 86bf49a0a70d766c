/** Splits rows into batches: a statement has at most 65,535 parameters. */
export function batchesOf<T>(rows: readonly T[], size: number): T[][] {
  const batches: T[][] = [];
  for (let start = 0; start < rows.length; start += size) batches.push(rows.slice(start, start + size));
  return batches;
}
