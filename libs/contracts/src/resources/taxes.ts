import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { flag, id, mandatoryDecimal, mandatoryText, prose, text, timestamp, decimal } from '../http/fields.js';
import { updatedListParameters } from '../http/lists.js';
import { query, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { strictly } from '../http/strict.js';
import { translated, translations } from '../http/translation-fields.js';

/** A tax as it is embedded in plans, charges, customers (catalog, section 12). */
export const Tax = z.object({
  svc_id: id(),
  name: z.string(),
  name_translations: translated(),
  code: z.string(),
  rate: z.number(),
  description: z.string().nullable(),
  applied_to_organization: z.boolean(),
  add_ons_count: z.literal(0),
  customers_count: z.literal(0),
  plans_count: z.literal(0),
  charges_count: z.literal(0),
  commitments_count: z.literal(0),
  created_at: timestamp(),
});
export type Tax = z.infer<typeof Tax>;

/** A tax in its own answers. */
export const TaxWithEntities = Tax.extend({ applied_to_billing_entities_codes: z.array(z.string()) });
export type TaxWithEntities = z.infer<typeof TaxWithEntities>;

export const TaxCreate = body({
  name: mandatoryText(),
  name_translations: translations(),
  code: mandatoryText(),
  rate: strictly(mandatoryDecimal(), z.number()),
  description: prose(),
  applied_to_organization: flag(),
});
export type TaxCreate = BodyInput<typeof TaxCreate>;

export const TaxUpdate = body(
  {
    name: text(),
    name_translations: translations(),
    code: text(),
    rate: strictly(decimal(), z.number().nullish()),
    description: prose(),
    applied_to_organization: flag(),
  },
  (input, add) => {
    for (const field of ['name', 'code', 'rate'] as const) {
      const value = input[field];
      if (value === null || (value !== undefined && value.trim() === '')) add(field, 'value_is_mandatory');
    }
  },
);
export type TaxUpdate = BodyInput<typeof TaxUpdate>;

/** Filters of the list. */
export const TaxFilters = query(updatedListParameters(['name', 'created_at', 'code']));
export type TaxFilters = QueryInput<typeof TaxFilters>;

const shared = { service: 'catalog', permission: 'tax' } as const;

export const taxRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: '/taxes',
    summary: 'Create a tax',
    wrapper: 'tax',
    body: TaxCreate,
    answer: { tax: TaxWithEntities },
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: '/taxes',
    summary: 'List taxes',
    query: TaxFilters,
    answer: { taxes: z.array(TaxWithEntities), meta: Meta },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: '/taxes/:code',
    summary: 'Read a tax',
    answer: { tax: TaxWithEntities },
  }),
  update: route({
    ...shared,
    method: 'PUT',
    path: '/taxes/:code',
    summary: 'Update a tax',
    wrapper: 'tax',
    body: TaxUpdate,
    answer: { tax: TaxWithEntities },
  }),
  remove: route({
    ...shared,
    method: 'DELETE',
    path: '/taxes/:code',
    summary: 'Delete a tax',
    answer: { tax: TaxWithEntities },
  }),
};
