import type { Customer } from '../api/records.js';

type Named = Pick<Customer, 'external_id' | 'name' | 'firstname' | 'lastname'>;

/** The name by which people know a customer: of the company or the person, else its identifier. */
export const nameOf = ({ name, firstname, lastname, external_id }: Named): string =>
  [name, [firstname, lastname].filter(Boolean).join(' '), external_id].find((one) => one) ?? '';
