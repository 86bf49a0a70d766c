import { describe, expect, it } from '@jest/globals';
import { euTaxes, euTaxOf, taxByPlace, taxOfValidNumber, type TaxedParty } from './eu-tax.rules.js';
import { readVatNumber } from './vat-number.js';

const party = (country: string | null, zipcode: string | null = null, number: string | null = null): TaxedParty => ({
  country,
  zipcode,
  taxIdentificationNumber: number,
});
const day = '2024-11-05';
const rateOf = (code: string, on: string) => euTaxes(on).find((tax) => tax.code === code)?.rate;

describe('taxes of the European Union', () => {
  it('exist for every country and territory, and for exempt and reverse charge', () => {
    const taxes = euTaxes('2026-01-01');
    expect(taxes).toHaveLength(27 + 18 + 2);
    expect(new Set(taxes.map(({ code }) => code)).size).toBe(taxes.length);
    expect(taxes).toContainEqual({
      code: 'svc_eu_de_exception_busingen_am_hochrhein',
      name: 'DE Büsingen am Hochrhein Standard',
      rate: '0',
    });
    expect(taxes).toContainEqual({
      code: 'svc_eu_it_exception_campione_d_italia',
      name: "IT Campione d'Italia Standard",
      rate: '0',
    });
  });

  it.each([
    ['svc_eu_ee_standard', '2023-12-31', '20'],
    ['svc_eu_ee_standard', '2024-01-01', '22'],
    ['svc_eu_ee_standard', '2025-07-01', '24'],
    ['svc_eu_fi_standard', '2024-08-31', '24'],
    ['svc_eu_fi_standard', '2024-09-01', '25.5'],
    ['svc_eu_lu_standard', '2022-12-31', '17'],
    ['svc_eu_lu_standard', '2023-06-01', '16'],
    ['svc_eu_lu_standard', '2024-01-01', '17'],
    ['svc_eu_ro_standard', '2025-08-01', '21'],
    ['svc_eu_sk_standard', '2024-12-31', '20'],
    ['svc_eu_fi_exception_aland_islands', '2024-08-31', undefined],
    ['svc_eu_fi_exception_aland_islands', '2024-09-01', '0'],
  ])('%s is on %s at %s', (code, on, rate) => expect(rateOf(code, on)).toBe(rate));
});

describe('the tax of a customer', () => {
  it.each([
    [party('US', '80095'), 'svc_eu_tax_exempt'],
    [party('IT', '00146'), 'svc_eu_it_standard'],
    [party(null), 'svc_eu_fr_standard'],
    [party('ES', '35 001'), 'svc_eu_es_exception_canary_islands'],
    [party('ES', '28001'), 'svc_eu_es_standard'],
    [party('PT', '9500-150'), 'svc_eu_pt_exception_azores'],
    [party('FR', '97110'), 'svc_eu_fr_standard'],
    [party('FR', '97110', 'FR32123456789'), 'svc_eu_fr_exception_guadeloupe'],
    [party('DE', '10115', 'no number'), 'svc_eu_de_standard'],
  ])('depends on its address: %j', (customer, code) => expect(euTaxOf(customer, 'FR', day)).toBe(code));

  it('depends on the registry if the number is well-formed', () => {
    const customer = party('DE', '10115', 'DE 123.456.789');
    expect(euTaxOf(customer, 'FR', day)).toBeNull();
    expect(taxOfValidNumber(customer, 'DE', 'FR', day)).toBe('svc_eu_reverse_charge');
    expect(taxOfValidNumber(customer, 'DE', 'DE', day)).toBe('svc_eu_de_standard');
    expect(taxOfValidNumber({ ...customer, zipcode: '27498' }, 'DE', 'DE', day)).toBe('svc_eu_de_exception_heligoland');
    expect(taxByPlace(customer, 'FR', day)).toBe('svc_eu_de_standard');
  });
});

describe('VAT numbers', () => {
  it('consist of a country and a number', () => {
    expect(readVatNumber('el 123-456-789')).toEqual({ prefix: 'EL', country: 'GR', number: '123456789' });
    expect(readVatNumber('ATU12345678')).toEqual({ prefix: 'AT', country: 'AT', number: 'U12345678' });
  });

  it.each([null, '', 'DE', 'DE12', 'US123456789', '123456789', 'toString'])('are not well-formed: %s', (text) =>
    expect(readVatNumber(text)).toBeNull(),
  );
});
