import { describe, expect, it } from '@jest/globals';
import type { CreditNote, Fee, SingleInvoice, TranslatedText, Translations } from '@tollgate/contracts';
import { creditNoteIn, factsIn, invoiceIn, issuerIn, localeOf, type CatalogTexts } from './customer-texts.js';
import { customer, facts, fee, invoice, issuer, subscriptionFee } from './documents.fixture.js';
import { itemName } from './fee-names.js';
import { languageNamed } from './parties.js';

const text = (plain: string | null, texts: Translations): TranslatedText => ({ plain, texts });
const texts: CatalogTexts = {
  taxes: new Map([['vat', text('VAT', { de: 'USt.' })]]),
  sections: new Map([
    [
      'terms',
      {
        displayName: text(null, { de: 'Bedingungen' }),
        details: text('Pay.', { 'de-CH': 'Zahlen.' }),
      },
    ],
  ]),
  items: new Map([['calls', [text(null, { fr: 'Appels' }), text('Calls', { de: 'Anrufe', fr: 'not this one' })]]]),
  plans: new Map([['subscription', [text(null, { de: 'Profi' }), text('Pro', {})]]]),
  filters: new Map([
    ['eu', text('Europe', { de: 'Europa' })],
    ['us', text(null, { de: 'Amerika' })],
  ]),
  commitments: new Map([['subscription', text(null, { de: 'Mindestumsatz' })]]),
  coupons: new Map([['spring', text('Spring', { de: 'Frühling' })]]),
};
const taxed = (tax_name: string, tax_code = 'vat') =>
  invoice([], { applied_taxes: [{ tax_code, tax_name }] as SingleInvoice['applied_taxes'] });
const namesOf = (locale: string, shown: SingleInvoice) =>
  invoiceIn(locale, { ...shown, applied_invoice_custom_sections: [] }, texts).applied_taxes.map((tax) => tax.tax_name);

it("takes the customer's language, else the issuer's", () => {
  const german = customer({ billing_configuration: { document_locale: 'de' } as never });
  expect(localeOf(german, issuer())).toBe('de');
  expect(localeOf(customer(), issuer({ document_locale: 'fr' }))).toBe('fr');
});

describe('taxes', () => {
  it('have their names in the language, on invoices and credit notes', () => {
    expect(namesOf('de', taxed('VAT'))).toEqual(['USt.']);
    expect(namesOf('de-AT', taxed('VAT'))).toEqual(['USt.']);
    expect(namesOf('fr', taxed('VAT'))).toEqual(['VAT']);
    const note = { items: [], applied_taxes: [{ tax_code: 'vat', tax_name: 'VAT' }] } as unknown as CreditNote;
    expect(creditNoteIn('de', note, texts).applied_taxes).toMatchObject([{ tax_name: 'USt.' }]);
  });

  it('keep a name that the catalog no longer has, and those of unknown codes', () => {
    expect(namesOf('de', taxed('Old VAT'))).toEqual(['Old VAT']);
    expect(namesOf('de', taxed('VAT', 'other'))).toEqual(['VAT']);
  });
});

it('sections have title and text in the language, each by itself', () => {
  const sections = [
    { code: 'terms', display_name: null, details: 'Pay.' },
    { code: 'terms', display_name: 'Own', details: 'Own' },
    { code: 'other', display_name: null, details: null },
  ] as SingleInvoice['applied_invoice_custom_sections'];
  const shown = { ...taxed('VAT'), applied_invoice_custom_sections: sections };
  const inLanguage = (locale: string) =>
    invoiceIn(locale, shown, texts).applied_invoice_custom_sections.map((one) => [one.display_name, one.details]);
  expect(inLanguage('de')).toEqual([
    ['Bedingungen', 'Pay.'],
    ['Own', 'Own'],
    [null, null],
  ]);
  expect(inLanguage('de-CH')[0]).toEqual(['Bedingungen', 'Zahlen.']);
});

it('an issuer has its texts in the language, else the plain ones', () => {
  const own = issuer({
    payment_terms: null,
    payment_terms_translations: { de: 'Ohne Abzug' },
    invoice_footer: 'Thank you',
    invoice_footer_translations: { fr: 'Merci' },
  });
  expect(issuerIn('de', own)).toMatchObject({ payment_terms: 'Ohne Abzug', invoice_footer: 'Thank you' });
  expect(issuerIn('fr', own)).toMatchObject({ payment_terms: null, invoice_footer: 'Merci' });
});

describe('items', () => {
  const nameIn = (locale: string, shown: Fee) => {
    const known = factsIn(locale, facts(), texts);
    const [named] = invoiceIn(locale, invoice([shown]), texts).fees;
    return named && itemName(named, known, languageNamed(locale));
  };
  const calls = (invoice_display_name: string) => fee({ svc_charge_id: 'calls', item: { invoice_display_name } });

  it('have the first translation of their name, own ones before those of the metric', () => {
    expect(nameIn('de', calls('Calls'))).toBe('Anrufe');
    expect(nameIn('fr', calls('Calls'))).toBe('Appels');
    expect(nameIn('it', calls('Calls'))).toBe('Calls');
  });

  it('keep a name that the catalog does not have', () => {
    expect(nameIn('de', calls('Calls of January'))).toBe('Calls of January');
    expect(nameIn('de', fee({ svc_charge_id: 'other' }))).toBe('Calls');
  });

  it('name a subscription after its plan', () => {
    expect(nameIn('de', subscriptionFee())).toBe('Profi');
    expect(nameIn('en', subscriptionFee())).toBe('Monthly subscription – Pro');
    const note = { applied_taxes: [], items: [{ fee: calls('Calls') }, { fee: null }] } as unknown as CreditNote;
    expect(creditNoteIn('de', note, texts).items.map((item) => item.fee?.item.invoice_display_name)).toEqual([
      'Anrufe',
      undefined,
    ]);
  });
});

describe('parts', () => {
  const nameIn = (locale: string, id: string | null, filter_invoice_display_name: string | null) =>
    invoiceIn(locale, invoice([fee({ svc_charge_filter_id: id, item: { filter_invoice_display_name } })]), texts)
      .fees[0]?.item.filter_invoice_display_name;

  it('name a filter in the language, also one that only its values name', () => {
    expect(nameIn('de', 'eu', 'Europe')).toBe('Europa');
    expect(nameIn('fr', 'eu', 'Europe')).toBe('Europe');
    expect(nameIn('de', 'eu', 'Old Europe')).toBe('Old Europe');
    expect(nameIn('de', 'us', 'us, ca')).toBe('Amerika');
    expect(nameIn('de', null, null)).toBeNull();
  });

  it('name a minimum commitment, in place of the name of the service, too', () => {
    const commitment = fee({ item: { type: 'commitment', invoice_display_name: 'Minimum commitment' } });
    const named = (locale: string) => {
      const [shown] = invoiceIn(locale, invoice([commitment]), texts).fees;
      return shown && itemName(shown, facts(), languageNamed(locale));
    };
    expect([named('de'), named('en')]).toEqual(['Mindestumsatz', 'Minimum commitment']);
  });

  it('name a coupon that is deducted', () => {
    const credit = (type: string, name: string) => ({ amount_cents: 1, item: { svc_item_id: 'spring', type, name } });
    const credits = [credit('coupon', 'Spring'), credit('coupon', 'Summer'), credit('invoice', 'Spring')];
    const shown = invoiceIn('de', invoice([], { credits: credits as SingleInvoice['credits'] }), texts);
    expect(shown.credits.map(({ item }) => item.name)).toEqual(['Frühling', 'Summer', 'Spring']);
  });
});
