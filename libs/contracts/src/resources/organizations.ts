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
  isBlank,
  mandatoryText,
  text,
  textList,
  timestamp,
} from '../http/fields.js';
import { countries, documentLocales, issuingDateAdjustments, issuingDateAnchors, timezones } from '../http/enums.js';
import { upperCased } from '../http/party-fields.js';
import { isHttpUrl } from '../http/guards.js';
import { route } from '../http/route.js';
import { translated } from '../http/translation-fields.js';
import { checkIssuerChange, issuerFields } from './billing-entities.js';
import { Tax } from './taxes.js';

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

/** A new API key; only this answer shows its value. */
export const NewApiKey = z.object({ svc_id: id(), value: z.string() });
export type NewApiKey = z.infer<typeof NewApiKey>;

/** Settings of an invoice issuer (catalog, section 13): of the organization and of its default billing entity. */
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

/** What happens to events of subscriptions that the organization does not have (metering, section 2.1). */
export const unknownSubscriptions = ['accept', 'refuse'] as const;
export type UnknownSubscription = (typeof unknownSubscriptions)[number];

export const organizationNumberings = ['per_customer', 'per_organization'] as const;
const nullableText = () => z.string().nullable();

/** An organization in its own answers; its settings are those of its default billing entity (catalog, section 14). */
export const Organization = z.object({
  svc_id: id(),
  name: z.string(),
  slug: z.string(),
  default_currency: z.string(),
  created_at: timestamp(),
  webhook_url: z.string().meta({ description: 'Address of the oldest endpoint; empty without one' }),
  webhook_urls: z.array(z.string()),
  country: nullableText(),
  address_line1: nullableText(),
  address_line2: nullableText(),
  state: nullableText(),
  zipcode: nullableText(),
  email: nullableText(),
  city: nullableText(),
  legal_name: nullableText(),
  legal_number: nullableText(),
  timezone: z.string(),
  /** Days. */
  net_payment_term: z.int(),
  email_settings: z.array(z.string()),
  document_numbering: z.enum(organizationNumberings),
  document_number_prefix: z.string(),
  tax_identification_number: nullableText(),
  finalize_zero_amount_invoice: z.boolean(),
  unknown_subscription: z.enum(unknownSubscriptions),
  billing_configuration: z.object({
    invoice_footer: nullableText(),
    invoice_footer_translations: translated(),
    /** Days. */
    invoice_grace_period: z.int(),
    document_locale: z.string(),
  }),
});
export type Organization = z.infer<typeof Organization>;

export const OrganizationWithTaxes = Organization.extend({ taxes: z.array(Tax) });
export type OrganizationWithTaxes = z.infer<typeof OrganizationWithTaxes>;

const slugs = { shortest: 3, longest: 40 } as const;
const slugPattern = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const reservedSlugs = ['api', 'admin', 'webhooks', 'settings', 'plans', 'customers', 'invoices', 'login', 'internal'];

/** Normalizes a slug: trimmed, in lower case. */
export const normalizeSlug = (slug: string): string => slug.trim().toLowerCase();

/** The errors of a slug, except that another organization may have it (catalog, section 14). */
export function slugErrors(slug: string): string[] {
  if (slug === '') return ['value_is_mandatory'];
  if (slug.length > slugs.longest) return ['value_is_too_long'];
  if (slug.length < slugs.shortest) return ['value_is_too_short'];
  if (!slugPattern.test(slug)) return ['value_is_invalid'];
  return reservedSlugs.includes(slug) ? ['value_is_reserved'] : [];
}

export const OrganizationUpdate = body(
  {
    ...issuerFields,
    document_numbering: choice(organizationNumberings),
    unknown_subscription: choice(unknownSubscriptions),
    slug: text(slugs.longest),
    webhook_url: text(bounds.url),
  },
  (input, add) => {
    checkIssuerChange(input, add);
    if (input.slug !== undefined) for (const code of slugErrors(normalizeSlug(input.slug ?? ''))) add('slug', code);
    if (!isBlank(input.webhook_url) && !isHttpUrl(input.webhook_url ?? '')) add('webhook_url', 'url_is_invalid');
  },
);
export type OrganizationUpdate = BodyInput<typeof OrganizationUpdate>;

const shared = { service: 'identity', permission: 'organization' } as const;

export const organizationRoutes = {
  read: route({
    ...shared,
    method: 'GET',
    path: '/organizations',
    summary: 'Read the organization of the key',
    answer: { organization: Organization },
  }),
  create: route({
    ...shared,
    method: 'POST',
    path: '/organizations',
    access: 'person',
    summary: 'Create an organization as an operator, and become its admin',
    wrapper: 'organization',
    body: OrganizationCreate,
    answer: { organization: Organization },
  }),
  update: route({
    ...shared,
    method: 'PUT',
    path: '/organizations',
    summary: 'Update the organization of the key and its default billing entity',
    wrapper: 'organization',
    body: OrganizationUpdate,
    answer: { organization: OrganizationWithTaxes },
    deprecated: true,
  }),
};
