import { describe, expect, it } from '@jest/globals';
import {
  noIssuerEinvoicing,
  noLegalMentions,
  type CreditNote,
  type Fee,
  type SingleInvoice,
} from '@tollgate/contracts';
import { applyCoupons, creditNoteAmounts, Decimal, decimalText, invoiceTotals, type TaxRate } from '@tollgate/rating';
import fc from 'fast-check';
import { noFacts, type BillingFacts } from '../content/billing-facts.js';
import { buildCreditNoteContent } from '../content/credit-note-content.js';
import { customer, fee, invoice, issuer } from '../content/documents.fixture.js';
import { buildInvoiceContent } from '../content/invoice-content.js';
import type { EInvoiceFiles } from '../e-invoices/e-invoice-files.js';
import type { DocumentContents } from '../tables/document-contents.js';
import { creditNoteFiles, invoiceFiles } from './e-invoices-of-issued.js';

const taxes: Record<string, number> = {
  standard: 19,
  reduced: 7,
  svc_eu_reverse_charge: 0,
  svc_eu_tax_exempt: 0,
  exempt: 0,
  export: 0,
  none: 0,
};
const nameOf = (code: string) => `Tax ${code}`;

const seller = issuer({
  einvoicing: true,
  eu_tax_management: false,
  phone: '+49 30 1234567',
  payment_terms: 'Without deduction.',
  legal_mentions: {
    ...noLegalMentions,
    late_penalty_rate: 9.12,
    recovery_indemnity: true,
    no_early_payment_discount: true,
  },
  einvoicing_settings: {
    ...noIssuerEinvoicing,
    zero_taxes: [
      { tax_code: 'exempt', category: 'E', reason_code: null, reason: 'UStG 4' },
      { tax_code: 'export', category: 'G', reason_code: null, reason: null },
    ],
  },
});
const buyer = customer({
  ...{ city: 'Paris', zipcode: '75002', state: null, country: 'FR', tax_identification_number: 'FR32123456789' },
  ...{ shipping_address: { country: null } as never, phone: null, applicable_timezone: 'America/New_York' },
  einvoicing_settings: { electronic_address: null, electronic_address_scheme: null, buyer_reference: null },
});

interface Sold {
  cents: number;
  codes: string[];
  /** Whether a one-off item has a period of its own. */
  dated: boolean;
  /** The place of its subscription. */
  of: number;
}

const kinds = ['one_off', 'credit', 'subscription', 'progressive_billing', 'final'] as const;
type Kind = (typeof kinds)[number];
const sold: fc.Arbitrary<Sold> = fc.record({
  cents: fc.integer({ min: 1, max: 1_000_000 }),
  codes: fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...Object.keys(taxes)).map((code) => [code]) },
    { weight: 1, arbitrary: fc.constant<string[]>(['standard', 'reduced']) },
  ),
  dated: fc.boolean(),
  of: fc.integer({ min: 0, max: 2 }),
});
const plans = fc.record({
  kind: fc.constantFrom(...kinds),
  items: fc.array(sold, { minLength: 1, maxLength: 6 }),
  percent: fc.integer({ min: 0, max: 50 }),
  order: fc.option(fc.constant('PO-7')),
});
type Plan = typeof plans extends fc.Arbitrary<infer T> ? T : never;

const ratesOf = (codes: string[]): TaxRate[] => codes.map((code) => ({ code, rate: new Decimal(taxes[code] ?? 0) }));
const coupon = (percent: number) => ({
  ...{ id: 'spring', type: 'percentage' as const, frequency: 'forever' as const, amountCents: null, currency: null },
  ...{ percentageRate: new Decimal(percent), periodsRemaining: null, usedCents: 0n, limit: null },
});

function feeOf({ cents, codes, dated, of }: Sold, kind: Kind): Fee {
  const rate = codes.reduce((sum, code) => sum + (taxes[code] ?? 0), 0);
  const price = decimalText(new Decimal(cents).div(100));
  const days = { from_date: '2026-01-01T00:00:00Z', to_date: '2026-01-31T23:59:59Z' };
  const none = { from_date: '2026-02-01T12:00:00Z', to_date: '2026-02-01T12:00:00Z' };
  return fee({
    ...{ amount_cents: cents, taxes_rate: rate, units: '1.0', precise_unit_amount: price, precise_amount: price },
    ...{
      one_off: {
        svc_subscription_id: null,
        ...(dated ? days : none),
        item: { type: 'add_on' as const, name: 'Setup' },
      },
      credit: { svc_subscription_id: null, ...none, item: { type: 'credit' as const, name: 'credit' } },
      usage: { svc_subscription_id: `s${of}`, external_subscription_id: `external ${of}`, ...days },
    }[kind === 'one_off' || kind === 'credit' ? kind : 'usage'],
  });
}

/** Sold credits have neither taxes nor periods. */
const itemsOf = ({ kind, items }: Pick<Plan, 'kind' | 'items'>): Sold[] =>
  kind === 'credit' ? items.map((item) => ({ ...item, codes: [], dated: false })) : items;

/** An invoice with figures by the product's own mathematics, and what its documents know besides. */
function issued({ kind, items: chosen, percent, order }: Plan) {
  const items = itemsOf({ kind, items: chosen });
  const fees = items.map((item) => feeOf(item, kind));
  const rated = items.map(({ cents, codes }) => ({
    ...{ type: 'charge' as const, amountCents: BigInt(cents), preciseAmountCents: new Decimal(cents) },
    ...{ preciseCouponsAmountCents: new Decimal(kind === 'final' ? cents : 0).times(0.25).floor() },
    ...{ planIds: [], billableMetricId: null, taxes: ratesOf(codes) },
  }));
  const credit = rated.reduce((sum, { preciseCouponsAmountCents: cents }) => sum + BigInt(cents.toFixed()), 0n);
  const sum = rated.reduce((total, { amountCents }) => total + amountCents, 0n);
  const discounts = percent === 0 || kind === 'credit' ? [] : [coupon(percent)];
  const discounted = applyCoupons(discounts, rated, sum - credit, 'EUR');
  const none = { creditNotesCents: 0n, prepaidGrantedCents: 0n, prepaidPurchasedCents: 0n };
  const deductions = { progressiveBillingCreditCents: credit, couponsCents: discounted.couponsAmountCents, ...none };
  const totals = invoiceTotals(discounted.fees, deductions);
  const billed = fees.map((each, place) => ({
    ...each,
    precise_coupons_amount_cents: decimalText(discounted.fees[place]?.preciseCouponsAmountCents ?? new Decimal(0)),
    taxes_amount_cents: 0,
  }));
  const source = invoice(billed, {
    ...{ invoice_type: kind === 'final' ? 'subscription' : kind, customer: buyer, purchase_order_number: order },
    ...{ issuing_date: '2026-02-01', created_at: '2026-02-01T12:00:00Z', fees_amount_cents: Number(sum) },
    subscriptions: [0, 1, 2].map((of) => ({ svc_id: `s${of}`, name: `Team ${of}`, plan_code: 'pro' })) as never,
    billing_periods: [{ charges_from_datetime: '2026-01-01T05:00:00Z' }] as never,
    coupons_amount_cents: Number(totals.couponsAmountCents),
    progressive_billing_credit_amount_cents: Number(credit),
    sub_total_excluding_taxes_amount_cents: Number(totals.subTotalExcludingTaxesAmountCents),
    taxes_amount_cents: Number(totals.taxesAmountCents),
    sub_total_including_taxes_amount_cents: Number(totals.subTotalIncludingTaxesAmountCents),
    total_amount_cents: Number(totals.totalAmountCents),
    total_due_amount_cents: Number(totals.totalAmountCents),
    credits: discounts.map(() => ({ item: { type: 'coupon', name: 'Spring' }, amount_cents: 0 })) as never,
    applied_taxes: totals.taxes.appliedTaxes.map(({ code, rate, feesAmountCents, amountCents }) => ({
      ...{ tax_code: code, tax_name: nameOf(code), tax_rate: rate.toNumber() },
      ...{ fees_amount_cents: Number(feesAmountCents), amount_cents: Number(amountCents) },
    })) as SingleInvoice['applied_taxes'],
  });
  const known: BillingFacts = {
    ...noFacts,
    plans: new Map([0, 1, 2].map((of) => [`s${of}`, { name: 'Pro', displayName: null, interval: 'monthly' }])),
    fees: new Map(
      billed.map(({ svc_id: id }, place) => {
        const codes = items[place]?.codes ?? [];
        const taxRates = codes.map((code) => taxes[code] ?? 0);
        return [id, { taxRates, taxCodes: codes, from: null, to: null, proration: null }];
      }),
    ),
    corrected: new Map([
      [
        'invoice',
        {
          ...{ number: source.number, issuingDate: source.issuing_date, type: source.invoice_type },
          ...{ createdAt: source.created_at, purchaseOrder: order },
          amountCents: source.sub_total_including_taxes_amount_cents,
        },
      ],
    ]),
    deducted: new Map(kind === 'final' ? [['invoice', [{ number: 'P-1', issuingDate: '2026-01-11' }]]] : []),
  };
  return { source, known, rated: discounted.fees };
}

type Issued = ReturnType<typeof issued>;

/** A note over a share of each item, with figures by the product's own mathematics. */
function noteOf({ source, rated }: Issued, share: number): CreditNote {
  const parts = rated.map(({ amountCents, preciseCouponsAmountCents, taxes: list }) => ({
    feeAmountCents: amountCents,
    feePreciseCouponsAmountCents: preciseCouponsAmountCents,
    taxes: list,
    amountCents: new Decimal(amountCents.toString()).times(share),
  }));
  const amounts = creditNoteAmounts(parts);
  const total = Number(amounts.subTotalExcludingTaxesAmountCents + amounts.taxesAmountCents);
  return {
    ...{ svc_id: 'note', svc_invoice_id: 'invoice', number: 'CN-1', invoice_number: source.number },
    ...{ issuing_date: '2026-03-05', created_at: '2026-03-05T12:00:00Z', reason: 'other', description: 'By phone.' },
    ...{ currency: 'EUR', self_billed: false, customer: buyer, billing_entity_code: 'nimbus' },
    sub_total_excluding_taxes_amount_cents: Number(amounts.subTotalExcludingTaxesAmountCents),
    coupons_adjustment_amount_cents: Number(amounts.couponsAdjustmentAmountCents),
    taxes_amount_cents: Number(amounts.taxesAmountCents),
    ...{ total_amount_cents: total, credit_amount_cents: total, refund_amount_cents: 0, offset_amount_cents: 0 },
    items: parts.map(({ amountCents }, place) => ({
      ...{ svc_id: `item ${place}`, amount_currency: 'EUR', fee: source.fees[place] as Fee },
      ...{ amount_cents: amountCents.round().toNumber(), precise_amount_cents: decimalText(amountCents) },
    })),
    applied_taxes: amounts.appliedTaxes.map(({ code, rate, baseAmountCents, amountCents }) => ({
      ...{ tax_code: code, tax_name: nameOf(code), tax_rate: rate.toNumber() },
      ...{ base_amount_cents: Number(baseAmountCents), amount_cents: Number(amountCents) },
    })),
  } as unknown as CreditNote;
}

/** The texts of all elements of a name. */
const texts = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}\\b[^>]*>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => text);
const parts = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>[^]*?</${name}>`, 'g'))].map(([part]) => part);

const centsOf = (money: string): number => Number(money.replace(/[^\d.]/g, '').replace('.', ''));

/** The lines and taxes of paper, in the form of the e-invoice. */
const paperOf = ({ tables, details, totals }: DocumentContents) => ({
  lines: [...(details.length > 0 ? details : tables)]
    .flatMap(({ groups }) => groups.flatMap(({ rows }) => rows))
    .filter(({ kind, cells }) => kind === 'line' && cells.at(-1) !== '')
    .map(({ cells }) => centsOf(cells.at(-1) ?? ''))
    .sort((one, other) => one - other),
  taxes: totals
    .filter(({ remark }) => remark !== null)
    .map(({ label, remark, value }) => ({
      rate: Number(/\((.*)%\)/.exec(label)?.[1]),
      base: centsOf(remark ?? ''),
      tax: centsOf(value),
    })),
});

const fileOf = (xml: string) => ({
  lines: parts(xml, 'cac:(?:Invoice|CreditNote)Line')
    .map((line) => centsOf(texts(line, 'cbc:LineExtensionAmount')[0] ?? ''))
    .sort((one, other) => one - other),
  taxes: parts(xml, 'cac:TaxSubtotal').map((part) => ({
    rate: Number(texts(part, 'cbc:Percent')[0] ?? 0),
    base: centsOf(texts(part, 'cbc:TaxableAmount')[0] ?? ''),
    tax: centsOf(texts(part, 'cbc:TaxAmount')[0] ?? ''),
  })),
  reasons: texts(xml, 'cbc:TaxExemptionReason').flatMap((text) => text.split('; ')),
});

/** Paper has a line for each tax; the file one for each rate. Each rounds a sum once, so a cent may lie elsewhere. */
function expectSameTaxes(paper: ReturnType<typeof paperOf>['taxes'], file: ReturnType<typeof fileOf>['taxes']): void {
  const rates = [...new Set(file.map(({ rate }) => rate))];
  expect(rates.sort()).toEqual([...new Set(paper.map(({ rate }) => rate))].sort());
  const sums = (all: typeof file, rate: number, figure: 'base' | 'tax') =>
    all.filter((each) => each.rate === rate).reduce((sum, each) => sum + each[figure], 0);
  for (const rate of rates)
    for (const figure of ['base', 'tax'] as const)
      expect(Math.abs(sums(paper, rate, figure) - sums(file, rate, figure))).toBeLessThanOrEqual(paper.length);
}

/** @param within cents by which lines may differ: items of a part note are rounded each on paper, and together in the file */
function expectSame(content: DocumentContents, xml: string, within = 0): void {
  const [paper, file] = [paperOf(content), fileOf(xml)];
  expect(file.lines).toHaveLength(paper.lines.length);
  for (const [place, cents] of file.lines.entries())
    expect(Math.abs(cents - (paper.lines[place] ?? 0))).toBeLessThanOrEqual(within);
  if (paper.taxes.length > 0) expectSameTaxes(paper.taxes, file.taxes);
  else expect(file.taxes.map(({ rate, tax }) => [rate, tax])).toEqual([[0, 0]]);
  for (const reason of file.reasons) expect(content.taxReasons.filter((text) => text.includes(reason))).not.toEqual([]);
  for (const text of content.taxReasons) expect(file.reasons.filter((reason) => text.includes(reason))).not.toEqual([]);
}

/** The file, or null where stacked taxes refuse it. */
function xmlOf(files: EInvoiceFiles | null, items: readonly Sold[]): string | null {
  const isStacked = items.some(({ codes }) => codes.length > 1);
  expect(files?.faults.map((fault) => fault.slice(0, 5))).toEqual(isStacked ? ['BG-30'] : []);
  expect(files?.file === null).toBe(isStacked);
  return files?.file?.xml ?? null;
}

const headOf = ({ head }: DocumentContents, label: string) => head.find((entry) => entry.label === label)?.value;

describe('paper and e-invoice', () => {
  it('of an invoice list the same lines, taxes, reasons, days, terms and references', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const { source, known } = issued(plan);
        const content = buildInvoiceContent(source, seller, known);
        const xml = xmlOf(invoiceFiles(source, seller, known), itemsOf(plan));
        if (xml === null) return;
        expectSame(content, xml);
        expect(
          texts(xml, 'cbc:Note')
            .join('\n')
            .includes(content.payment?.terms ?? '–'),
        ).toBe(content.payment !== null);
        const mentions = content.paragraphs.flatMap(({ text }) => (/(late|early) payment/i.test(text) ? [text] : []));
        expect(mentions).toHaveLength(source.total_due_amount_cents > 0 ? 3 : 0);
        for (const text of mentions) expect(texts(xml, 'cbc:Note').join('\n')).toContain(text);
        expect(texts(parts(xml, 'cac:OrderReference').join(''), 'cbc:ID')[0]).toBe(headOf(content, 'Purchase order'));
        const references = parts(xml, 'cac:InvoiceDocumentReference').map((part) => texts(part, 'cbc:ID')[0]);
        const named = content.paragraphs
          .map(({ text }) => text)
          .join()
          .match(/P-1/g);
        expect(references).toEqual(named ?? []);
        const supplied = { one: texts(xml, 'cbc:ActualDeliveryDate')[0], days: texts(xml, 'cbc:EndDate') };
        const dated = itemsOf(plan).filter((item) => item.dated).length;
        if (plan.kind === 'one_off' || plan.kind === 'credit') {
          expect(supplied.one).toBe(dated === plan.items.length ? '2026-01-31' : '2026-02-01');
          expect(headOf(content, 'Date of supply')).toBe(
            {
              [plan.items.length]: 'Jan 01, 2026 – Jan 31, 2026',
              0: 'same as issue date',
            }[dated] ?? 'as stated with the items, otherwise the issue date',
          );
        } else expect(new Set(supplied.days)).toEqual(new Set(['2026-01-31']));
      }),
    );
  });

  it('of a credit note list the same lines, taxes, reasons, days, words and references', () => {
    fc.assert(
      fc.property(plans, fc.constantFrom(1, 0.5), (plan, share) => {
        const made = issued(plan);
        const note = noteOf(made, share);
        if (note.total_amount_cents === 0) return;
        const content = buildCreditNoteContent(note, seller, made.known);
        const xml = xmlOf(creditNoteFiles(note, seller, made.known), itemsOf(plan));
        if (xml === null) return;
        expectSame(content, xml, share === 1 ? 0 : 1);
        const [reference = ''] = parts(xml, 'cac:InvoiceDocumentReference');
        expect(texts(reference, 'cbc:ID')[0]).toBe(headOf(content, 'Invoice number'));
        expect([texts(reference, 'cbc:IssueDate')[0], headOf(content, 'Invoice date')]).toEqual([
          '2026-02-01',
          'Feb 01, 2026',
        ]);
        expect(texts(xml, 'cbc:Note')).toContain(content.paragraphs[0]?.text);
        expect(texts(parts(xml, 'cac:OrderReference').join(''), 'cbc:ID')[0]).toBe(headOf(content, 'Purchase order'));
        const isSale = plan.kind === 'one_off' || plan.kind === 'credit';
        const isDated = !isSale || itemsOf(plan).some((item) => item.dated);
        expect([texts(xml, 'cbc:ActualDeliveryDate')[0], headOf(content, 'Corrected period')]).toEqual(
          isDated ? ['2026-01-31', 'Jan 01, 2026 – Jan 31, 2026'] : ['2026-02-01', 'Feb 01, 2026'],
        );
      }),
    );
  });
});
