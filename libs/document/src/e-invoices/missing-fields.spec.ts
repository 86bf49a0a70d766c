import { describe, expect, it } from '@jest/globals';
import { noIssuerEinvoicing, type IssuerEinvoicingSettings, type ZeroTax } from '@tollgate/contracts';
import { formatsFor, missingIssuerFields } from '@tollgate/contracts/e-invoices';
import { customer, fee, invoice, issuer, issuing } from './e-invoices.fixture.js';
import { buildInvoiceModel } from './invoice-model.js';
import { missingFields } from './missing-fields.js';
import type { ProfileName } from './sources.js';
import { writeEInvoice } from './write-e-invoice.js';

const settings = (changes: Partial<IssuerEinvoicingSettings> = {}) => ({ ...noIssuerEinvoicing, ...changes });
const fieldsOf = (faults: { field: string; code: string }[]) => faults.map(({ field, code }) => `${field} ${code}`);

describe('what an issuer lacks for e-invoices', () => {
  it('is nothing in Germany with a full address, phone and e-mail', () => {
    expect(missingIssuerFields(issuer, settings())).toEqual([]);
  });

  it('are the fields of XRechnung, by their names', () => {
    const bare = { ...issuer, phone: ' ', email: null, city: null, zipcode: null, tax_identification_number: null };
    expect(fieldsOf(missingIssuerFields(bare, settings()))).toEqual([
      'tax_identification_number value_is_mandatory',
      'city value_is_mandatory',
      'zipcode value_is_mandatory',
      'electronic_address value_is_mandatory',
      'phone value_is_mandatory',
      'email value_is_mandatory',
    ]);
    const wrong = { ...issuer, phone: 'x', email: 'nobody' };
    expect(fieldsOf(missingIssuerFields(wrong, settings()))).toEqual([
      'electronic_address value_is_invalid',
      'phone value_is_invalid',
      'email value_is_invalid',
    ]);
  });

  it('is an address with a scheme that Peppol knows, unless one follows from its numbers', () => {
    const belgian = { ...issuer, country: 'BE', tax_identification_number: 'BE0123456749', legal_number: null };
    expect(missingIssuerFields(belgian, settings())).toEqual([]);
    const missing = (changes: Partial<IssuerEinvoicingSettings>) =>
      fieldsOf(missingIssuerFields({ ...belgian, tax_identification_number: '12' }, settings(changes)));
    expect(missing({})).toEqual(['electronic_address value_is_mandatory']);
    expect(missing({ electronic_address: 'a@b.example' })).toEqual(['electronic_address_scheme value_is_mandatory']);
    expect(missing({ electronic_address: 'a@b.example', electronic_address_scheme: 'EM' })).toEqual([
      'electronic_address_scheme value_is_invalid',
    ]);
    expect(missing({ electronic_address: '0123456748', electronic_address_scheme: '0208' })).toEqual([
      'electronic_address value_is_invalid',
    ]);
  });

  it('is a code of exemptions, or a text', () => {
    const missing = (reason_code: string | null, reason: string | null) =>
      fieldsOf(
        missingIssuerFields(
          issuer,
          settings({ zero_taxes: [{ tax_code: 'small', category: 'E', reason_code, reason }] }),
        ),
      );
    expect([missing('VATEX-EU-132-1A', null), missing(null, 'UStG 19')]).toEqual([[], []]);
    expect([missing('VATEX-EU-O', 'x'), missing(null, '')]).toEqual([
      ['zero_taxes value_is_invalid'],
      ['zero_taxes value_is_invalid'],
    ]);
  });

  it('is a format in other countries, and a country without rules of its own for Peppol', () => {
    const danish = { ...issuer, country: 'DK' };
    expect(fieldsOf(missingIssuerFields({ ...issuer, country: null }, settings()))).toEqual([
      'country value_is_mandatory',
    ]);
    expect(fieldsOf(missingIssuerFields(danish, settings()))).toEqual(['country country_not_supported']);
    expect(missingIssuerFields(danish, settings({ profile: 'en16931-ubl' }))).toEqual([]);
    expect(fieldsOf(missingIssuerFields(danish, settings({ profile: 'peppol-bis' })))).toEqual([
      'country country_not_supported',
    ]);
  });
});

describe('what a document lacks', () => {
  const missing = (changes: Partial<typeof customer>, profile: ProfileName, codes: string[] = []) => {
    const source = invoice([fee({ cents: 100, codes })], { taxes: 0 }, { customer: { ...customer, ...changes } });
    const model = buildInvoiceModel(source, issuing());
    const faults = missingFields(model, profile);
    if (faults.length > 0) expect(() => writeEInvoice(model, profile)).toThrow(/customer/);
    return faults.map(({ of, field }) => `${of}.${field}`);
  };

  it('are fields of its customer', () => {
    expect(missing({}, 'xrechnung-ubl')).toEqual([]);
    expect(missing({ country: null }, 'en16931-cii')).toEqual(['customer.country']);
    expect(missing({ country: 'SS' }, 'en16931-cii')).toEqual(['customer.country']);
    expect(missing({ city: '', zipcode: null }, 'xrechnung-cii')).toEqual(['customer.city', 'customer.zipcode']);
    expect(missing({ tax_identification_number: null }, 'peppol-bis')).toEqual(['customer.electronic_address']);
  });

  it('are the fields of XRechnung for Peppol between Germans', () => {
    expect(missing({ country: 'DE', city: null }, 'peppol-bis')).toEqual(['customer.city']);
    expect(missing({ country: 'AT', city: null }, 'peppol-bis')).toEqual([]);
  });

  it('is the issuer’s number for VAT on exports', () => {
    const zero_taxes: ZeroTax[] = [{ tax_code: 'export', category: 'G', reason_code: null, reason: null }];
    const numbered = { ...issuer, tax_identification_number: '12/345/67890' };
    const model = buildInvoiceModel(
      invoice([fee({ cents: 100, codes: ['export'] })], { taxes: 0 }),
      issuing({ issuer: numbered, issuerSettings: settings({ zero_taxes }) }),
    );
    expect(missingFields(model, 'en16931-ubl')).toEqual([
      { of: 'issuer', field: 'tax_identification_number', code: 'value_is_invalid' },
    ]);
  });

  it('is the number of who owes the tax', () => {
    expect(missing({}, 'en16931-ubl', ['svc_eu_reverse_charge'])).toEqual([]);
    expect(missing({ tax_identification_number: 'x' }, 'en16931-ubl', ['svc_eu_reverse_charge'])).toEqual([
      'customer.tax_identification_number',
    ]);
  });
});

describe('the formats of a document', () => {
  it.each([
    ['DE', 'DE', 'en16931-cii', 'xrechnung-ubl'],
    ['DE', 'US', 'en16931-cii', 'xrechnung-ubl'],
    ['DE', 'BE', 'en16931-cii', 'peppol-bis'],
    ['FR', 'FR', 'en16931-cii', 'en16931-ubl'],
    ['BE', 'BE', null, 'peppol-bis'],
    ['BE', 'FR', null, 'peppol-bis'],
    ['AT', 'AT', null, null],
  ])('of an issuer in %s for a customer in %s', (own, other, embedded, file) => {
    expect(formatsFor(own, other, settings())).toEqual({ embedded, file });
  });

  it('follow the issuer’s setting first', () => {
    expect(formatsFor('AT', 'DE', { profile: 'xrechnung-cii' })).toEqual({ embedded: 'xrechnung-cii', file: null });
    expect(formatsFor('FR', 'BE', { profile: 'en16931-ubl' })).toEqual({
      embedded: 'en16931-cii',
      file: 'en16931-ubl',
    });
  });
});
