import type { MessageDescriptor } from '@lingui/core';
import type { Answer, Call, ReadPath } from '../api/read.js';

/** The values of a form by name: amounts in minor units, decimals with a point, `true` for a checked box. */
export type Values = Record<string, string>;

/** A value that a person may choose. */
export interface Option {
  value: string;
  label: MessageDescriptor | string;
}

interface Common {
  /** The name of the value. */
  name: string;
  /** A text is a name that the organization chose. */
  label: MessageDescriptor | string;
  /** The name in the errors of the call, if it is another one. */
  errorName?: string;
  hint?: MessageDescriptor;
  isOptional?: boolean;
  initial?: string;
  /** Whether the field belongs to the form with these values. */
  isShown?(values: Values): boolean;
}

/** A choice among the records of a call. */
export interface Picker {
  /** @param text what the person types */
  callOf(text: string): Call;
  optionsOf(answer: never): readonly Option[];
}

/**
 * Proposes texts for a field, and a person may type any other. It is a hook, which may read calls.
 * @param values all values of the form @param row the row of the field in its grid; empty outside of grids
 */
export type UseProposals = (values: Values, row: string) => readonly Option[];

/** A field of an act's form. Each kind has one component in `fields.tsx`. */
export type Field = Common &
  (
    | { kind: 'text' | 'email' | 'address' | 'long' | 'decimal' | 'day' | 'check' }
    /** No answer shows it and no draft stores it: see `secretField`. */
    | { kind: 'secret' }
    /** A day of the record's time zone; its value is the first instant of it, or the last second. */
    | { kind: 'day_start' | 'day_end' }
    /** Proposed from another field until the person types in it. */
    | { kind: 'code'; from: string }
    | { kind: 'money'; currency: CurrencyOf }
    | { kind: 'choice'; options: readonly Option[] }
    | { kind: 'proposed'; useProposals: UseProposals }
    /** The value of `several` has commas between its parts. */
    | { kind: 'picker' | 'several'; picker: Picker }
    /** Without rows, the person adds them to those that are there at first. */
    | {
        kind: 'grid';
        columns: readonly GridColumn[];
        currency: CurrencyOf;
        rows?: readonly GridRow[];
        atFirst?: readonly Values[];
        rules?: GridRules;
      }
  );

export type FieldKind = Field['kind'];
/** A field of one kind. */
export type FieldOf<K extends FieldKind> = Field & { kind: K };

/** A column of a grid. */
export type GridColumn = { name: string; label: MessageDescriptor; isOptional?: boolean } & (
  | { kind: 'money' | 'decimal' | 'text' | 'check' }
  | { kind: 'picker'; picker: Picker }
  | { kind: 'proposed'; useProposals: UseProposals }
  | { kind: 'choice'; options: readonly Option[] }
);

/** The place of a cell: the name of its grid, its row and its column. */
export interface GridCell {
  field: string;
  row: string;
  column: string;
}

/** Rules of a grid beyond its cells, such as one of ranges. All values and texts are as typed in a language. */
export interface GridRules {
  /** The rows of a pasted table, by column; null where the text is none. They replace the row and all after it. */
  readPasted(text: string, language: string): readonly Values[] | null;
  /** The value that an empty cell stands for. */
  emptyText(typed: Values, cell: GridCell, language: string): string;
  /** The fault of a cell; null without one. */
  faultOf(typed: Values, cell: GridCell, language: string): MessageDescriptor | null;
  /** Changes of other cells that follow a typed one. */
  follow(cell: GridCell): Values;
}

/** A row of a grid. */
export interface GridRow {
  id: string;
  label: string;
  /** Values at first, by column. */
  initial?: Values;
  /** A text beside the row, such as the most that may be typed. */
  note?: string;
}

/** The name of a value in a grid. */
export const cellName = (field: string, row: string, column: string): string => `${field}.${row}.${column}`;

/** The name of the number of rows in a grid whose rows the person adds. */
export const countName = (field: string): string => `${field}.rows`;

/** The rows of a grid: those of its declaration, or as many as the person has added. */
export const rowsOf = ({ name, rows }: FieldOf<'grid'>, typed: Values): readonly GridRow[] =>
  rows ?? Array.from({ length: Number(typed[countName(name)] ?? 1) }, (_, place) => ({ id: String(place), label: '' }));

/** The rows of a grid at first, with their values. */
export const rowsAtFirst = ({ rows, atFirst = [] }: FieldOf<'grid'>): readonly GridRow[] =>
  rows ?? atFirst.map((initial, place) => ({ id: String(place), label: '', initial }));

/** The values of a grid by row, without rows that are empty. */
export function gridOf(values: Values, field: string): (Values & { id: string })[] {
  const rows = new Map<string, Values & { id: string }>();
  for (const [name, value] of Object.entries(values)) {
    const [of, id, column] = name.split('.');
    if (of !== field || id === undefined || column === undefined || value === '') continue;
    rows.set(id, { ...(rows.get(id) ?? { id }), [column]: value });
  }
  return [...rows.values()];
}

/** A currency that is known, or that another value of the form names; in a grid, a value of the same row. */
export type CurrencyOf = string | ((values: Values, row: string) => string);
export const currencyOf = (currency: CurrencyOf, values: Values, row = ''): string =>
  typeof currency === 'string' ? currency : currency(values, row);

/** A choice among the answer of a call, with the types of that call. */
export const pickerOf = <P extends ReadPath>(
  callOf: (text: string) => Call<P>,
  optionsOf: (answer: Answer<P>) => readonly Option[],
): Picker => ({ callOf, optionsOf });
