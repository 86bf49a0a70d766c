import { msg } from '@lingui/core/macro';
import type { Metric } from '../../api/records.js';
import { codeOf } from '../../acts/code.js';
import type { Field, UseProposals, Values } from '../../acts/field.js';
import { aggregationTexts } from '../../ui/aggregation-texts.js';
import { hasFewValues, keyOfRow, rowsOfFilters } from './draft.js';
import { useNamesSeen, useValuesSeen } from './preview-query.js';

/** Only code declares a metric of this aggregation. */
const offered = Object.entries(aggregationTexts).filter(([name]) => !name.startsWith('custom'));

/** The proposals of a form for a metric, by its code or by that of a new one. */
function proposalsOf(metric: Metric | null): { useNames: UseProposals; useValues: UseProposals } {
  const codeIn = (values: Values): string => metric?.code ?? values['code'] ?? codeOf(values['name'] ?? '');
  return {
    useNames: (values) => useNamesSeen(codeIn(values)),
    useValues: (values, row) => useValuesSeen(codeIn(values), keyOfRow(values, row)),
  };
}

/** The fields of a metric, new or stored; the code of a stored one is fixed. */
export const metricFields = (metric: Metric | null): readonly Field[] => [
  { kind: 'text', name: 'name', label: msg`Name`, initial: metric?.name ?? '' },
  ...(metric === null
    ? ([
        { kind: 'code', name: 'code', label: msg`Code`, from: 'name', hint: msg`Events name the metric by it` },
      ] as const)
    : []),
  {
    kind: 'choice',
    name: 'aggregation_type',
    label: msg`Aggregation`,
    ...(metric === null ? {} : { initial: metric.aggregation_type }),
    options: offered.map(([value, label]) => ({ value, label })),
  },
  {
    kind: 'proposed',
    name: 'field_name',
    label: msg`Property`,
    hint: msg`The property of events that is aggregated, such as tokens. A count needs none`,
    useProposals: proposalsOf(metric).useNames,
    initial: metric?.field_name ?? '',
    isOptional: true,
  },
  {
    kind: 'long',
    name: 'expression',
    label: msg`Expression`,
    hint: msg`Computes the property when an event arrives, such as event.properties.mb / 1024`,
    initial: metric?.expression ?? '',
    isOptional: true,
  },
  {
    kind: 'check',
    name: 'recurring',
    label: msg`Carried from period to period`,
    initial: metric?.recurring ? 'true' : '',
  },
  {
    kind: 'choice',
    name: 'weighted_interval',
    label: msg`Weighted by`,
    hint: msg`For a sum weighted by time`,
    initial: metric?.weighted_interval ?? '',
    options: [
      { value: '', label: msg`Nothing` },
      { value: 'seconds', label: msg`Seconds` },
    ],
    isOptional: true,
  },
  {
    kind: 'choice',
    name: 'rounding_function',
    label: msg`Rounding`,
    hint: msg`Of the quantity of a period, not of each event`,
    initial: metric?.rounding_function ?? '',
    options: [
      { value: '', label: msg`None` },
      { value: 'round', label: msg`Half up` },
      { value: 'ceil', label: msg`Up` },
      { value: 'floor', label: msg`Down` },
    ],
    isOptional: true,
  },
  {
    kind: 'decimal',
    name: 'rounding_precision',
    label: msg`Decimal places`,
    initial: String(metric?.rounding_precision ?? 0),
    isShown: ({ rounding_function: rounding }) => Boolean(rounding),
  },
  ...(metric === null || hasFewValues(metric.filters) ? [filterField(metric)] : []),
  {
    kind: 'text',
    name: 'description',
    label: msg`Description`,
    initial: metric?.description ?? '',
    isOptional: true,
  },
];

const filterField = (metric: Metric | null): Field => ({
  kind: 'grid',
  name: 'filters',
  label: msg`Filters`,
  hint: msg`Charges can price events of these values apart. One line for each value`,
  errorName: 'values',
  currency: '',
  columns: [
    {
      kind: 'proposed',
      name: 'key',
      label: msg`Property`,
      useProposals: proposalsOf(metric).useNames,
      isOptional: true,
    },
    {
      kind: 'proposed',
      name: 'value',
      label: msg`Value`,
      useProposals: proposalsOf(metric).useValues,
      isOptional: true,
    },
  ],
  ...(metric && metric.filters.length > 0 ? { atFirst: rowsOfFilters(metric.filters) } : {}),
});
