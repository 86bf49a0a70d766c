/** Groups items by key, in their order. */
export function groupBy<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/**
 * The entry of a key that the code before has stored.
 * @param what names the entry in the error
 * @throws Error if the map lacks it, which is a mistake of the program
 */
export function required<K, V>(map: ReadonlyMap<K, V>, key: K, what: string): V {
  const value = map.get(key);
  if (value === undefined) throw new Error(`no ${what}${typeof key === 'string' ? ` of ${key}` : ''}`);
  return value;
}
