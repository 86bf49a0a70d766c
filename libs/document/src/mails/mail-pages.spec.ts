import { describe, expect, it } from '@jest/globals';
import {
  documentLanguages,
  type BillingEntity,
  type CreditNote,
  type EmbeddedCustomer,
  type Invoice,
  type PaymentReceipt,
  type PaymentRequest,
} from '@tollgate/contracts';
import { writeMail, type MailPage } from '@tollgate/platform';
import fc from 'fast-check';
import { greetedName } from './mail-frame.js';
import { creditNotePage, invoicePage, receiptPage } from './mail-pages.js';
import { requestPage, type RequestFrame } from './request-page.js';

const issuer = {
  name: 'acme',
  legal_name: 'Acme GmbH',
  email: 'billing@acme.example',
  document_locale: 'en',
  email_text: null,
  email_text_translations: {},
  bank_account_iban: 'DE89370400440532013000',
  bank_account_bic: null,
} as BillingEntity;

const customerIn = (document_locale: string | null) =>
  ({
    external_id: 'c-1',
    name: 'Ada Lovelace',
    applicable_timezone: 'Europe/Berlin',
    billing_configuration: { document_locale },
  }) as EmbeddedCustomer;

const invoiceIn = (locale: string | null, more: Partial<Invoice> = {}) =>
  ({
    number: 'ACM-001',
    currency: 'EUR',
    total_amount_cents: 123_450,
    total_due_amount_cents: 123_450,
    issuing_date: '2026-01-05',
    payment_due_date: '2026-02-04',
    net_payment_term: 30,
    self_billed: false,
    customer: customerIn(locale),
    ...more,
  }) as Invoice;

const noteIn = (locale: string | null, more: Partial<CreditNote> = {}) =>
  ({
    number: 'ACM-001-CN001',
    invoice_number: 'ACM-001',
    currency: 'EUR',
    total_amount_cents: 1_190,
    credit_amount_cents: 1_190,
    refund_amount_cents: 0,
    offset_amount_cents: 0,
    issuing_date: '2026-01-06',
    customer: customerIn(locale),
    ...more,
  }) as CreditNote;

const receipt = {
  payment: { amount_cents: 100_000, amount_currency: 'EUR', created_at: '2026-01-09T23:30:00Z' },
} as PaymentReceipt;

const requestIn = (locale: string | null, terms = [30]) =>
  ({
    amount_cents: 123_450,
    amount_currency: 'EUR',
    customer: customerIn(locale),
    invoices: terms.map((net_payment_term, index) => ({
      ...invoiceIn(null),
      number: `ACM-00${index + 1}`,
      net_payment_term,
    })),
  }) as unknown as PaymentRequest;

const frame = { issuer, logo: null, url: 'https://bill.example.com/files/1?signature=a', hasXml: false };
const urls = new Map([['ACM-001', 'https://bill.example.com/files/1']]);
const document = { title: 'Invoice', number: 'ACM-001' };
const invoiceOf = (locale: string | null, more?: Partial<Invoice>) =>
  invoicePage(invoiceIn(locale, more), document, frame);
const noteOf = (more?: Partial<CreditNote>) =>
  creditNotePage(noteIn(null, more), { title: 'Credit note', number: 'ACM-001-CN001' }, frame);

describe('an invoice', () => {
  it('states amount and due date at a glance', () => {
    expect(invoiceOf(null)).toEqual({
      language: 'en',
      subject: 'Acme GmbH: Invoice ACM-001',
      preheader: 'Here is your invoice ACM-001 for €1,234.50. Please pay it by February 4, 2026.',
      sender: 'Acme GmbH',
      logo: null,
      accent: '#1d4ed8',
      greeting: 'Hello Ada Lovelace,',
      paragraphs: [
        'Here is your invoice ACM-001 for €1,234.50. Please pay it by February 4, 2026.',
        'You will find the document attached as a PDF.',
      ],
      figure: { label: 'Total', value: '€1,234.50', remark: 'Payable by February 4, 2026' },
      facts: [
        { label: 'Invoice', value: 'ACM-001' },
        { label: 'Issue date', value: 'January 5, 2026' },
      ],
      items: [],
      section: null,
      button: { label: 'View invoice', url: frame.url },
      links: [],
      closing: [
        'Do you have a question? Reply to this e-mail or write to billing@acme.example.',
        'Kind regards',
        'Acme GmbH',
      ],
      footer: ['Powered by Tollgate'],
    });
  });

  it('says that the e-invoice is attached', () => {
    const { paragraphs } = invoicePage(invoiceIn(null), document, { ...frame, hasXml: true });
    expect(paragraphs[1]).toContain('as an e-invoice (XML)');
  });

  it('asks for no payment when nothing is due, or when the customer is the seller', () => {
    const settled = invoiceOf(null, { total_due_amount_cents: 0 });
    expect([settled.preheader, settled.figure?.remark]).toEqual([
      'Here is your invoice ACM-001 for €1,234.50. There is nothing left to pay.',
      '',
    ]);
    expect(invoiceOf(null, { self_billed: true }).preheader).toContain('on your behalf');
  });

  it.each([
    ['de', 'hier ist Ihre Rechnung ACM-001 über 1.234,50\u00a0€. Bitte bezahlen Sie sie bis zum 4. Februar 2026.'],
    [
      'fr',
      "Voici votre facture ACM-001 d'un montant de 1\u202f234,50\u00a0€. Merci de la régler au plus tard le 4 février 2026.",
    ],
    [
      'es',
      'Aquí tiene su factura ACM-001 por 1234,50\u00a0€. Le rogamos que la pague a más tardar el 4 de febrero de 2026.',
    ],
    ['it', 'ecco la Sua fattura ACM-001 di 1234,50\u00a0€. La preghiamo di pagarla entro il 4 febbraio 2026.'],
    ['nb', 'Her er fakturaen din ACM-001 på 1\u00a0234,50\u00a0€. Vi ber deg betale den senest 4. februar 2026.'],
    [
      'pt-BR',
      'Aqui está a sua fatura ACM-001, no valor de €\u00a01.234,50. Pedimos que a pague até 4 de fevereiro de 2026.',
    ],
    ['sv', 'Här är din faktura ACM-001 på 1\u00a0234,50\u00a0€. Vänligen betala den senast den 4 februari 2026.'],
    [
      'nl',
      'Hierbij ontvangt u uw factuur ACM-001 van €\u00a01.234,50. Wilt u deze uiterlijk op 4 februari 2026 betalen?',
    ],
    ['pl', 'Przesyłamy fakturę ACM-001 na kwotę 1234,50\u00a0€. Prosimy o zapłatę do 4 lutego 2026.'],
    ['ja', '請求書 ACM-001（€1,234.50）をお送りします。2026年2月4日までにお支払いください。'],
    ['zh-TW', '這是您的發票 ACM-001，金額為 €1,234.50。請於 2026年2月4日以前付款。'],
  ])('reads like a letter in %s', (locale, sentence) => {
    expect(invoiceOf(locale).preheader).toBe(sentence);
  });
});

it('tells what became of the amount of a credit note', () => {
  const sentenceOf = (more?: Partial<CreditNote>) => noteOf(more).paragraphs[0];
  expect(sentenceOf()).toBe(
    'We have credited €11.90 to your account. Credit note ACM-001-CN001 corrects your invoice ACM-001.',
  );
  expect(sentenceOf({ credit_amount_cents: 0, refund_amount_cents: 1_190 })).toContain('We are refunding €11.90');
  expect(sentenceOf({ credit_amount_cents: 0, offset_amount_cents: 1_190 })).toContain('deducted €11.90');
  expect(sentenceOf({ credit_amount_cents: 190, refund_amount_cents: 1_000 })).toContain('Here is your credit note');
});

it('thanks for a payment on the day of the customer', () => {
  const invoices: [Invoice, ...Invoice[]] = [invoiceIn(null, { total_due_amount_cents: 23_450 })];
  const page = receiptPage(receipt, invoices, { title: 'Receipt', number: 'R-1' }, { ...frame, urls });
  expect(page.paragraphs[0]).toBe(
    'Thank you for your payment. We received €1,000.00 on January 10, 2026. Here is your receipt R-1.',
  );
  expect(page.facts.at(-1)).toEqual({ label: 'Remaining due', value: '€234.50' });
  expect(page.items).toEqual([{ name: 'ACM-001', value: '€1,234.50', url: urls.get('ACM-001'), remark: '' }]);
});

const requestFrame: RequestFrame = {
  ...{ issuer, logo: null, step: 'first', urls, paysOnline: false, isCharged: false },
  now: Date.parse('2026-02-09T23:30:00Z'),
};

describe('a payment request', () => {
  const pageOf = (step: 'first' | 'next' | 'last', terms?: number[], more: Partial<RequestFrame> = {}) =>
    requestPage(requestIn(null, terms), { ...requestFrame, step, ...more });

  it('words each step of a campaign and the term', () => {
    expect(pageOf('first').paragraphs).toEqual([
      '€1,234.50 is overdue on your account. Please pay the invoices below as soon as you can.',
      'The agreed payment term is 30 days.',
      'You will find the invoices attached as PDF files.',
      'If you have paid in the meantime, please ignore this message.',
    ]);
    expect(pageOf('next', [1]).paragraphs.slice(0, 2)).toEqual([
      'This is another reminder: €1,234.50 is still overdue. Please pay the invoices below now.',
      'The agreed payment term is one day.',
    ]);
    expect(pageOf('last', [0]).paragraphs[0]).toContain('our last reminder');
    expect(pageOf('last', [0]).paragraphs[1]).toBe('These invoices are payable at once.');
  });

  it("states the due date of each invoice and the days since then, in the customer's time zone", () => {
    expect(pageOf('first').items[0]?.remark).toBe('Due on February 4, 2026, 6 days overdue');
    const remarkAt = (now: string) => pageOf('first', [30], { now: Date.parse(now) }).items[0]?.remark;
    expect(remarkAt('2026-02-04T23:00:00Z')).toBe('Due on February 4, 2026, one day overdue');
    expect(remarkAt('2026-02-04T22:59:59Z')).toBe('Due on February 4, 2026');
    expect(remarkAt('2026-01-04T22:59:59Z')).toBe('Due on February 4, 2026');
    // Summer time begins in between.
    expect(remarkAt('2026-04-04T22:00:00Z')).toBe('Due on February 4, 2026, 60 days overdue');
  });

  it('has the account and the reference of a transfer, unless a provider charges the customer', () => {
    expect(pageOf('first', [30, 30]).section).toEqual({
      title: 'How to pay',
      facts: [
        { label: 'Account holder', value: 'Acme GmbH' },
        { label: 'IBAN', value: 'DE89 3704 0044 0532 0130 00' },
        { label: 'Reference', value: 'ACM-001, ACM-002' },
      ],
    });
    expect(pageOf('first', [30], { isCharged: true }).section).toBeNull();
    expect(pageOf('first', [30], { issuer: { ...issuer, bank_account_iban: null } }).section).toBeNull();
    const many =
      pageOf(
        'first',
        Array.from({ length: 500 }, () => 30),
      ).section?.facts.at(-1)?.value ?? '';
    expect(many.length).toBeLessThanOrEqual(140);
  });

  it('has a button for a single invoice, and a link for each of several', () => {
    expect(pageOf('first').button).toEqual({ label: 'View invoice', url: urls.get('ACM-001') });
    expect(pageOf('first', [30], { paysOnline: true }).button?.label).toBe('Pay now');
    const several = pageOf('first', [30, 30], { paysOnline: true });
    expect(several.button).toBeNull();
    expect(several.items.map(({ url }) => url)).toEqual([urls.get('ACM-001'), null]);
    expect(several.paragraphs).toContain('You can pay each invoice online on its page.');
  });
});

it('writes French as the French do', () => {
  const { text } = writeMail(invoiceOf('fr', { payment_due_date: '2026-02-01' }));
  expect(text).toContain('au plus tard le 1er février 2026.');
  expect(text).toContain('Voir la facture\u202f:');
  expect(text).toContain('Une question\u202f?');
  expect(text).not.toMatch(/ [:;?!]/);
});

it('greets people by their names, else companies', () => {
  const unnamed = { name: null, firstname: null, lastname: null, legal_name: null, external_id: 'c-1' };
  const named = (more: object) => greetedName({ ...unnamed, ...more } as EmbeddedCustomer);
  expect(named({})).toBe('c-1');
  expect(named({ legal_name: 'Analytical Ltd' })).toBe('Analytical Ltd');
  expect(named({ firstname: 'Ada', legal_name: 'Analytical Ltd' })).toBe('Ada');
});

/** One page of each kind in a language. */
function pagesIn(locale: string): MailPage[] {
  const uses = [
    {},
    { credit_amount_cents: 0, refund_amount_cents: 1 },
    { credit_amount_cents: 0, offset_amount_cents: 1 },
    { refund_amount_cents: 1 },
  ];
  return [
    invoiceOf(locale),
    invoiceOf(locale, { total_due_amount_cents: 0 }),
    invoiceOf(locale, { self_billed: true }),
    invoicePage(invoiceIn(locale), document, { ...frame, hasXml: true }),
    ...uses.map((use) => creditNotePage(noteIn(locale, use), document, frame)),
    receiptPage(receipt, [invoiceIn(locale)], document, { ...frame, urls }),
    ...(['first', 'next', 'last'] as const).flatMap((step) =>
      [0, 1, 30].flatMap((term) =>
        ['2026-02-04', '2026-02-05', '2026-02-06'].map((day) =>
          requestPage(requestIn(locale, [term]), {
            ...requestFrame,
            ...{ step, paysOnline: true, now: Date.parse(`${day}T12:00:00Z`) },
          }),
        ),
      ),
    ),
  ];
}

it.each(documentLanguages)('fills every place of every sentence in %s', (locale) => {
  const english = locale === 'en' ? [] : pagesIn('en').map(({ preheader }) => preheader);
  for (const page of pagesIn(locale)) {
    const { text, html = '' } = writeMail(page);
    expect(text + html.replace(/<style>[^]*<\/style>/, '')).not.toMatch(/\{\w+\}|undefined|NaN/);
    expect(text).toContain('Ada Lovelace');
    expect(page.language).toBe(locale);
    expect(english).not.toContain(page.preheader);
  }
});

it('shows names as they are, whatever they contain', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
      const customer = { ...customerIn(null), name } as Invoice['customer'];
      const page = invoicePage(invoiceIn(null, { customer }), document, frame);
      expect(page.greeting).toBe(`Hello ${name},`);
      const tags = (html = '') => html.replace(/<style>[^]*<\/style>/, '').match(/<[^>]*>/g);
      expect(tags(writeMail(page).html)).toEqual(tags(writeMail(invoiceOf(null)).html));
    }),
  );
});

it('writes days and amounts as a region does, in the words of its language', () => {
  const amounts = ['en-GB', 'de-AT', 'de-CH', 'fr-CH'].map((locale) => {
    const { language, preheader, figure } = invoiceOf(locale, { currency: 'CHF' });
    expect(language).toBe(locale);
    return [preheader.slice(0, 25), figure?.value.replace('\u2019', "'"), figure?.remark];
  });
  expect(amounts).toEqual([
    ['Here is your invoice ACM-', 'CHF\u00a01,234.50', 'Payable by 4 February 2026'],
    ['hier ist Ihre Rechnung AC', 'CHF\u00a01.234,50', 'Zahlbar bis zum 4. Februar 2026'],
    ['hier ist Ihre Rechnung AC', "CHF\u00a01'234.50", 'Zahlbar bis zum 4. Februar 2026'],
    ['Voici votre facture ACM-0', "1'234.50\u00a0CHF", 'À payer au plus tard le 4 février 2026'],
  ]);
});
