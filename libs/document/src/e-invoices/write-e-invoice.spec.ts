import { describe, expect, it } from '@jest/globals';
import { noLegalMentions } from '@tollgate/contracts';
import { buildCreditNoteModel } from './credit-note-model.js';
import { creditNote, customer, fee, invoice, issuer, issuing } from './e-invoices.fixture.js';
import { buildInvoiceModel } from './invoice-model.js';
import type { EInvoice } from './model.js';
import type { InvoiceSource, Issuing, ProfileName } from './sources.js';
import { writeEInvoice } from './write-e-invoice.js';

const source = (changes: Partial<InvoiceSource> = {}) =>
  invoice(
    [fee({ cents: 1000, rate: 20, coupons: '250.0', units: '4.0', price: '2.5' })],
    { taxes: 150, coupons: 250 },
    changes,
  );
const model = (changes: Partial<InvoiceSource> = {}, settings?: Partial<Issuing>): EInvoice =>
  buildInvoiceModel(source(changes), issuing(settings));
const flat = (xml: string) => xml.replace(/>\s+</g, '><');
const written = (built: EInvoice, profile: ProfileName) => flat(writeEInvoice(built, profile));

describe('an invoice as UBL', () => {
  it('has its sums, its taxes and its line', () => {
    const xml = written(model(), 'en16931-ubl');
    expect(xml).toContain(
      '<cac:TaxTotal><cbc:TaxAmount currencyID="EUR">1.50</cbc:TaxAmount><cac:TaxSubtotal>' +
        '<cbc:TaxableAmount currencyID="EUR">7.50</cbc:TaxableAmount><cbc:TaxAmount currencyID="EUR">1.50</cbc:TaxAmount>',
    );
    expect(xml).toContain(
      '<cac:LegalMonetaryTotal><cbc:LineExtensionAmount currencyID="EUR">10.00</cbc:LineExtensionAmount>' +
        '<cbc:TaxExclusiveAmount currencyID="EUR">7.50</cbc:TaxExclusiveAmount>' +
        '<cbc:TaxInclusiveAmount currencyID="EUR">9.00</cbc:TaxInclusiveAmount>' +
        '<cbc:AllowanceTotalAmount currencyID="EUR">2.50</cbc:AllowanceTotalAmount>' +
        '<cbc:PayableAmount currencyID="EUR">9.00</cbc:PayableAmount></cac:LegalMonetaryTotal>',
    );
    expect(xml).toContain('<cbc:InvoicedQuantity unitCode="C62">4</cbc:InvoicedQuantity>');
    expect(xml).toContain('<cbc:PriceAmount currencyID="EUR">2.5</cbc:PriceAmount>');
    expect(xml).toContain(
      '<cac:PayeeFinancialAccount><cbc:ID>DE89370400440532013000</cbc:ID></cac:PayeeFinancialAccount>',
    );
  });

  it('has the notes of the law with their subjects, and when VAT is due', () => {
    const mentions = {
      ...noLegalMentions,
      late_penalty_rate: 12,
      vat_on_debits: true,
      operation_category: 'mixed' as const,
    };
    const french = model({}, { issuer: { ...issuer, country: 'FR', legal_mentions: mentions } });
    const ubl = written(french, 'en16931-ubl');
    expect(ubl).toMatch(/<cbc:Note>#PMD#Late payment penalty: 12\.0% a year[^<]*<\/cbc:Note><cbc:Note>#PMT#/);
    expect(ubl).toContain('<cbc:DescriptionCode>3</cbc:DescriptionCode></cac:InvoicePeriod>');
    expect(ubl).toContain('<cbc:ProfileID>M1</cbc:ProfileID>');
    expect(written(french, 'peppol-bis')).toContain('poacc:billing:01:1.0</cbc:ProfileID>');
    const cii = written(french, 'en16931-cii');
    expect(cii).toMatch(/<ram:Content>Late payment[^<]*<\/ram:Content><ram:SubjectCode>PMD<\/ram:SubjectCode>/);
    expect(cii.match(/<ram:DueDateTypeCode>5<\/ram:DueDateTypeCode>/g)).toHaveLength(1);
    expect(cii).toContain('<ram:ID>M1</ram:ID>');
  });

  it('is a CreditNote with the number of its invoice', () => {
    const note = creditNote([{ of: fee({ cents: 1000, rate: 20 }), precise: '500.0' }], { subtotal: 500, taxes: 100 });
    const xml = written(buildCreditNoteModel(note, issuing()), 'en16931-ubl');
    expect(xml).toMatch(/<CreditNote xmlns="urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2"/);
    expect(xml).toContain('<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>');
    expect(xml).toContain('<cac:InvoiceDocumentReference><cbc:ID>NIM-001-001</cbc:ID></cac');
    expect(xml).not.toContain('DueDate');
  });

  it('has one note for Peppol, and a specification of its own if it is self-billed', () => {
    const xml = written(model(), 'peppol-bis');
    expect(xml.match(/<cbc:Note>Invoice ID/g)).toHaveLength(1);
    expect(xml).toContain('poacc:billing:3.0<');
    const selfBilled = written(model({ self_billed: true }), 'peppol-bis');
    expect(selfBilled).toContain('poacc:selfbilling:3.0<');
    expect(selfBilled.match(/<cbc:Note>/g)).toHaveLength(2); // that of the payment terms, too
    expect(selfBilled).toContain('<cbc:InvoiceTypeCode>389<');
  });

  it('has no rate of VAT that is not subject, but for XRechnung', () => {
    const credits = buildInvoiceModel(
      invoice([fee({ cents: 100, type: 'credit' })], { taxes: 0 }, { invoice_type: 'credit' }),
      issuing(),
    );
    expect(written(credits, 'en16931-ubl')).not.toContain('Percent');
    expect(written(credits, 'xrechnung-ubl').match(/<cbc:Percent>0</g)).toHaveLength(1);
    expect(written(credits, 'xrechnung-ubl')).not.toContain('DE123456788');
  });
});

describe('an invoice as CII', () => {
  it('has its sums, days and parties', () => {
    const xml = written(model({ purchase_order_number: 'PO-7' }), 'en16931-cii');
    expect(xml).toContain(
      '<ram:LineTotalAmount>10.00</ram:LineTotalAmount><ram:AllowanceTotalAmount>2.50</ram:AllowanceTotalAmount>' +
        '<ram:TaxBasisTotalAmount>7.50</ram:TaxBasisTotalAmount>' +
        '<ram:TaxTotalAmount currencyID="EUR">1.50</ram:TaxTotalAmount>' +
        '<ram:GrandTotalAmount>9.00</ram:GrandTotalAmount><ram:DuePayableAmount>9.00</ram:DuePayableAmount>',
    );
    expect(xml).toContain('<udt:DateTimeString format="102">20260201</udt:DateTimeString>');
    expect(xml).toContain('<ram:IssuerAssignedID>PO-7</ram:IssuerAssignedID>');
    expect(xml).toContain('<ram:ID schemeID="VA">FR32123456789</ram:ID>');
  });

  it('names the specification of XRechnung and its process', () => {
    const xml = written(model({}, { issuer }), 'xrechnung-cii');
    expect(xml).toContain('<ram:ID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</ram:ID>');
    expect(xml).toContain('#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0</ram:ID>');
    expect(xml).toContain('<ram:URIID schemeID="EM">billing@nimbus.example</ram:URIID>');
  });
});

describe('what a line and a reference say', () => {
  const explained = (): EInvoice => {
    const built = model();
    const [line] = built.lines as [EInvoice['lines'][number]];
    const further = { note: 'Tier 1', objectId: 's-7', attributes: [{ name: 'Subscription', value: 'Staging' }] };
    const precedingInvoices = [
      { number: 'P-1', issueDate: '2026-01-20' },
      { number: 'P-0', issueDate: '2026-01-10' },
    ];
    return { ...built, lines: [{ ...line, ...further }], precedingInvoices };
  };

  it('is in UBL', () => {
    const xml = written(explained(), 'en16931-ubl');
    expect(xml).toContain('<cbc:ID>1</cbc:ID><cbc:Note>Tier 1</cbc:Note><cbc:InvoicedQuantity');
    expect(xml).toContain(
      '<cac:DocumentReference><cbc:ID>s-7</cbc:ID><cbc:DocumentTypeCode>130</cbc:DocumentTypeCode></cac:DocumentReference>',
    );
    expect(xml).toContain(
      '<cac:AdditionalItemProperty><cbc:Name>Subscription</cbc:Name><cbc:Value>Staging</cbc:Value></cac:AdditionalItemProperty>',
    );
    expect(xml).toContain('<cbc:ID>P-1</cbc:ID><cbc:IssueDate>2026-01-20</cbc:IssueDate>');
    expect(xml).toContain('<cbc:ID>P-0</cbc:ID><cbc:IssueDate>2026-01-10</cbc:IssueDate>');
  });

  it('is in CII, with the latest of the invoices before it', () => {
    const xml = written(explained(), 'en16931-cii');
    expect(xml).toContain('<ram:IncludedNote><ram:Content>Tier 1</ram:Content></ram:IncludedNote>');
    expect(xml).toContain(
      '<ram:ApplicableProductCharacteristic><ram:Description>Subscription</ram:Description><ram:Value>Staging</ram:Value>',
    );
    expect(xml).toContain('<ram:IssuerAssignedID>s-7</ram:IssuerAssignedID><ram:TypeCode>130</ram:TypeCode>');
    expect(xml).toContain(
      '<ram:InvoiceReferencedDocument><ram:IssuerAssignedID>P-1</ram:IssuerAssignedID><ram:FormattedIssueDateTime>' +
        '<qdt:DateTimeString format="102">20260120</qdt:DateTimeString>',
    );
  });
});

describe('VAT in the currency of the seller', () => {
  const convertedVat = { currency: 'SEK', amount: 1712n };

  it('is a second total in UBL', () => {
    const xml = written({ ...model(), convertedVat }, 'en16931-ubl');
    expect(xml).toContain(
      '<cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode><cbc:TaxCurrencyCode>SEK</cbc:TaxCurrencyCode>',
    );
    expect(xml).toContain(
      '</cac:TaxTotal><cac:TaxTotal><cbc:TaxAmount currencyID="SEK">17.12</cbc:TaxAmount></cac:TaxTotal>',
    );
    expect(written(model(), 'en16931-ubl')).not.toContain('TaxCurrencyCode');
  });

  it('is a second total in CII', () => {
    const xml = written({ ...model(), convertedVat }, 'en16931-cii');
    expect(xml).toContain('<ram:TaxCurrencyCode>SEK</ram:TaxCurrencyCode><ram:InvoiceCurrencyCode>EUR');
    expect(xml).toContain(
      '<ram:TaxTotalAmount currencyID="EUR">1.50</ram:TaxTotalAmount><ram:TaxTotalAmount currencyID="SEK">17.12</ram:TaxTotalAmount>',
    );
  });
});

describe('texts', () => {
  it('are escaped, without characters that XML forbids, and never empty', () => {
    const named = { ...customer, legal_name: 'A & <B>\u0007 🚀 \uD800', address_line1: ' ', state: '\u0000' };
    const xml = writeEInvoice(model({ customer: named }), 'en16931-ubl');
    expect(xml).toContain('<cbc:RegistrationName>A &amp; &lt;B&gt; 🚀</cbc:RegistrationName>');
    expect(xml).not.toMatch(/<[^/?][^>]*><\/|\/>/);
    expect(xml).not.toContain('CountrySubentity');
  });
});

describe('an invoice of a thousand lines', () => {
  it('is written within two seconds', () => {
    const fees = Array.from({ length: 1000 }, () => fee({ cents: 1000, rate: 20 }));
    const large = buildInvoiceModel(invoice(fees, { taxes: 200_000 }), issuing());
    const start = process.cpuUsage();
    writeEInvoice(large, 'en16931-ubl');
    expect(process.cpuUsage(start).user).toBeLessThan(2_000_000);
  });
});
