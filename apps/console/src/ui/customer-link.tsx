import type { NamedCustomer } from '../api/records.js';
import { nameOf } from './customer-name.js';
import { RecordLink } from './record-link.js';

/** Leads to a customer under its name; under its external id where the person may not read it. */
export const CustomerLink = ({ id, customer }: { id: string; customer: NamedCustomer | null | undefined }) => (
  <RecordLink kind="customer" id={id}>
    {customer ? nameOf(customer) : id}
  </RecordLink>
);
