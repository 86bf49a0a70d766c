import { expect, it } from '@jest/globals';
import { typedAtFirst, valuesOf } from '../../acts/values.js';
import type { Entity } from './entity.js';
import { entitySections } from './sections.js';

const portal = {
  sections: ['invoices', 'profile'],
  editable_fields: ['name', 'address'],
  offered_plan_codes: ['basic', 'business'],
  subscription_ends: ['period_end'],
  sign_in_by_mail: true,
  people: true,
  origins: ['https://app.acme.example', 'https://acme.example'],
  headline: 'Billing of your team',
  intro: 'We answer on weekdays.',
  support_email: 'billing@acme.example',
  support_url: null,
  accent_color: null,
  terms_url: 'https://acme.example/terms',
  privacy_url: null,
};
const entity = {
  name: 'Acme France',
  phone: '+33 4 12 34 56 78',
  legal_name: 'Acme SAS',
  legal_number: null,
  tax_identification_number: 'FR40303265045',
  email: 'billing@acme.example',
  address_line1: '1 Market Street',
  address_line2: null,
  zipcode: '69002',
  city: 'Lyon',
  state: null,
  country: 'FR',
  default_currency: 'EUR',
  timezone: 'Europe/Paris',
  net_payment_term: 30,
  invoice_grace_period: 3,
  finalize_zero_amount_invoice: false,
  document_locale: 'fr-CH',
  email_settings: ['credit_note.created'],
  document_number_prefix: 'ACM',
  document_numbering: 'per_billing_entity',
  eu_tax_management: true,
  taxes: [{ code: 'vat', name: 'TVA' }],
  selected_invoice_custom_sections: [{ code: 'imprint', name: 'Imprint' }],
  bank_account_holder: null,
  bank_account_iban: 'FR7630006000011234567890189',
  bank_account_bic: null,
  document_paper: 'Letter',
  document_accent_color: null,
  statement_schedule: 'monthly',
  subscription_invoice_issuing_date_anchor: 'current_period_end',
  subscription_invoice_issuing_date_adjustment: 'keep_anchor',
  portal_settings: portal,
} as unknown as Entity;

/** A billing entity under the names of its call. */
const stored: Record<string, unknown> = {
  ...entity,
  ...portal,
  tax_codes: ['vat'],
  invoice_custom_section_codes: ['imprint'],
};

it.each(entitySections.map((section) => [String(section.title.message ?? section.title.id), section] as const))(
  'the section %s that nobody changes stays as it is',
  (_, section) => {
    const fields = section.fieldsOf(entity);
    const { values, errors } = valuesOf(fields, typedAtFirst(fields, 'de', 'UTC'), 'de', 'UTC');
    expect(errors).toEqual({});
    const { billing_configuration: nested = {}, portal_settings = {}, ...change } = section.changeOf(values);
    for (const [name, value] of Object.entries({ ...change, ...nested, ...portal_settings }))
      expect([name, value]).toEqual([name, stored[name]]);
  },
);

it('each setting is in one section', () => {
  const names = entitySections.flatMap((section) => section.fieldsOf(entity).map(({ name }) => name));
  expect(new Set(names).size).toBe(names.length);
});
