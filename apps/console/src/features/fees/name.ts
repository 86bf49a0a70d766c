import type { Fee } from '../../api/records.js';

/** Values with their keys, as one text. */
export const valuesOf = (values: object | null): string =>
  Object.entries(values ?? {})
    .map(([key, value]) => `${key}: ${String(value)}`)
    .join(' · ');

type NamedItem = Pick<
  Fee['item'],
  'name' | 'invoice_display_name' | 'filter_invoice_display_name' | 'filters' | 'grouped_by'
>;

/** The name of a fee: of its item, filter and pricing group. */
export const feeName = ({ item }: { item: NamedItem }): string =>
  [
    item.invoice_display_name || item.name,
    item.filter_invoice_display_name || valuesOf(item.filters),
    valuesOf(item.grouped_by),
  ]
    .filter(Boolean)
    .join(' — ');
