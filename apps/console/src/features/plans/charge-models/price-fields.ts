import { msg } from '@lingui/core/macro';
import type { Charge, ChargeModelName, ModelProperties } from '../../../api/records.js';
import { gridOf, type Field, type GridColumn, type Values } from '../../../acts/field.js';

/** How a person types the price of a charge model. */
interface PriceForm<Properties> {
  fieldsOf(properties: Properties): readonly Field[];
  /** The changed properties. Others, such as groups, stay. */
  changesOf(values: Values): Partial<Properties>;
}

const price = (name: string, initial: string | null | undefined, isOptional = false): Field => ({
  kind: 'decimal',
  name,
  label: labels[name as keyof typeof labels],
  initial: initial ?? '',
  isOptional,
});
const labels = {
  amount: msg`Price of a unit`,
  package_amount: msg`Price of a package`,
  package_size: msg`Units in a package`,
  free_units: msg`Free units`,
  rate: msg`Percent`,
  fixed_amount: msg`Price of each event`,
  free_units_per_events: msg`Free events`,
  per_transaction_min_amount: msg`Minimum price of an event`,
  per_transaction_max_amount: msg`Maximum price of an event`,
};

const upTo: GridColumn = { kind: 'decimal', name: 'to_value', label: msg`Up to`, isOptional: true };
const flat: GridColumn = { kind: 'decimal', name: 'flat_amount', label: msg`For the range` };

interface Range {
  to_value?: number | null;
  flat_amount: string;
}

/** Ranges as rows: each begins where the one before it ends, and the last one is open (catalog, section 4.2). */
const ranges = <R extends Range>(own: GridColumn, rows: readonly R[]): Field => ({
  kind: 'grid',
  name: 'ranges',
  label: msg`Ranges`,
  hint: msg`A range begins after the end of the one before. The last one has no end`,
  currency: '',
  columns: [upTo, own, flat],
  atFirst: rows.map((row) => ({
    to_value: row.to_value === null || row.to_value === undefined ? '' : String(row.to_value),
    [own.name]: String(row[own.name as keyof R] ?? ''),
    flat_amount: row.flat_amount,
  })),
});

/** The typed ranges with their beginnings. */
export function rangesOf(values: Values): { from_value: number; to_value: number | null; cells: Values }[] {
  let from = 0;
  return gridOf(values, 'ranges').map(({ to_value: to, ...cells }) => {
    const range = { from_value: from, to_value: to ? Number(to) : null, cells };
    from = Number(to) + 1;
    return range;
  });
}

const perUnit: GridColumn = { kind: 'decimal', name: 'per_unit_amount', label: msg`For each unit` };
const unitRanges = (values: Values) =>
  rangesOf(values).map(({ cells, ...range }) => ({
    ...range,
    per_unit_amount: cells['per_unit_amount'] || '0',
    flat_amount: cells['flat_amount'] || '0',
  }));

/** The form of each charge model. */
const forms: { readonly [Model in ChargeModelName]: PriceForm<ModelProperties<Model>> } = {
  standard: {
    fieldsOf: ({ amount }) => [price('amount', amount)],
    changesOf: ({ amount = '' }) => ({ amount }),
  },
  package: {
    fieldsOf: ({ amount, package_size: size, free_units: free }) => [
      price('package_amount', amount),
      price('package_size', String(size)),
      price('free_units', String(free)),
    ],
    changesOf: ({ package_amount: amount = '', package_size: size, free_units: free }) => ({
      amount,
      package_size: Number(size),
      free_units: Number(free),
    }),
  },
  percentage: {
    fieldsOf: (properties) => [
      price('rate', properties.rate),
      price('fixed_amount', properties.fixed_amount, true),
      price('free_units_per_events', String(properties.free_units_per_events ?? ''), true),
      price('per_transaction_min_amount', properties.per_transaction_min_amount, true),
      price('per_transaction_max_amount', properties.per_transaction_max_amount, true),
    ],
    changesOf: (values) => ({
      rate: values['rate'] ?? '',
      fixed_amount: values['fixed_amount'] || null,
      free_units_per_events: values['free_units_per_events'] ? Number(values['free_units_per_events']) : null,
      per_transaction_min_amount: values['per_transaction_min_amount'] || null,
      per_transaction_max_amount: values['per_transaction_max_amount'] || null,
    }),
  },
  graduated: {
    fieldsOf: ({ graduated_ranges: rows }) => [ranges(perUnit, rows)],
    changesOf: (values) => ({ graduated_ranges: unitRanges(values) }),
  },
  volume: {
    fieldsOf: ({ volume_ranges: rows }) => [ranges(perUnit, rows)],
    changesOf: (values) => ({ volume_ranges: unitRanges(values) }),
  },
  graduated_percentage: {
    fieldsOf: ({ graduated_percentage_ranges: rows }) => [
      ranges({ kind: 'decimal', name: 'rate', label: msg`Percent` }, rows),
    ],
    changesOf: (values) => ({
      graduated_percentage_ranges: rangesOf(values).map(({ cells, ...range }) => ({
        ...range,
        rate: cells['rate'] || '0',
        flat_amount: cells['flat_amount'] || '0',
      })),
    }),
  },
  // Events have their price with them.
  dynamic: { fieldsOf: () => [], changesOf: () => ({}) },
};

type Priced = Pick<Charge, 'charge_model' | 'properties'>;
const formOf = (model: ChargeModelName) => forms[model] as PriceForm<Charge['properties']>;

/** The fields of the price of a charge. */
export const priceFields = ({ charge_model: model, properties }: Priced): readonly Field[] =>
  formOf(model).fieldsOf(properties);

/** The properties of a charge with a typed price. */
export const pricedBy = ({ charge_model: model, properties }: Priced, values: Values): Charge['properties'] => ({
  ...properties,
  ...formOf(model).changesOf(values),
});
