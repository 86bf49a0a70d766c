import { z } from 'zod';
import { bodyOf, type BodyInput } from '../http/body.js';
import {
  cents,
  ifPresent,
  mandatoryCurrency,
  mandatoryPositiveInteger,
  mandatoryText,
  prose,
  text,
  textList,
} from '../http/fields.js';
import { updatedListParameters } from '../http/lists.js';
import { query, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { createdAt, described, shape, svcId, texts } from '../http/texts.js';
import { translated, translations } from '../http/translation-fields.js';
import { Tax } from './taxes.js';

/** A one-time sale, or the base of fixed charges in plans (catalog, section 10). */
export const AddOn = shape('A product that is billed once, or by fixed charges', {
  svc_id: svcId(),
  name: described(z.string(), 'Display name', 'Set-up'),
  invoice_display_name: described(z.string().nullable(), ...texts.invoiceDisplayName),
  invoice_display_name_translations: translated('de=Speicher'),
  code: described(z.string(), 'Unique code for calls', 'setup'),
  amount_cents: described(cents(), ...texts.amountCents),
  amount_currency: described(z.string(), ...texts.amountCurrency),
  description: described(z.string().nullable(), 'Description', 'Set-up of the account'),
  created_at: createdAt(),
  taxes: z.array(Tax),
});
export type AddOn = z.infer<typeof AddOn>;

export const AddOnCreate = bodyOf(AddOn, {
  name: mandatoryText(),
  code: mandatoryText(),
  amount_cents: mandatoryPositiveInteger(),
  amount_currency: mandatoryCurrency(),
  invoice_display_name: text(),
  invoice_display_name_translations: translations(),
  description: prose(),
  tax_codes: described(textList(), ...texts.taxCodes),
});
export type AddOnCreate = BodyInput<typeof AddOnCreate>;

export const AddOnUpdate = bodyOf(AddOn, {
  name: ifPresent(mandatoryText()),
  code: ifPresent(mandatoryText()),
  amount_cents: ifPresent(mandatoryPositiveInteger()),
  amount_currency: ifPresent(mandatoryCurrency()),
  invoice_display_name: text(),
  invoice_display_name_translations: translations(),
  description: prose(),
  tax_codes: described(textList(), ...texts.taxCodes),
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
