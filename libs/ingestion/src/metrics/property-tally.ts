import { metricTrialBounds, type MetricPreviewProperty } from '@tollgate/contracts';
import { textOf, type EventTexts } from '@tollgate/rating';

const { properties: mostProperties, propertyValues: mostValues, valueCharacters } = metricTrialBounds;

/** Names and values that are counted; further ones make a list incomplete. */
const countedNames = 1_000;
const countedValues = 1_000;

interface Counted {
  events: number;
  values: Map<string, number>;
  isIncomplete: boolean;
}

/** Counts the properties of events and their values. */
export class PropertyTally {
  private readonly byName = new Map<string, Counted>();

  /** @param first properties that come first, even if no event has them */
  constructor(private readonly first: readonly string[]) {
    for (const name of first) this.byName.set(name, none());
  }

  add(texts: EventTexts): void {
    for (const name of Object.keys(texts)) {
      const property = this.byName.get(name) ?? (this.byName.size < countedNames ? none() : null);
      if (property === null) continue;
      this.byName.set(name, property);
      property.events += 1;
      const value = textOf(texts, name) ?? '';
      const isCounted = property.values.has(value) || property.values.size < countedValues;
      if (value.length <= valueCharacters && isCounted)
        property.values.set(value, (property.values.get(value) ?? 0) + 1);
      else property.isIncomplete = true;
    }
  }

  result(): MetricPreviewProperty[] {
    const others = [...this.byName]
      .filter(([name]) => !this.first.includes(name))
      .toSorted(([, a], [, b]) => b.events - a.events);
    const named = [...new Set(this.first)].map((name) => [name, this.byName.get(name) ?? none()] as const);
    return [...named, ...others].slice(0, mostProperties).map(([name, { events, values, isIncomplete }]) => ({
      name,
      events_count: events,
      values: [...values]
        .toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
        .slice(0, mostValues)
        .map(([value, count]) => ({ value, events_count: count })),
      truncated: isIncomplete || values.size > mostValues,
    }));
  }
}

const none = (): Counted => ({ events: 0, values: new Map(), isIncomplete: false });
