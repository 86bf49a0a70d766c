import type { CustomerRow } from '../../model/customers/customers.repository.js';

/** The code of errors by which tax engines refuse the address of a customer (webhooks, section 19). */
export const taxErrorCode = 'tax_error';

/** Codes of Anrok and AvaTax for an address that they cannot tax. */
const addressErrors = new Set([
  'customerAddressCouldNotResolve',
  'customerAddressCountryNotSupported',
  'MissingAddress',
  'NotEnoughAddressesInfo',
  'InvalidAddress',
  'InvalidPostalCode',
  'AddressLocationNotFound',
]);

/** Whether a tax engine refuses the address: only then is the customer at fault. */
export const isAddressError = (code: string): boolean => addressErrors.has(code);

type Addressed = Pick<
  CustomerRow,
  'address_line1' | 'address_line2' | 'city' | 'state' | 'zipcode' | 'country' | 'shipping_address'
>;

const lines = ['address_line1', 'address_line2', 'city', 'state', 'zipcode', 'country'] as const;

/** Whether a customer has another billing or shipping address than before. */
export const hasMoved = (before: Addressed, after: Addressed): boolean =>
  lines.some((line) => before[line] !== after[line] || shippedTo(before, line) !== shippedTo(after, line));

const shippedTo = ({ shipping_address: address }: Addressed, line: (typeof lines)[number]): string | null =>
  address?.[line] ?? null;
