import type { FieldKind, FieldOf, Values } from './field.js';

/** The properties of the component of a field. */
export interface FieldProps<K extends FieldKind> {
  field: FieldOf<K>;
  /** All values of the form, as typed. */
  typed: Values;
  label: string;
  hint: string | undefined;
  error: string | undefined;
  onType(changes: Values): void;
}
