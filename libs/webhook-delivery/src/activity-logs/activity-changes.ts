type Shown = Record<string, unknown>;

/** Lists the changed fields of an object, without its change date (customers, section 15.1). */
export function changesBetween(before: Shown, after: Shown): Record<string, [unknown, unknown]> {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => field !== 'updated_at',
  );
  return Object.fromEntries(
    fields
      .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
      .map((field) => [field, [before[field] ?? null, after[field] ?? null]]),
  );
}
