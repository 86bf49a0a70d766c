import type { FieldErrors, RawInput } from '@tollgate/contracts';
import { BadRequest } from '@tollgate/platform';
import type { EventSourceRow } from '../../sources/event-sources/event-sources.repository.js';
import { kindOf } from '../../sources/kinds/registry.js';
import { applyRules } from '../../sources/rules/apply-rules.js';
import type { SourceInput } from '../../sources/rules/source-input.js';
import type { RowRecord } from '../formats/row-format.js';
import { plainEvent } from './plain-events.js';

/** An event of a row. */
export interface RowEvent {
  row: number;
  /** Among the events and refusals of the row. */
  place: number;
  rule: string | null;
  event: RawInput;
}

/** An event that a row cannot make. */
export interface RowRefusal extends Omit<RowEvent, 'event'> {
  event: RawInput | null;
  errors: FieldErrors;
}

export interface MadeOfRows {
  events: RowEvent[];
  refusals: RowRefusal[];
  /** Rows to which no rule applies. */
  ignored: number;
}

type Rules = Pick<EventSourceRow, 'kind' | 'rules'>;

/**
 * Makes events of rows, by the rules of a source or as they are. The same rows always make the same events, with the same
 * transaction ids.
 * @param first the number of the first row
 * @param digest identifies the object: a row without an identifier gets one of it and of its number
 */
export function eventsOfRows(
  rows: readonly RowRecord[],
  first: number,
  digest: string,
  source: Rules | null,
): MadeOfRows {
  const made: MadeOfRows = { events: [], refusals: [], ignored: 0 };
  for (const [index, record] of rows.entries()) {
    const row = first + index;
    const ownId = `${digest}:${row}`;
    if (record === null) made.refusals.push(refusalOf(row, { base: ['row_is_invalid'] }));
    else if (source === null) made.events.push({ row, place: 0, rule: null, event: plainEvent(record, ownId) });
    else applySource(made, source, { record, row, ownId });
  }
  return made;
}

const refusalOf = (row: number, errors: FieldErrors): RowRefusal => ({
  row,
  place: 0,
  rule: null,
  event: null,
  errors,
});

function applySource(
  made: MadeOfRows,
  { kind, rules }: Rules,
  { record, row, ownId }: { record: RawInput; row: number; ownId: string },
): void {
  const inputs = inputsOf(kind, record);
  if (inputs === null) return void made.refusals.push(refusalOf(row, { base: ['value_is_invalid'] }));
  let place = 0;
  for (const [index, input] of inputs.entries()) {
    const id = input.id ?? (inputs.length === 1 ? ownId : `${ownId}:${index + 1}`);
    const { events, refusals } = applyRules(rules, { ...input, id });
    for (const { rule, event } of events) made.events.push({ row, place: place++, rule, event });
    for (const { rule, errors } of refusals) made.refusals.push({ row, place: place++, rule, event: null, errors });
  }
  if (place === 0) made.ignored += 1;
}

/** The inputs of a row, as those of a call; null for a row that the kind of the source cannot read. */
function inputsOf(kind: Rules['kind'], record: RawInput): SourceInput[] | null {
  try {
    return kindOf(kind).readInputs(record);
  } catch (error) {
    if (error instanceof BadRequest) return null;
    throw error;
  }
}
