import { msg } from '@lingui/core/macro';
import type { Charge, ChargeModelName, ModelProperties } from '../../../api/records.js';
import { gridOf, type Field, type GridColumn, type Values } from '../../../acts/field.js';
import { beginningAfter, tierRules } from './tiers.js';

/** Packages that a curve shows. */
const packagesShown = 10;

/** The quantities of a curve: its end, null without a sensible one, and those at which the price of a unit changes. */
export interface PriceCurve {
  end: number | null;
  steps: readonly number[];
}

/** How a person types the price of a charge model. */
interface PriceForm<Properties> {
  fieldsOf(properties: Properties): readonly Field[];
  /** The changed properties. Others, such as groups, stay. */
  changesOf(values: Values): Partial<Properties>;
  /** Properties without a price yet. */
  unpriced: Properties;
  /** The quantities that a curve of the price shows. */
  curveOf(properties: Properties): PriceCurve;
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

const from: GridColumn = { kind: 'decimal', name: 'from_value', label: msg`From`, isOptional: true };
const upTo: GridColumn = { kind: 'decimal', name: 'to_value', label: msg`Up to`, isOptional: true };
const flat: GridColumn = { kind: 'decimal', name: 'flat_amount', label: msg`For the range` };

interface Range {
  from_value: number;
  to_value?: number | null;
  flat_amount: string;
}

const textOf = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value);

/** Beginnings that follow from the range before stay empty in the form. */
const typedBeginning = (rows: readonly Range[], place: number): string => {
  const end = rows[place - 1]?.to_value;
  const usual = place === 0 ? 0 : typeof end === 'number' ? beginningAfter(end) : null;
  return rows[place]?.from_value === usual ? '' : textOf(rows[place]?.from_value);
};

/** Ranges as rows: each begins where the one before it ends, and the last one is open (catalog, section 4.2). */
const ranges = <R extends Range>(own: GridColumn, rows: readonly R[]): Field => ({
  kind: 'grid',
  name: 'ranges',
  label: msg`Ranges`,
  hint: msg`A range begins after the end of the one before. The last one has no end. A table can be pasted`,
  currency: '',
  columns: [from, upTo, own, flat],
  rules: tierRules(own.name),
  atFirst: rows.map((row, place) => ({
    from_value: typedBeginning(rows, place),
    to_value: textOf(row.to_value),
    [own.name]: String(row[own.name as keyof R] ?? ''),
    flat_amount: row.flat_amount,
  })),
});

/** The typed ranges with their beginnings. */
export function rangesOf(values: Values): { from_value: number; to_value: number | null; cells: Values }[] {
  let next = 0;
  return gridOf(values, 'ranges').map(({ from_value: from, to_value: to, ...cells }) => {
    const range = { from_value: from ? Number(from) : next, to_value: to ? Number(to) : null, cells };
    next = beginningAfter(Number(to));
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

const openRange = { from_value: 0, to_value: null, flat_amount: '' };
const smooth: PriceCurve = { end: null, steps: [] };
/** A curve goes on half as far again after the last end of a range. */
function curveOfRanges(rows: readonly Range[]): PriceCurve {
  const steps = rows.flatMap(({ to_value: to }) => (typeof to === 'number' && to > 0 ? [to] : []));
  return { end: steps.length === 0 ? null : Math.max(...steps) * 1.5, steps };
}

/** The form of each charge model. */
const forms: { readonly [Model in ChargeModelName]: PriceForm<ModelProperties<Model>> } = {
  standard: {
    fieldsOf: ({ amount }) => [price('amount', amount)],
    changesOf: ({ amount = '' }) => ({ amount }),
    unpriced: { amount: '' },
    curveOf: () => smooth,
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
    unpriced: { amount: '', package_size: 1, free_units: 0 },
    curveOf: ({ package_size: size }) => ({ end: size * packagesShown, steps: [] }),
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
    unpriced: { rate: '' },
    curveOf: () => smooth,
  },
  graduated: {
    fieldsOf: ({ graduated_ranges: rows }) => [ranges(perUnit, rows)],
    changesOf: (values) => ({ graduated_ranges: unitRanges(values) }),
    unpriced: { graduated_ranges: [{ ...openRange, per_unit_amount: '' }] },
    curveOf: ({ graduated_ranges: rows }) => curveOfRanges(rows),
  },
  volume: {
    fieldsOf: ({ volume_ranges: rows }) => [ranges(perUnit, rows)],
    changesOf: (values) => ({ volume_ranges: unitRanges(values) }),
    unpriced: { volume_ranges: [{ ...openRange, per_unit_amount: '' }] },
    curveOf: ({ volume_ranges: rows }) => curveOfRanges(rows),
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
    unpriced: { graduated_percentage_ranges: [{ ...openRange, rate: '' }] },
    curveOf: ({ graduated_percentage_ranges: rows }) => curveOfRanges(rows),
  },
  // Events have their price with them.
  dynamic: { fieldsOf: () => [], changesOf: () => ({}), unpriced: {}, curveOf: () => smooth },
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

/** A charge of a model without a price yet. */
export const unpriced = (model: ChargeModelName): Priced => ({
  charge_model: model,
  properties: formOf(model).unpriced,
});

/** The quantities that a curve of a charge's price shows. */
export const curveOf = ({ charge_model: model, properties }: Priced): PriceCurve => formOf(model).curveOf(properties);

/** Whether each event states its own price, so that a quantity has none. */
export const isPricedByEvents = ({ charge_model: model }: Priced): boolean => model === 'dynamic';
