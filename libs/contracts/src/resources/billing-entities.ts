import { z } from 'zod';
import { bic, iban } from '../http/bank-fields.js';
import { type BodyInput, type FieldErrors, bodyOf } from '../http/body.js';
import { bounds } from '../http/bounds.js';
import {
  documentLocales,
  issuingDateAdjustments,
  issuingDateAnchors,
  statementSchedules,
  timezones,
} from '../http/enums.js';
import {
  choice,
  currency,
  flag,
  ifPresent,
  integer,
  isBlank,
  mandatoryFlag,
  mandatoryText,
  record,
  text,
  textList,
  withMembers,
} from '../http/fields.js';
import { image } from '../http/image-field.js';
import { blankAsNull, colour, country, email, upperCased } from '../http/party-fields.js';
import { readBody } from '../http/read-body.js';
import { route } from '../http/route.js';
import { choiceText } from '../http/strict-fields.js';
import { strictly } from '../http/strict.js';
import { createdAt, described, shape, svcId, texts, updatedAt } from '../http/texts.js';
import { translated, translations } from '../http/translation-fields.js';
import { IssuerEinvoicingInput, IssuerEinvoicingSettings } from './einvoicing-settings.js';
import { InvoiceCustomSection } from './invoice-custom-sections.js';
import { LegalMentions, LegalMentionsInput } from './legal-mentions.js';
import { PortalSettings, PortalSettingsInput } from './portal-settings.js';
import { Tax } from './taxes.js';

export const documentNumberings = ['per_customer', 'per_billing_entity'] as const;
/** Documents that the service sends by e-mail when it issues them. */
export const emailSettings = ['invoice.finalized', 'credit_note.created', 'payment_receipt.created'] as const;

/** Sizes of the pages of documents. */
export const documentPapers = ['A4', 'Letter'] as const;

const nullableText = () => z.string().nullable();

/** An issuer of invoices (catalog, section 13). */
export const BillingEntity = shape('An issuer of invoices', {
  svc_id: svcId(),
  code: described(z.string(), 'Unique code for calls', 'acme_fr'),
  name: described(z.string(), 'Display name', 'Acme France'),
  is_default: described(z.boolean(), 'Whether it is the default'),
  default_currency: described(z.string(), 'Default currency (ISO 4217)', 'EUR'),
  timezone: described(z.string(), ...texts.timezone),
  document_numbering: described(
    z.enum(documentNumberings),
    'Whether documents are numbered per customer or per billing entity',
    'per_customer',
  ),
  document_number_prefix: described(z.string(), 'Prefix of document numbers', 'ACM'),
  document_locale: described(z.string(), ...texts.documentLocale),
  finalize_zero_amount_invoice: described(z.boolean(), 'Whether invoices without an amount are issued'),
  /** Days. */
  invoice_grace_period: described(z.int(), 'Number of days during which an invoice stays a draft', 3),
  /** Days. */
  net_payment_term: described(z.int(), ...texts.netPaymentTerm),
  invoice_footer: described(nullableText(), 'Text at the foot of invoices', 'Thank you'),
  invoice_footer_translations: translated('de=Danke'),
  subscription_invoice_issuing_date_anchor: described(z.enum(issuingDateAnchors), 'Anchor of the issuing date'),
  subscription_invoice_issuing_date_adjustment: described(
    z.enum(issuingDateAdjustments),
    'Whether the issuing date moves to the day of finalization',
  ),
  address_line1: described(nullableText(), ...texts.addressLine1),
  address_line2: described(nullableText(), ...texts.addressLine2),
  city: described(nullableText(), ...texts.city),
  state: described(nullableText(), ...texts.region),
  zipcode: described(nullableText(), ...texts.zipcode),
  country: described(nullableText(), ...texts.country),
  email: described(nullableText(), ...texts.email),
  phone: described(nullableText(), ...texts.phone),
  legal_name: described(nullableText(), ...texts.legalName),
  legal_number: described(nullableText(), ...texts.legalNumber),
  tax_identification_number: described(nullableText(), ...texts.vatNumber),
  email_settings: described(
    z.array(z.enum(emailSettings)),
    'Documents that are sent by e-mail when they are issued',
    'invoice.finalized',
  ),
  eu_tax_management: described(z.boolean(), "Whether EU VAT rules determine taxes by the customer's country"),
  einvoicing: described(z.boolean(), 'Whether it issues e-invoices'),
  bank_account_holder: described(nullableText(), 'Holder of its bank account', 'Acme SAS'),
  bank_account_iban: described(nullableText(), 'Number of its bank account (IBAN)', 'FR7630006000011234567890189'),
  bank_account_bic: described(nullableText(), 'Code of its bank (BIC)', 'AGRIFRPP'),
  payment_terms: described(nullableText(), 'Text about the terms of payment', 'Within 30 days'),
  payment_terms_translations: translated('de=Innerhalb von 30 Tagen'),
  email_text: described(nullableText(), 'Paragraph in e-mails to customers', 'Our office is closed in August'),
  email_text_translations: translated('de=Im August ist unser Büro geschlossen'),
  document_paper: described(z.enum(documentPapers), 'Size of the pages of documents'),
  document_accent_color: described(nullableText(), 'As in #1f4e79; null: the default colour', '#1f4e79'),
  einvoicing_settings: IssuerEinvoicingSettings,
  statement_schedule: described(z.enum(statementSchedules), 'Frequency of statements of account', 'monthly'),
  legal_mentions: LegalMentions,
  portal_settings: PortalSettings,
  logo_url: described(
    z.url().nullable(),
    'Address of its logo, readable without a key',
    'https://acme.example/logo.png',
  ),
  created_at: createdAt(),
  updated_at: updatedAt(),
});
export type BillingEntity = z.infer<typeof BillingEntity>;

/** An issuer in its own answers. */
export const SingleBillingEntity = described(
  BillingEntity.extend({
    taxes: z.array(Tax),
    selected_invoice_custom_sections: z.array(InvoiceCustomSection),
  }),
  'An issuer in its own answers, with its taxes and sections',
);
export type SingleBillingEntity = z.infer<typeof SingleBillingEntity>;

/** A nested object of a body; its errors have the names of its fields. */
export const IssuerBillingConfiguration = described(
  bodyOf(BillingEntity, {
    invoice_grace_period: integer(0, bounds.days),
    document_locale: choice(documentLocales, 'not_a_valid_language_code'),
    invoice_footer: text(600),
    invoice_footer_translations: translations(600),
    subscription_invoice_issuing_date_anchor: choice(issuingDateAnchors),
    subscription_invoice_issuing_date_adjustment: choice(issuingDateAdjustments),
  }),
  'Billing settings of the billing entity',
);
export type IssuerBillingConfiguration = BodyInput<typeof IssuerBillingConfiguration>;

/** Settings that billing entities and, through their default one, organizations share (catalog, sections 13 and 14). */
export const issuerFields = {
  default_currency: upperCased(currency()),
  timezone: choice(timezones, 'invalid_timezone'),
  country: country(),
  email: blankAsNull(email()),
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
  document_number_prefix: upperCased(text(10)),
  finalize_zero_amount_invoice: ifPresent(mandatoryFlag()),
  email_settings: strictly(textList(), z.array(z.enum(emailSettings))),
  billing_configuration: strictly(record(), IssuerBillingConfiguration),
};

type IssuerInput = Partial<BodyInput<{ shape: typeof issuerFields }>>;

/** Validates rules across fields, and nested objects. */
export function checkIssuer(input: IssuerInput, add: (field: string, code: string) => void): void {
  if (input.document_number_prefix === '') add('document_number_prefix', 'value_is_too_short');
  if (input.email_settings?.some((setting) => !(emailSettings as readonly string[]).includes(setting)))
    add('email_settings', 'unsupported_value');
  const read = readBody(IssuerBillingConfiguration, input.billing_configuration ?? {});
  const errors: FieldErrors = 'errors' in read ? read.errors : {};
  for (const [field, codes] of Object.entries(errors)) for (const code of codes) add(field, code);
}

/** An explicit null clears a setting that may be empty; for any other, it is refused with the setting's code. */
const neverNull = {
  default_currency: 'value_is_invalid',
  timezone: 'invalid_timezone',
  net_payment_term: 'is not a number',
  document_number_prefix: 'value_is_too_short',
} as const;
const neverNullConfiguration = {
  invoice_grace_period: 'is not a number',
  document_locale: 'not_a_valid_language_code',
  subscription_invoice_issuing_date_anchor: 'value_is_invalid',
  subscription_invoice_issuing_date_adjustment: 'value_is_invalid',
} as const;

/** The same for an update, which cannot clear a mandatory setting. */
export function checkIssuerChange(input: IssuerInput, add: (field: string, code: string) => void): void {
  checkIssuer(input, add);
  for (const [field, code] of Object.entries(neverNull))
    if (input[field as keyof typeof neverNull] === null) add(field, code);
  for (const [field, code] of Object.entries(neverNullConfiguration))
    if (input.billing_configuration?.[field] === null) add(field, code);
}

const entityFields = {
  ...issuerFields,
  eu_tax_management: flag(),
  einvoicing: flag(),
  logo: described(image(), 'PNG or JPEG as a data URI, 800 kB at most', 'data:image/png;base64,iVBORw0KGgo='),
  bank_account_holder: blankAsNull(text()),
  bank_account_iban: iban(),
  bank_account_bic: bic(),
  payment_terms: blankAsNull(text(600)),
  payment_terms_translations: translations(600),
  email_text: blankAsNull(text(600)),
  email_text_translations: translations(600),
  document_paper: choice(documentPapers),
  document_accent_color: described(blankAsNull(colour()), 'Colour of lines and titles in documents', '#1f4e79'),
  einvoicing_settings: withMembers(record(), IssuerEinvoicingInput),
  statement_schedule: choice(statementSchedules),
  legal_mentions: withMembers(record(), LegalMentionsInput),
  portal_settings: withMembers(record(), PortalSettingsInput),
};

export const BillingEntityCreate = bodyOf(
  BillingEntity,
  {
    code: mandatoryText(),
    name: mandatoryText(),
    document_numbering: choice(documentNumberings),
    ...entityFields,
  },
  checkIssuer,
);
export type BillingEntityCreate = BodyInput<typeof BillingEntityCreate>;

export const BillingEntityUpdate = bodyOf(
  BillingEntity,
  {
    name: text(),
    document_numbering: choiceText(documentNumberings),
    ...entityFields,
    tax_codes: described(textList(), ...texts.taxCodes),
    invoice_custom_section_codes: described(textList(), 'Codes of the sections', 'terms'),
  },
  (input, add) => {
    if (input.name !== undefined && isBlank(input.name)) add('name', 'value_is_mandatory');
    checkIssuerChange(input, add);
  },
);
export type BillingEntityUpdate = BodyInput<typeof BillingEntityUpdate>;

/** The path of issuers' logos, below the public address: readable without an API key by anyone with the address. */
export const logoPath = '/logos/:organization_id/:key';

const shared = { service: 'catalog', permission: 'billing_entity' } as const;

export const billingEntityRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: '/billing_entities',
    summary: 'Create a billing entity',
    wrapper: 'billing_entity',
    body: BillingEntityCreate,
    // The only answer without a wrapping key (specification, E13).
    answer: BillingEntity.shape,
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: '/billing_entities',
    summary: 'List billing entities, oldest first',
    answer: { billing_entities: z.array(BillingEntity) },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: '/billing_entities/:code',
    summary: 'Read a billing entity',
    answer: { billing_entity: SingleBillingEntity },
  }),
  update: route({
    ...shared,
    method: 'PUT',
    path: '/billing_entities/:code',
    summary: 'Update a billing entity',
    wrapper: 'billing_entity',
    body: BillingEntityUpdate,
    answer: { billing_entity: SingleBillingEntity },
  }),
};
