import { describe, expect, it } from '@jest/globals';
import { noIssuerEinvoicing } from '@tollgate/contracts';
import { customer, fee, invoice, issuer, issuing } from './e-invoices.fixture.js';
import { eInvoiceFiles } from './e-invoice-files.js';
import { buildInvoiceModel } from './invoice-model.js';

const switched = { ...issuer, einvoicing: true, einvoicing_settings: noIssuerEinvoicing };
const source = invoice([fee({ cents: 1000, rate: 20 })], { taxes: 200 });
const build = () => buildInvoiceModel(source, issuing());

describe('the e-invoices of a document', () => {
  it('are those of the countries of issuer and customer', () => {
    const profilesOf = (issuerCountry: string, customerCountry: string) => {
      const files = eInvoiceFiles({ ...switched, country: issuerCountry }, { country: customerCountry }, build);
      return [files?.embedded?.profile ?? null, files?.file?.profile ?? null];
    };
    expect(profilesOf('DE', 'FR')).toEqual(['en16931-cii', 'xrechnung-ubl']);
    expect(profilesOf('FR', 'DE')).toEqual(['en16931-cii', 'en16931-ubl']);
    expect(profilesOf('FR', 'BE')).toEqual(['en16931-cii', 'peppol-bis']);
    expect(profilesOf('BE', 'BE')).toEqual([null, 'peppol-bis']);
  });

  it('are none without the switch', () => {
    expect(eInvoiceFiles({ ...switched, einvoicing: false }, customer, build)).toBeNull();
  });

  it('that cannot be valid are missing, with the field', () => {
    const broken = { ...source, customer: { ...customer, country: null } };
    const files = eInvoiceFiles(switched, broken.customer, () => buildInvoiceModel(broken, issuing()));
    expect(files).toEqual({ embedded: null, file: null, faults: ['customer.country: value_is_mandatory'] });
  });

  it('that contradict their document are missing, with the sums', () => {
    const wrong = { ...source, total_amount_cents: 1 };
    const files = eInvoiceFiles(switched, customer, () => buildInvoiceModel(wrong, issuing()));
    expect(files).toEqual({ embedded: null, file: null, faults: ['total_amount_cents: 1 is not 1200'] });
  });

  it('never stop their document', () => {
    const files = eInvoiceFiles(switched, customer, () => {
      throw new Error('broken');
    });
    expect(files?.faults).toEqual(['document: broken']);
  });
});
