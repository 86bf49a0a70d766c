import { msg } from '@lingui/core/macro';
import { cellName, type Field, type Values } from './field.js';

const code = /^[A-Z]{3}$/;
/** The minor digits of most currencies, while the person types. */
const usual = 'EUR';

/** The currency of a record that has none yet. @param initial empty without a proposal */
export const currencyField = (name: string, initial: string): Field => ({
  kind: 'text',
  name,
  label: msg`Currency`,
  hint: msg`Three letters, such as EUR`,
  initial,
});

/** The currency that a form names, for the amounts beside it. */
export const typedCurrency =
  (name: string) =>
  (values: Values): string => {
    const typed = (values[name] ?? '').trim().toUpperCase();
    return code.test(typed) ? typed : usual;
  };

/** The currency that a row of a grid names, for the amounts in it. */
export const rowCurrency =
  (field: string, column: string) =>
  (values: Values, row: string): string => {
    const typed = (values[cellName(field, row, column)] ?? '').trim().toUpperCase();
    return code.test(typed) ? typed : usual;
  };
