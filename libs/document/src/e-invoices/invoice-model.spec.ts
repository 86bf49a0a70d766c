import { describe, expect, it } from '@jest/globals';
import { noIssuerEinvoicing, noLegalMentions, type ZeroTax } from '@tollgate/contracts';
import { noFacts } from '../content/billing-facts.js';
import { amountText } from './amounts.js';
import { CannotBeWritten } from './cannot-be-written.js';
import { arithmeticFaults } from './checks.js';
import { customer, fee, invoice, issuer, issuing } from './e-invoices.fixture.js';
import { buildInvoiceModel } from './invoice-model.js';
import type { EInvoice } from './model.js';
import type { InvoiceSource } from './sources.js';

const built = (source: InvoiceSource, settings = issuing()): EInvoice => {
  const model = buildInvoiceModel(source, settings);
  expect(arithmeticFaults(model)).toEqual([]);
  return model;
};
const vatOf = ({ vat }: EInvoice) =>
  vat.map(({ category, rate, base, tax }) => `${category} ${rate.toFixed()} ${amountText(base)} ${amountText(tax)}`);
const deductionsOf = ({ deductions }: EInvoice) =>
  deductions.map(({ amount, vat, reason }) => `${vat.category} ${vat.rate.toFixed()} ${amountText(amount)} ${reason}`);
const linesOf = ({ lines }: EInvoice) =>
  lines.map(({ quantity, price, rounding, amount }) =>
    [quantity.toFixed(), price.toFixed(), amountText(rounding), amountText(amount)].join(' '),
  );

describe('the figures of an invoice', () => {
  it('divides coupons among rates, as in the example of the reference (invoices, section 3.1)', () => {
    const fees = [
      fee({ cents: 10000, rate: 10, codes: ['t10'], coupons: '2080.0' }),
      fee({ cents: 5000, rate: 10, codes: ['t10'], coupons: '1040.0' }),
      fee({ cents: 3000, rate: 20, codes: ['t20'], coupons: '1650.0' }),
    ];
    const model = built(invoice(fees, { taxes: 1458, coupons: 4770, notes: 2000, prepaid: 5000 }));
    expect(vatOf(model)).toEqual(['S 20 13.50 2.70', 'S 10 118.80 11.88']);
    expect(deductionsOf(model)).toEqual(['S 20 16.50 Welcome', 'S 10 31.20 Welcome']);
    expect(model.lines.map(({ amount }) => amount)).toEqual([3000n, 5000n, 10000n]);
    expect(model.totals).toMatchObject({
      lines: 18000n,
      allowances: 4770n,
      withVat: 14688n,
      paid: 7000n,
      payable: 7688n,
    });
    expect(model.paymentMeans).toMatchObject({ code: '58', account: { iban: 'DE89370400440532013000' } });
  });

  it('gives the rest of rounding to the rate that lost most by it', () => {
    // 2.4 cents each: 4.8 together, rounded once to 5.
    const fees = [fee({ cents: 30, rate: 8 }), fee({ cents: 40, rate: 6 })];
    expect(vatOf(built(invoice(fees, { taxes: 5 })))).toEqual(['S 8 0.30 0.03', 'S 6 0.40 0.02']);
  });

  it('divides a coupon of 1.00 over three rates without losing a cent', () => {
    const fees = [5, 10, 20].map((rate) => fee({ cents: 1000, rate, coupons: '33.33333' }));
    // 48.33 + 96.67 + 193.33 = 338.33 cents
    const model = built(invoice(fees, { taxes: 338, coupons: 100 }));
    expect(deductionsOf(model)).toEqual(['S 20 0.34 Welcome', 'S 10 0.33 Welcome', 'S 5 0.33 Welcome']);
    expect(vatOf(model)).toEqual(['S 20 9.66 1.93', 'S 10 9.67 0.97', 'S 5 9.67 0.48']);
  });

  it('names usage that progressive invoices have billed', () => {
    const fees = [fee({ cents: 5000, rate: 20, coupons: '3000.0' })];
    const model = built(invoice(fees, { taxes: 400, progressive: 3000 }));
    expect(deductionsOf(model)).toEqual(['S 20 30.00 Usage already billed']);
    expect(model.deductions[0]?.reasonCode).toBeNull();
  });

  it('refuses several taxes of one item, whose sum no law has', () => {
    const fees = [fee({ cents: 1000, rate: 14.975, codes: ['gst', 'qst'] }), fee({ cents: 1000, codes: ['gst'] })];
    expect(() => buildInvoiceModel(invoice(fees, { taxes: 150 }), issuing())).toThrow(
      'BG-30: several taxes of one item (storage: gst + qst)',
    );
    const zeros = [fee({ cents: 1000, codes: ['one', 'other'] })];
    expect(() => buildInvoiceModel(invoice(zeros, { taxes: 0 }), issuing())).toThrow(CannotBeWritten);
  });

  it('keeps the taxes of fees that were paid before', () => {
    // Each fee was taxed alone: 0.004 is 0, so the invoice has no tax.
    const fees = [1, 2, 3].map(() => fee({ cents: 2, rate: 20, taxes: 0 }));
    expect(vatOf(built(invoice(fees, { taxes: 0 }, { invoice_type: 'advance_charges' })))).toEqual(['S 20 0.06 0.00']);
  });

  it('cannot keep them where they miss the rate by a main unit', () => {
    const fees = Array.from({ length: 3 }, () => fee({ cents: 4, rate: 10, taxes: 0 }));
    const paid = (currency: string) =>
      buildInvoiceModel(invoice(fees, { taxes: 0 }, { invoice_type: 'advance_charges', currency }), issuing());
    expect(arithmeticFaults(paid('EUR'))).toEqual([]);
    expect(arithmeticFaults(paid('JPY'))).toEqual(['BR-CO-17, S 10 %: 0.00 is not 1.20']);
  });

  it('refuses sums that contradict each other', () => {
    const source = invoice([fee({ cents: 1000, rate: 20 })], { taxes: 200 });
    const wrong = [
      { ...source, fees_amount_cents: 1001 },
      { ...source, total_amount_cents: 1199 },
      invoice([fee({ cents: 1000, rate: 20 })], { taxes: 500 }),
      invoice([fee({ cents: 1000, rate: 0 })], { taxes: 1 }),
      invoice([fee({ cents: 1000, rate: 20, coupons: '900.0' })], { taxes: 20, coupons: 500 }),
    ];
    for (const each of wrong) expect(() => buildInvoiceModel(each, issuing())).toThrow(/is not/);
  });
});

describe('the lines of an invoice', () => {
  it('have the quantity and price of their fees, negative ones a negative quantity', () => {
    const fees = [
      fee({ cents: 30864, units: '123456789.0', price: '0.0000025' }),
      fee({ cents: -500, units: '-2.0', price: '2.5' }),
      fee({ cents: -400, units: '2.0', price: '-2.0' }),
    ];
    expect(linesOf(built(invoice(fees, { taxes: 0 })))).toEqual([
      '-2 2.5 0.00 -5.00',
      '-2 2 0.00 -4.00',
      '123456789 0.0000025 0.00 308.64',
    ]);
  });

  it('have the price of one unit where the fee has none that gives its amount', () => {
    const fees = [
      fee({ cents: 1000, units: '4.0', price: '0.5' }),
      fee({ cents: 250, units: '0.0', price: '0.0' }),
      fee({ cents: 0, units: '5.0', price: '3.0' }),
    ];
    expect(linesOf(built(invoice(fees, { taxes: 0 })))).toEqual([
      '5 0 0.00 0.00',
      '1 2.5 0.00 2.50',
      '4 2.5 0.00 10.00',
    ]);
  });

  it('state what rounding to yen took', () => {
    const fees = [fee({ cents: 50, units: '1.5', price: '33.3', rate: 10 }), fee({ cents: 20, rate: 8, price: '20' })];
    const model = built(invoice(fees, { taxes: 7 }, { currency: 'JPY' }));
    expect(linesOf(model)).toEqual(['1 20 0.00 20.00', '1.5 33.3 0.05 50.00']);
    expect(vatOf(model)).toEqual(['S 10 50.00 5.00', 'S 8 20.00 2.00']);
  });

  it('have two decimals in dinar, and the exact total in a note', () => {
    const fees = [fee({ cents: 1234, rate: 5, price: '1.234' }), fee({ cents: 1234, rate: 5, price: '1.234' })];
    // 2.468 at 5 % is 0.1234, in fils 0.123: together 2.591.
    const model = built(invoice(fees, { taxes: 123 }, { currency: 'KWD' }));
    expect(linesOf(model)).toEqual(['1 1.234 0.00 1.24', '1 1.234 0.00 1.23']);
    expect(model.totals).toMatchObject({ lines: 247n, vat: 12n, withVat: 259n, rounding: 0n, payable: 259n });
    expect(model.notes).toContainEqual({ subject: null, text: 'Total: 2.591 KWD' });
  });

  it('have the period of their fee in the customer’s days', () => {
    const model = built(invoice([fee({ cents: 100 })], { taxes: 0 }));
    expect(model.lines[0]?.period).toEqual({ from: '2026-01-01', to: '2026-01-31' });
    expect([model.period, model.deliveryDate]).toEqual([{ from: '2026-01-01', to: '2026-01-31' }, '2026-01-01']);
    const sold = (period: object) => {
      const fees = [{ ...fee({ cents: 100, type: 'add_on' }), ...period }];
      return built(invoice(fees, { taxes: 0 }, { invoice_type: 'one_off' }));
    };
    expect(sold({}).deliveryDate).toBe('2026-01-31');
    const atOnce = sold({ to_date: '2025-12-31T23:00:00Z' });
    expect([atOnce.deliveryDate, atOnce.lines[0]?.period]).toEqual(['2026-02-01', null]);
  });

  it('have the days of whole days in UTC in any time zone, and end with a progressive invoice', () => {
    const whole = { from_date: '2026-01-01T00:00:00Z', to_date: '2026-01-31T23:59:59Z' };
    const fees = [{ ...fee({ cents: 100 }), ...whole }];
    const zone = { customer: { ...customer, applicable_timezone: 'America/New_York' } };
    expect(built(invoice(fees, { taxes: 0 }, zone)).lines[0]?.period).toEqual({ from: '2026-01-01', to: '2026-01-31' });
    const issued = { invoice_type: 'progressive_billing' as const, created_at: '2026-01-11T12:00:00Z' };
    expect(built(invoice(fees, { taxes: 0 }, issued)).lines[0]?.period).toEqual({
      from: '2026-01-01',
      to: '2026-01-11',
    });
  });

  it('have the parts of their price in a note, and their subscription', () => {
    const range = (from: number, to: number | null, units: string, price: string, total: string) => ({
      ...{ from_value: from, to_value: to, units, per_unit_amount: price, flat_unit_amount: '0.0' },
      ...{ per_unit_total_amount: total, total_with_flat_amount: total },
    });
    const graduated_ranges = [range(0, 100, '100.0', '1.0', '100.0'), range(101, null, '20.0', '0.5', '10.0')];
    const tiered = {
      ...fee({ cents: 11_000, units: '120.0', price: '0.916666666666667' }),
      ...{ amount_details: { graduated_ranges }, external_subscription_id: 's-7', svc_subscription_id: 'one' },
    };
    const subscriptions = [{ svc_id: 'one', name: 'Staging' }] as InvoiceSource['subscriptions'];
    const [line] = built(invoice([tiered], { taxes: 0 }, { subscriptions })).lines;
    expect(line?.note).toBe('Units 0 to 100: 100 × €1.00 = €100.00; Units 101 and above: 20 × €0.50 = €10.00');
    expect([line?.objectId, line?.attributes]).toEqual(['s-7', [{ name: 'Subscription', value: 'Staging' }]]);
  });

  it('are prorated units at the full price', () => {
    const seats = {
      ...fee({ cents: 14_226, units: '7.0', price: '20.3226' }),
      svc_id: 'f',
      precise_amount: '142.2582',
    };
    const proration = { units: '4.74194', duration_days: 31, parts: [], further: null };
    const known = { taxRates: [], taxCodes: [], from: null, to: null, proration };
    const facts = { ...noFacts, fees: new Map([['f', known]]) };
    expect(linesOf(built(invoice([seats], { taxes: 0 }), issuing({ facts })))).toEqual(['4.74194 30 0.00 142.26']);
  });

  it('are one of 0 on an invoice without fees', () => {
    expect(linesOf(built(invoice([], { taxes: 0 })))).toEqual(['1 0 0.00 0.00']);
  });
});

describe('the terms and references of an invoice', () => {
  const termsOf = (terms: string | null, changes: Partial<InvoiceSource> = {}) =>
    built(
      invoice([fee({ cents: 100 })], { taxes: 0 }, changes),
      issuing({ issuer: { ...issuer, payment_terms: terms } }),
    ).paymentTerms;

  it('have the words of the issuer before the days', () => {
    expect(termsOf('Without deduction.')).toBe('Without deduction.\nPayment term: 30 days');
    expect(termsOf(null)).toBe('Payment term: 30 days');
    expect(termsOf('Without deduction.', { total_due_amount_cents: 0 })).toBe('Payment term: 30 days');
  });

  it('have the syntax of XRechnung only where the issuer writes it', () => {
    const terms = '#SKONTO#TAGE=7#PROZENT=2.00#\n#1 in the world\nThank you';
    expect(termsOf(terms)).toBe('– #1 in the world\nThank you\n#SKONTO#TAGE=7#PROZENT=2.00#\nPayment term: 30 days');
  });

  it('name the progressive invoices that it deducts, the latest first', () => {
    const deducted = ['2026-01-10', '2026-01-20'].map((issuingDate, place) => ({ number: `P-${place}`, issuingDate }));
    const facts = { ...noFacts, deducted: new Map([['i-1', deducted]]) };
    const fees = [fee({ cents: 5000, rate: 20, coupons: '3000.0' })];
    const model = built(invoice(fees, { taxes: 400, progressive: 3000 }), issuing({ facts }));
    expect(model.precedingInvoices).toEqual([
      { number: 'P-1', issueDate: '2026-01-20' },
      { number: 'P-0', issueDate: '2026-01-10' },
    ]);
    const text = 'Deducted invoices: P-0 (Jan 10, 2026), P-1 (Jan 20, 2026)';
    expect(model.notes).toContainEqual({ subject: null, text });
  });

  it('have the sentences of the law of France', () => {
    const mentions = {
      ...noLegalMentions,
      late_penalty_rate: 12,
      no_early_payment_discount: true,
      vat_on_debits: true,
    };
    const french = issuing({ issuer: { ...issuer, country: 'FR', legal_mentions: mentions } });
    const source = invoice([fee({ cents: 100 })], { taxes: 0 });
    const { notes, isVatDueOnInvoicing, process } = built(source, french);
    expect(notes.map(({ subject }) => subject)).toEqual([null, 'PMD', 'PMT', 'AAB', null]);
    expect(notes[2]?.text).toMatch(/recovery costs .*: €40$/);
    expect([isVatDueOnInvoicing, process]).toEqual([true, null]);
    const goods = { ...french.issuer, legal_mentions: { ...noLegalMentions, operation_category: 'goods' as const } };
    expect(built(source, issuing({ issuer: goods })).process).toBe('B1');
  });
});

describe('the parties of an invoice', () => {
  it('are the issuer and the customer', () => {
    const { seller, buyer } = built(invoice([fee({ cents: 100 })], { taxes: 0 }));
    expect(seller).toMatchObject({ name: 'Nimbus GmbH', vatId: 'DE123456788', contact: { name: 'Nimbus GmbH' } });
    expect(buyer).toMatchObject({ name: 'Acme SA', vatId: 'FR32123456789', contact: { email: 'ap@acme.example' } });
  });

  it('change places on self-billed invoices, which know no account of their seller', () => {
    const model = built(invoice([fee({ cents: 100 })], { taxes: 0 }, { self_billed: true }));
    expect([model.seller.name, model.buyer.name, model.typeCode]).toEqual(['Acme SA', 'Nimbus GmbH', '389']);
    expect(model.paymentMeans).toEqual({ code: '1', account: null });
  });

  it('have registers and numbers without a country’s prefix', () => {
    const belgian = {
      ...issuer,
      country: 'BE',
      legal_number: '0123.456.749',
      tax_identification_number: '12/345/67890',
    };
    const { seller } = built(invoice([fee({ cents: 100 })], { taxes: 0 }), issuing({ issuer: belgian }));
    expect(seller.registration).toEqual({ id: '0123456749', scheme: '0208' });
    expect([seller.vatId, seller.taxNumber]).toEqual([null, '12/345/67890']);
  });
});

describe('kinds of invoices and categories of VAT', () => {
  const zero = (codes: string[], settings = issuing()) =>
    built(invoice([fee({ cents: 100, codes })], { taxes: 0 }), settings);
  const treatment = (model: EInvoice) =>
    model.vat.map(({ category, reason }) => [category, reason?.code, reason?.text]);

  it('prepaid credits are not subject to VAT', () => {
    const model = built(invoice([fee({ cents: 100, type: 'credit' })], { taxes: 0 }, { invoice_type: 'credit' }));
    expect([model.typeCode, ...treatment(model)]).toEqual(['386', ['O', 'VATEX-EU-O', 'Not subject to VAT']]);
  });

  it('the buyer owes the tax of a reverse charge', () => {
    const words = 'Reverse charge (Art. 196 Directive 2006/112/EC)';
    expect(treatment(zero(['svc_eu_reverse_charge']))).toEqual([['AE', 'VATEX-EU-AE', words]]);
  });

  it('services used outside the area of VAT are not subject to it', () => {
    for (const code of ['svc_eu_tax_exempt', 'svc_eu_es_exception_canary_islands'])
      expect(treatment(zero([code]))[0]?.[0]).toBe('O');
  });

  it('another rate of 0 is zero-rated, unless the issuer knows better', () => {
    expect(treatment(zero(['none']))).toEqual([['Z', undefined, undefined]]);
    const zero_taxes: ZeroTax[] = [{ tax_code: 'small', category: 'E', reason_code: null, reason: 'UStG 19' }];
    const settings = issuing({ issuerSettings: { ...noIssuerEinvoicing, zero_taxes } });
    expect(treatment(zero(['small'], settings))).toEqual([['E', null, 'UStG 19']]);
  });

  it('a supply within the Community states where it went', () => {
    const zero_taxes: ZeroTax[] = [{ tax_code: 'ic', category: 'K', reason_code: null, reason: 'Art. 138' }];
    const model = zero(['ic'], issuing({ issuerSettings: { ...noIssuerEinvoicing, zero_taxes } }));
    expect([treatment(model)[0], model.deliverTo?.country]).toEqual([
      ['K', 'VATEX-EU-IC', 'Art. 138'],
      customer.country,
    ]);
  });

  it('what is not subject is exempt beside another rate, since O stands alone', () => {
    const fees = [fee({ cents: 100, codes: ['svc_eu_tax_exempt'] }), fee({ cents: 100, rate: 20 })];
    const model = built(invoice(fees, { taxes: 20 }));
    expect(vatOf(model)).toEqual(['S 20 1.00 0.20', 'E 0 1.00 0.00']);
    expect(model.vat[1]?.reason?.text).toMatch(/Art. 44/);
  });
});
