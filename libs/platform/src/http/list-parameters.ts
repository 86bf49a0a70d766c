/** Converts filters into the parameters of a list: texts, lists and records of texts. */
export const asParameters = (record: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, asParameter(value)]));

function asParameter(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asParameter);
  if (value !== null && typeof value === 'object') return asParameters(value as Record<string, unknown>);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : (value ?? undefined);
}
