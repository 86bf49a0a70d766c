import { describe, expect, it } from '@jest/globals';
import type { BillingEntity, SingleInvoice } from '@tollgate/contracts';
import type { BillingFacts } from './billing-facts.js';
import { customer, facts, fee, invoice, issuer } from './documents.fixture.js';
import { buildInvoiceContent } from './invoice-content.js';

const bank = {
  bank_account_iban: 'DE89370400440532013000',
  bank_account_bic: 'COBADEFFXXX',
  payment_terms: 'Net 30 days',
} satisfies Partial<BillingEntity>;

const paymentOf = (
  changes: Partial<SingleInvoice> = {},
  settings: Partial<BillingEntity> = bank,
  known: Partial<BillingFacts> = {},
) => {
  const made = invoice([fee({ amount_cents: 123_450 })], { customer: customer({ country: 'DE' }), ...changes });
  return buildInvoiceContent(made, issuer(settings), facts(known)).payment;
};

describe('how to pay an invoice', () => {
  it('has the terms, the account and the number of the invoice', () => {
    expect(paymentOf()).toMatchObject({
      title: 'How to pay',
      terms: 'Net 30 days',
      account: [
        { label: 'Account holder', value: 'Nimbus GmbH' },
        { label: 'IBAN', value: 'DE89 3704 0044 0532 0130 00' },
        { label: 'BIC', value: 'COBADEFFXXX' },
        { label: 'Reference', value: 'NIM-001' },
        { label: 'Reference (ISO 11649)', value: 'RF55 NIM0 01' },
      ],
    });
    const inDollars = paymentOf({ currency: 'USD' })?.account.map(({ label }) => label);
    expect(inDollars).toEqual(['Account holder', 'IBAN', 'BIC', 'Reference']);
  });

  it('names sort code and account number of transfers in pounds', () => {
    const british = { ...bank, bank_account_iban: 'GB29NWBK60161331926819' };
    expect(paymentOf({ currency: 'GBP' }, british)?.account.slice(3, 5)).toEqual([
      { label: 'Sort code', value: '60-16-13' },
      { label: 'Account number', value: '31926819' },
    ]);
    for (const [currency, iban] of [
      ['EUR', british.bank_account_iban],
      ['GBP', bank.bank_account_iban],
    ] as const)
      expect(
        paymentOf({ currency }, { ...bank, bank_account_iban: iban })?.account.map(({ label }) => label),
      ).not.toContain('Sort code');
  });

  it('is in the language of the document', () => {
    const german = customer({ billing_configuration: { document_locale: 'de' } as never });
    expect(paymentOf({ customer: german })?.account.map(({ label }) => label)).toEqual([
      'Kontoinhaber',
      'IBAN',
      'BIC',
      'Verwendungszweck',
      'Verwendungszweck (ISO 11649)',
    ]);
  });

  it('has a code with what is due in euro, as banks read it (EPC069-12)', () => {
    const lines = ['BCD', '002', '1', 'SCT', 'COBADEFFXXX', 'Nimbus GmbH', bank.bank_account_iban];
    expect(paymentOf({ total_due_amount_cents: 5 })?.code).toEqual({
      content: [...lines, 'EUR0.05', '', 'RF55NIM001'].join('\n'),
      caption: 'Scan with the app of your bank (SEPA)',
    });
    expect(paymentOf()?.code?.content).toContain('\nEUR1234.50\n');
  });

  it('has a code without the bank’s own code, and at most seventy characters of the holder on one line', () => {
    const holder = `Long\n${'Ä'.repeat(80)}`;
    const settings = { ...bank, bank_account_bic: null, bank_account_holder: holder };
    const part = paymentOf({}, settings);
    expect(part?.account.map(({ label }) => label)).toEqual([
      'Account holder',
      'IBAN',
      'Reference',
      'Reference (ISO 11649)',
    ]);
    expect(part?.code?.content.split('\n').slice(4, 6)).toEqual(['', `Long ${'Ä'.repeat(65)}`]);
  });

  it('has the number itself as a text where it is no structured reference', () => {
    const number = 'NIM-2024-0000-0000-0000-0001';
    const part = paymentOf({ number });
    expect(part?.code?.content.split('\n').slice(-3)).toEqual(['', '', number]);
    expect(part?.account.at(-1)).toEqual({ label: 'Reference', value: number });
  });

  it('has no code where a transfer cannot have it', () => {
    const refused = [{ currency: 'USD' }, { total_due_amount_cents: 100_000_000_000 }, { number: 'x'.repeat(300) }];
    for (const changes of refused) expect(paymentOf(changes)).toMatchObject({ code: null, terms: 'Net 30 days' });
  });

  it('has no code for a customer whose banks do not read it', () => {
    const codeIn = (country: string | null) => paymentOf({ customer: customer({ country }) })?.code ?? null;
    for (const country of ['JP', 'US', 'TH']) expect(codeIn(country)).toBeNull();
    for (const country of ['FR', 'CH', 'RE', null]) expect(codeIn(country)).not.toBeNull();
  });

  it('has the terms alone for an issuer without an account', () => {
    const settings = { payment_terms: 'By cheque' };
    expect(paymentOf({}, settings)).toEqual({ title: 'How to pay', terms: 'By cheque', account: [], code: null });
  });

  it('has no account for a customer whom a provider charges', () => {
    const charged = new Set(['customer']);
    expect(paymentOf({}, bank, { charged })).toMatchObject({ terms: 'Net 30 days', account: [], code: null });
    expect(paymentOf({}, { ...bank, payment_terms: null }, { charged })).toBeNull();
  });

  it('is absent where nothing is due, the customer bills itself, or the issuer says nothing', () => {
    expect(paymentOf({ total_due_amount_cents: 0 })).toBeNull();
    expect(paymentOf({ self_billed: true })).toBeNull();
    expect(paymentOf({}, {})).toBeNull();
  });
});

describe('the look of a document', () => {
  const themeOf = (settings: Partial<BillingEntity>) =>
    buildInvoiceContent(invoice([fee()]), issuer(settings), facts()).theme;

  it('is the choice of its issuer', () => {
    expect(themeOf({ document_paper: 'Letter', document_accent_color: '#0a7d5a' })).toEqual({
      paper: 'Letter',
      accent: '#0a7d5a',
    });
    expect(themeOf({})).toEqual({ paper: 'A4', accent: '#1f4e79' });
  });
});
