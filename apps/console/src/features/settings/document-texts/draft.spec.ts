import { describe, expect, it } from '@jest/globals';
import { changeOf, draftOf, rateOf, withText, type BillingEntity } from './draft.js';

const entity = {
  payment_terms: 'Net 30',
  payment_terms_translations: { de: '30 Tage' },
  invoice_footer: null,
  invoice_footer_translations: {},
  email_text: null,
  email_text_translations: {},
  legal_mentions: {
    late_penalty_rate: 12,
    recovery_indemnity: null,
    no_early_payment_discount: false,
    vat_on_debits: false,
    operation_category: null,
  },
} as unknown as BillingEntity;

describe('the draft of texts', () => {
  it('gives back what it was made of', () => {
    expect(changeOf(draftOf(entity), true)).toEqual({
      payment_terms: 'Net 30',
      payment_terms_translations: { de: '30 Tage' },
      email_text: '',
      email_text_translations: {},
      billing_configuration: { invoice_footer: '', invoice_footer_translations: {} },
      legal_mentions: entity.legal_mentions,
    });
  });

  it('has a text for each language, beside the one of all others', () => {
    const draft = withText(withText(draftOf(entity), 'payment_terms', 'fr', '30 jours'), 'email_text', '', 'Hello');
    expect(changeOf({ ...draft, logo: null }, false)).toMatchObject({
      payment_terms: 'Net 30',
      payment_terms_translations: { de: '30 Tage', fr: '30 jours' },
      email_text: 'Hello',
      logo: null,
    });
  });

  it('names what only French law knows for French sellers alone', () => {
    expect(changeOf(draftOf(entity), false).legal_mentions).not.toHaveProperty('vat_on_debits');
  });
});

it.each([
  ['12', 12],
  ['12.5', 12.5],
  ['12,5', 12.5],
  ['0', 0],
  [' ', null],
  ['twelve', null],
])('a rate that is typed as %j is %p', (typed, rate) => {
  expect(rateOf(typed)).toBe(rate);
});
