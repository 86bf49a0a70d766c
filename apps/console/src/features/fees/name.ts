import type { Fee } from '../../api/records.js';

/** Values with their keys, as one text. */
export const valuesOf = (values: object | null): string =>
  Object.entries(values ?? {})
    .map(([key, value]) => `${key}: ${String(value)}`)
    .join(' · ');

/** The name of a fee: of its item, filter and pricing group. */
export const feeName = ({ item }: Pick<Fee, 'item'>): string =>
  [
    item.invoice_display_name || item.name,
    item.filter_invoice_display_name || valuesOf(item.filters),
    valuesOf(item.grouped_by),
  ]
    .filter(Boolean)
    .join(' — ');
