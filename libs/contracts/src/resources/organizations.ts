import { z } from 'zod';
import { bodyOf, type BodyInput } from '../http/body.js';
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
import { createdAt, described, shape, svcId, texts } from '../http/texts.js';
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

/** Events of subscriptions that the organization does not have are accepted or refused (metering, section 2.1). */
export const unknownSubscriptions = ['accept', 'refuse'] as const;
export type UnknownSubscription = (typeof unknownSubscriptions)[number];

/** Fields and parameters that no contract knows are ignored or refused (catalog, section 1.4). */
export const unknownParameters = ['ignore', 'refuse'] as const;
export type UnknownParameterHandling = (typeof unknownParameters)[number];

export const organizationNumberings = ['per_customer', 'per_organization'] as const;
const nullableText = () => z.string().nullable();

/** An organization in its own answers; its settings are those of its default billing entity (catalog, section 14). */
export const Organization = shape('The organization; its settings are those of its default issuer', {
  svc_id: svcId(),
  name: described(z.string(), ...texts.customerName),
  slug: described(z.string(), ...texts.slug),
  default_currency: described(z.string(), 'Default currency (ISO 4217)', 'EUR'),
  created_at: createdAt(),
  webhook_url: described(z.string(), 'Address of the oldest endpoint; empty without one', 'https://acme.example/hooks'),
  webhook_urls: described(z.array(z.string()), 'Addresses that receive webhooks', 'https://acme.example/hooks'),
  country: described(nullableText(), ...texts.country),
  address_line1: described(nullableText(), ...texts.addressLine1),
  address_line2: described(nullableText(), ...texts.addressLine2),
  state: described(nullableText(), ...texts.region),
  zipcode: described(nullableText(), ...texts.zipcode),
  email: described(nullableText(), ...texts.email),
  city: described(nullableText(), ...texts.city),
  legal_name: described(nullableText(), ...texts.legalName),
  legal_number: described(nullableText(), ...texts.legalNumber),
  timezone: described(z.string(), ...texts.timezone),
  /** Days. */
  net_payment_term: described(z.int(), ...texts.netPaymentTerm),
  email_settings: described(
    z.array(z.string()),
    'Documents that are sent by e-mail when they are issued',
    'invoice.finalized',
  ),
  document_numbering: described(
    z.enum(organizationNumberings),
    'Whether documents are numbered per customer or per billing entity',
    'per_customer',
  ),
  document_number_prefix: described(z.string(), 'Prefix of document numbers', 'ACM'),
  tax_identification_number: described(nullableText(), ...texts.vatNumber),
  finalize_zero_amount_invoice: described(z.boolean(), 'Whether invoices without an amount are issued'),
  unknown_subscription: described(
    z.enum(unknownSubscriptions),
    'Whether events of subscriptions that the organization does not have are accepted or refused',
    'accept',
  ),
  unknown_parameters: described(
    z.enum(unknownParameters),
    'Whether fields and parameters that a call does not know are ignored or refused; only a sandbox refuses them',
    'ignore',
  ),
  billing_configuration: described(
    z.object({
      invoice_footer: described(nullableText(), 'Text at the foot of invoices', 'Thank you'),
      invoice_footer_translations: translated('de=Danke'),
      /** Days. */
      invoice_grace_period: described(z.int(), 'Number of days during which an invoice stays a draft', 3),
      document_locale: described(z.string(), ...texts.documentLocale),
    }),
    'Billing settings',
  ),
});
export type Organization = z.infer<typeof Organization>;

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
  phone: described(text(), ...texts.phone),
  net_payment_term: integer(0, bounds.days),
  invoice_grace_period: described(integer(0, bounds.days), 'Number of days during which an invoice stays a draft', 3),
  document_locale: described(choice(documentLocales, 'not_a_valid_language_code'), ...texts.documentLocale),
  invoice_footer: described(text(600), 'Text at the foot of invoices', 'Thank you'),
  subscription_invoice_issuing_date_anchor: described(choice(issuingDateAnchors), 'Anchor of the issuing date'),
  subscription_invoice_issuing_date_adjustment: described(
    choice(issuingDateAdjustments),
    'Whether the issuing date moves to the day of finalization',
  ),
  finalize_zero_amount_invoice: flag(),
  email_settings: textList(),
  document_number_prefix: upperCased(text(10)),
};

export const OrganizationCreate = bodyOf(
  Organization,
  {
    name: mandatoryText(),
    sandbox: described(flag(), 'Whether it is a sandbox, with a clock of its own', true),
    frozen_time: described(instantText(), 'Time of the sandbox', '2026-04-01T00:00:00Z'),
    unknown_parameters: choice(unknownParameters),
    ...issuerSettings,
  },
  (input, add) => {
    const { frozen_time: frozenTime, document_number_prefix: prefix } = input;
    if (frozenTime && Number.isNaN(Date.parse(frozenTime))) add('frozen_time', 'invalid_date');
    if (frozenTime && !input.sandbox) add('frozen_time', 'only_for_sandbox');
    if (input.unknown_parameters === 'refuse' && !input.sandbox) add('unknown_parameters', 'only_for_sandbox');
    if (prefix === '') add('document_number_prefix', 'value_is_too_short');
  },
);
export type OrganizationCreate = BodyInput<typeof OrganizationCreate>;

export const OrganizationWithTaxes = described(
  Organization.extend({ taxes: z.array(Tax) }),
  'The organization with its taxes',
);
export type OrganizationWithTaxes = z.infer<typeof OrganizationWithTaxes>;

const slugs = { shortest: 3, longest: 40 } as const;
const slugPattern = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const reservedSlugs = [
  'api',
  'admin',
  'operator',
  'webhooks',
  'settings',
  'plans',
  'customers',
  'invoices',
  'login',
  'internal',
];

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

export const OrganizationUpdate = bodyOf(
  Organization,
  {
    ...issuerFields,
    document_numbering: choice(organizationNumberings),
    unknown_subscription: choice(unknownSubscriptions),
    unknown_parameters: choice(unknownParameters),
    slug: text(slugs.longest),
    webhook_url: described(text(bounds.url), 'Address that receives webhooks', 'https://acme.example/hooks'),
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
