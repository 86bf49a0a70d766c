import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import {
  cents,
  id,
  ifPresent,
  mandatoryCurrency,
  mandatoryPositiveInteger,
  mandatoryText,
  prose,
  text,
  textList,
  timestamp,
} from '../http/fields.js';
import { updatedListParameters } from '../http/lists.js';
import { query, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { translated, translations } from '../http/translation-fields.js';
import { Tax } from './taxes.js';

/** A one-time sale, or the base of fixed charges in plans (catalog, section 10). */
export const AddOn = z.object({
  svc_id: id(),
  name: z.string(),
  invoice_display_name: z.string().nullable(),
  invoice_display_name_translations: translated(),
  code: z.string(),
  amount_cents: cents(),
  amount_currency: z.string(),
  description: z.string().nullable(),
  created_at: timestamp(),
  taxes: z.array(Tax),
});
export type AddOn = z.infer<typeof AddOn>;

export const AddOnCreate = body({
  name: mandatoryText(),
  code: mandatoryText(),
  amount_cents: mandatoryPositiveInteger(),
  amount_currency: mandatoryCurrency(),
  invoice_display_name: text(),
  invoice_display_name_translations: translations(),
  description: prose(),
  tax_codes: textList(),
});
export type AddOnCreate = BodyInput<typeof AddOnCreate>;

export const AddOnUpdate = body({
  name: ifPresent(mandatoryText()),
  code: ifPresent(mandatoryText()),
  amount_cents: ifPresent(mandatoryPositiveInteger()),
  amount_currency: ifPresent(mandatoryCurrency()),
  invoice_display_name: text(),
  invoice_display_name_translations: translations(),
  description: prose(),
  tax_codes: textList(),
});
export type AddOnUpdate = BodyInput<typeof AddOnUpdate>;

/** Filters of the list. */
export const AddOnFilters = query(updatedListParameters(['created_at', 'name', 'code', 'amount_cents']));
export type AddOnFilters = QueryInput<typeof AddOnFilters>;

const shared = { service: 'catalog', permission: 'add_on' } as const;

export const addOnRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: '/add_ons',
    summary: 'Create an add-on',
    wrapper: 'add_on',
    body: AddOnCreate,
    answer: { add_on: AddOn },
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: '/add_ons',
    summary: 'List add-ons',
    query: AddOnFilters,
    answer: { add_ons: z.array(AddOn), meta: Meta },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: '/add_ons/:code',
    summary: 'Read an add-on',
    answer: { add_on: AddOn },
  }),
  update: route({
    ...shared,
    method: 'PUT',
    path: '/add_ons/:code',
    summary: 'Update an add-on',
    wrapper: 'add_on',
    body: AddOnUpdate,
    answer: { add_on: AddOn },
  }),
  remove: route({
    ...shared,
    method: 'DELETE',
    path: '/add_ons/:code',
    summary: 'Delete an add-on and its fixed charges',
    answer: { add_on: AddOn },
  }),
};
