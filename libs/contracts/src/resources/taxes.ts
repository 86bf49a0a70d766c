import { z } from 'zod';
import { bodyOf, type BodyInput } from '../http/body.js';
import { flag, mandatoryDecimal, mandatoryText, prose, text, decimal } from '../http/fields.js';
import { updatedListParameters } from '../http/lists.js';
import { query, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { strictly } from '../http/strict.js';
import { createdAt, described, shape, svcId, texts } from '../http/texts.js';
import { translated, translations } from '../http/translation-fields.js';

/** A tax as it is embedded in plans, charges, customers (catalog, section 12). */
export const Tax = shape('A tax within other objects', {
  svc_id: svcId(),
  name: described(z.string(), 'Display name', 'VAT'),
  name_translations: translated('de=Einstieg'),
  code: described(z.string(), 'Unique code for calls', 'vat_20'),
  rate: described(z.number(), 'Rate in percent', 20),
  description: described(z.string().nullable(), 'Description', 'Standard rate'),
  applied_to_organization: described(z.boolean(), 'Whether it applies by default, where no other level names taxes'),
  add_ons_count: described(z.literal(0), ...texts.alwaysZero),
  customers_count: described(z.literal(0), ...texts.alwaysZero),
  plans_count: described(z.literal(0), ...texts.alwaysZero),
  charges_count: described(z.literal(0), ...texts.alwaysZero),
  commitments_count: described(z.literal(0), ...texts.alwaysZero),
  created_at: createdAt(),
});
export type Tax = z.infer<typeof Tax>;

/** A tax in its own answers. */
export const TaxWithEntities = described(
  Tax.extend({
    applied_to_billing_entities_codes: described(
      z.array(z.string()),
      'Codes of the billing entities that apply it',
      'acme_fr',
    ),
  }),
  'A tax in its own answers, with the issuers that apply it',
);
export type TaxWithEntities = z.infer<typeof TaxWithEntities>;

export const TaxCreate = bodyOf(Tax, {
  name: mandatoryText(),
  name_translations: translations(),
  code: mandatoryText(),
  rate: strictly(mandatoryDecimal(), z.number()),
  description: prose(),
  applied_to_organization: flag(),
});
export type TaxCreate = BodyInput<typeof TaxCreate>;

export const TaxUpdate = bodyOf(
  Tax,
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
    validates: 'after loading',
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
