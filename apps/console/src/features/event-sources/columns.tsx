import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { EventSource } from '../../api/records.js';
import type { components } from '../../api/schema.js';
import {
  codeColumn,
  enumColumn,
  filling,
  instantColumn,
  linkColumn,
  sortable,
  stateColumn,
  textColumn,
  unitsColumn,
  wide,
  type Column,
} from '../../ui/columns.js';
import { errorsText } from '../event-backfills/texts.js';

export type SourceRule = EventSource['rules'][number];
export type SourceRefusal = components['schemas']['EventSourceRefusal'];

/** Whether a source takes records. */
export const sourceState = ({ enabled }: Pick<EventSource, 'enabled'>): string => (enabled ? 'active' : 'disabled');

export const sourceColumns: readonly Column<EventSource>[] = [
  sortable(
    'name',
    linkColumn(
      msg`Name`,
      'eventSource',
      (row) => row.code,
      (row) => row.name,
    ),
  ),
  wide(
    sortable(
      'code',
      codeColumn(msg`Code`, (row) => row.code),
    ),
  ),
  enumColumn(msg`Kind`, (row) => row.kind),
  stateColumn(msg`State`, sourceState),
  unitsColumn(msg`Taken`, (row) => row.taken),
  unitsColumn(msg`Refused`, (row) => row.refused),
  wide(instantColumn(msg`Last record`, (row) => row.last_received_at)),
  filling(textColumn(msg`Last error`, (row) => row.last_error)),
];

const signs: Readonly<Record<string, string>> = {
  equals: '=',
  not_equals: '≠',
  greater_than: '>',
  less_than: '<',
  starts_with: '^',
  exists: '∃',
  absent: '∄',
};

/** Conditions in the notation of programs: `status = ok`. */
export const conditionsText = ({ when }: Pick<SourceRule, 'when'>): string =>
  when
    .map(({ path, operator, value }) =>
      value === null ? `${signs[operator] ?? operator} ${path}` : `${path} ${signs[operator] ?? operator} ${value}`,
    )
    .join(' ∧ ');

/** Properties in the notation of programs: `tokens = (input − cached) × 0.001`. */
export const propertiesText = ({ properties }: Pick<SourceRule, 'properties'>): string =>
  properties
    .map(({ name, path, value, subtract, factor }) => {
      if (path === null) return `${name} = "${value ?? ''}"`;
      const left = [path, ...subtract].join(' − ');
      if (factor === null) return `${name} = ${left}`;
      return `${name} = ${subtract.length > 0 ? `(${left})` : left} × ${factor}`;
    })
    .join('; ');

/** Paths and formulas may be long: they share the room, and show all of their text under the pointer. */
const formulaColumn = (label: MessageDescriptor, value: (row: SourceRule) => string): Column<SourceRule> =>
  filling({ label, cell: (row) => <code title={value(row)}>{value(row)}</code>, csv: value });

export const ruleColumns: readonly Column<SourceRule>[] = [
  codeColumn(msg`Code`, (row) => row.code_path ?? row.code),
  formulaColumn(msg`Subscription`, (row) => row.subscription),
  formulaColumn(msg`Conditions`, conditionsText),
  formulaColumn(msg`Properties`, propertiesText),
  formulaColumn(msg`Transaction`, (row) => row.transaction_id.join(', ')),
  formulaColumn(msg`Time`, (row) => row.timestamp ?? ''),
];

export const refusalColumns: readonly Column<SourceRefusal>[] = [
  instantColumn(msg`Time`, (row) => row.refused_at),
  codeColumn(msg`Record`, (row) => row.record ?? row.place),
  wide(codeColumn(msg`Message`, (row) => row.place)),
  wide(codeColumn(msg`Rule`, (row) => row.rule)),
  filling(textColumn(msg`Reason`, (row) => errorsText(row.errors))),
];
