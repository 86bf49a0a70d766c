import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { bounds } from '../http/bounds.js';
import {
  choice,
  currency,
  flag,
  id,
  instantText,
  integer,
  mandatoryText,
  text,
  textList,
  timestamp,
} from '../http/fields.js';
import { countries, documentLocales, issuingDateAdjustments, issuingDateAnchors, timezones } from '../http/enums.js';

/** An organization, as operators see it (conformance format, "a fresh organization"). */
export const AdminOrganization = z.object({
  svc_id: id(),
  name: z.string(),
  sandbox: z.boolean(),
  hmac_key: z.string(),
  default_currency: z.string(),
  timezone: z.string(),
  country: z.string().nullable(),
  email: z.string().nullable(),
  document_number_prefix: z.string(),
  net_payment_term: z.int(),
  created_at: timestamp(),
});
export type AdminOrganization = z.infer<typeof AdminOrganization>;

/** A new API key; its value is shown this once. */
export const NewApiKey = z.object({ svc_id: id(), value: z.string() });
export type NewApiKey = z.infer<typeof NewApiKey>;

const upperCased = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' ? value.toUpperCase() : value), schema).optional();

/** Settings of an issuer of invoices (catalog, section 13): of the organization and of its default billing entity. */
export const issuerSettings = {
  default_currency: upperCased(currency()),
  timezone: choice(timezones, 'invalid_timezone'),
  country: upperCased(choice(countries, 'not_a_valid_country_code')),
  email: text(),
  legal_name: text(),
  legal_number: text(),
  tax_identification_number: text(),
  address_line1: text(),
  address_line2: text(),
  city: text(),
  state: text(),
  zipcode: text(),
  phone: text(),
  net_payment_term: integer(0, bounds.days),
  invoice_grace_period: integer(0, bounds.days),
  document_locale: choice(documentLocales, 'not_a_valid_language_code'),
  invoice_footer: text(600),
  subscription_invoice_issuing_date_anchor: choice(issuingDateAnchors),
  subscription_invoice_issuing_date_adjustment: choice(issuingDateAdjustments),
  finalize_zero_amount_invoice: flag(),
  email_settings: textList(),
  document_number_prefix: upperCased(text(10)),
};

export const OrganizationCreate = body(
  { name: mandatoryText(), sandbox: flag(), frozen_time: instantText(), ...issuerSettings },
  (input, add) => {
    const { frozen_time: frozenTime, document_number_prefix: prefix } = input;
    if (frozenTime && Number.isNaN(Date.parse(frozenTime))) add('frozen_time', 'invalid_date');
    if (frozenTime && !input.sandbox) add('frozen_time', 'only_for_sandbox');
    if (prefix === '') add('document_number_prefix', 'value_is_too_short');
  },
);
export type OrganizationCreate = BodyInput<typeof OrganizationCreate>;
