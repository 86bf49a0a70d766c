import { z } from 'zod';
import { listExpansions } from '../http/lists.js';
import { query, type QueryInput } from '../http/query.js';
import { described, shape, svcId, texts } from '../http/texts.js';

/** A customer by its names, with its time zone. */
export const NamedCustomer = shape('A customer by its names, with its time zone', {
  svc_id: svcId(),
  external_id: described(z.string(), ...texts.externalId),
  name: described(z.string().nullable(), ...texts.customerName),
  firstname: described(z.string().nullable(), 'First name', 'Ada'),
  lastname: described(z.string().nullable(), 'Last name', 'Martin'),
  applicable_timezone: described(
    z.string(),
    'Effective time zone: its own, or that of the billing entity',
    'Europe/Paris',
  ),
});
export type NamedCustomer = z.infer<typeof NamedCustomer>;

/** The member that `expand=customer` adds to an object; null where the caller may not read customers. */
export const expandedCustomer = { customer: NamedCustomer.nullable().optional() };

/** The parameters of a call that reads one object of a customer. */
export const CustomerExpansion = query(listExpansions(['customer']));
export type CustomerExpansion = QueryInput<typeof CustomerExpansion>;
