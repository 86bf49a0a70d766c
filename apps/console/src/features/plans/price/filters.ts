import type { Charge } from '../../../api/records.js';
import type { ChargeDraft } from './price-call.js';

/** Usage of a charge with a price of its own. */
interface PricedFilter {
  /** The values of the filter; null for events outside of all filters. */
  label: string | null;
  /** Properties of events that match it. */
  properties: Record<string, string>;
  prices: Charge['properties'] | null;
}

/** Stands for each value of a key (catalog, section 5): a page knows none of them. */
const everyValue = '__ALL_FILTER_VALUES__';

/** The usage of a charge by its filters, that outside of them first. Filters for every value of a key are left out. */
export const filtersOf = ({ filters }: ChargeDraft): PricedFilter[] => [
  { label: null, properties: {}, prices: null },
  ...(filters ?? []).flatMap(({ values, properties }) => {
    const sent = Object.entries(values ?? {}).map(([key, all]) => [key, all[0] ?? ''] as const);
    if (sent.some(([, value]) => value === everyValue || value === '')) return [];
    return [
      {
        label: Object.entries(values ?? {})
          .map(([key, all]) => `${key}: ${all.join(', ')}`)
          .join(' · '),
        properties: Object.fromEntries(sent),
        prices: properties,
      },
    ];
  }),
];
