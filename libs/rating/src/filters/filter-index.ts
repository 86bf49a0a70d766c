import { textOf, type EventTexts } from './property-text.js';

/** The allowed values of a filter by key, with its wildcard expanded. */
export interface AllowedValues {
  readonly values: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Finds the filters that an event matches by its values, without trying every filter. Its cost depends on the filters
 * with one of these values, not on all of them.
 */
export class FilterIndex<Filter extends AllowedValues> {
  private readonly byKey = new Map<string, Map<string, number[]>>();
  /** The positions of filters without keys, which match every event. */
  private readonly unconditional: number[] = [];

  constructor(private readonly filters: readonly Filter[]) {
    for (const [position, { values }] of filters.entries()) {
      if (values.size === 0) this.unconditional.push(position);
      for (const [key, allowed] of values) this.add(key, allowed, position);
    }
  }

  /** The filters with a value of the event for each of their keys, in order. */
  matching(event: EventTexts): Filter[] {
    const met = new Map<number, number>();
    for (const [key, byValue] of this.byKey) {
      const text = textOf(event, key);
      for (const position of (text === null ? undefined : byValue.get(text)) ?? [])
        met.set(position, (met.get(position) ?? 0) + 1);
    }
    const matched = [...met].filter(([position, keys]) => this.filters[position]?.values.size === keys);
    return this.inOrder([...matched.map(([position]) => position), ...this.unconditional]);
  }

  /** At least the number of filters that allow one of some values of a key. */
  count(key: string, texts: Iterable<string>): number {
    const byValue = this.byKey.get(key);
    let count = 0;
    for (const text of texts) count += byValue?.get(text)?.length ?? 0;
    return count;
  }

  /** The filters that allow one of some values of a key, in order. */
  allowing(key: string, texts: Iterable<string>): Filter[] {
    const byValue = this.byKey.get(key);
    return byValue ? this.inOrder([...new Set([...texts].flatMap((text) => byValue.get(text) ?? []))]) : [];
  }

  private add(key: string, allowed: ReadonlySet<string>, position: number): void {
    const byValue = this.byKey.get(key) ?? new Map<string, number[]>();
    this.byKey.set(key, byValue);
    for (const value of allowed) {
      const positions = byValue.get(value);
      if (positions) positions.push(position);
      else byValue.set(value, [position]);
    }
  }

  private inOrder(positions: number[]): Filter[] {
    return positions.sort((a, b) => a - b).flatMap((position) => this.filters[position] ?? []);
  }
}
