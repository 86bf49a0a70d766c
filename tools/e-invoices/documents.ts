// The made documents: kinds × rates × coupons × credits × currencies × countries, the same for the same seed.
import { taxCurrencyOf } from '@tollgate/catalog/reader';
import type { IssuerEinvoicingSettings } from '@tollgate/contracts';
import {
  buildCreditNoteModel,
  buildInvoiceModel,
  convertedCents,
  noFacts,
  type CreditNoteSource,
  type EInvoice,
  type InvoiceSource,
  type Issuing,
} from '@tollgate/document/e-invoices';
import { Decimal, type TaxRate } from '@tollgate/rating';
import { randomness, type Random } from '@tollgate/simulate/random';
import { makeCreditNote } from './credit-notes.ts';
import { kinds, makeInvoice, type InvoicePlan, type Kind } from './invoices.ts';
import {
  customerCountries,
  customerOf,
  incomplete,
  issuerCountries,
  issuingFrom,
  sellerCountries,
  type Account,
} from './parties.ts';

/** Of a document, in cents, as the interface shows them. */
export interface SourceSums {
  lines: number;
  withoutVat: number;
  vat: number;
  withVat: number;
  paid: number;
  payable: number;
}

export interface MadeDocument {
  name: string;
  /** Whether its parties have all fields that any format needs. */
  isComplete: boolean;
  currency: string;
  model: EInvoice;
  sums: SourceSums;
}

const tax = (code: string, rate: number): TaxRate => ({ code, rate: new Decimal(rate) });

/** Sets of taxes by fee; a document takes one row, and each of its fees one set of it. */
const rows: readonly (readonly (readonly TaxRate[])[])[] = [
  [[]],
  [[tax('standard', 19)]],
  [[tax('standard', 19)], [tax('reduced', 7)]],
  [[tax('a', 20)], [tax('b', 10)], [tax('c', 5.5)], [tax('d', 2.1)]],
  [[tax('gst', 5)], [tax('qst', 9.975)]],
  [[tax('standard', 25.5)], [tax('zero', 0)]],
  [[tax('svc_eu_reverse_charge', 0)]],
  [[tax('svc_eu_tax_exempt', 0)]],
  [[tax('svc_eu_tax_exempt', 0)], [tax('standard', 21)]],
  [[tax('svc_eu_reverse_charge', 0)], [tax('standard', 21)]],
  [[tax('small', 0)]],
  [[tax('health', 0)]],
  [[tax('export', 0)]],
  [[tax('community', 0)]],
];

const settings: Partial<IssuerEinvoicingSettings>[] = [{}, { contact_name: 'Accounts' }];

const accounts: Account[] = [
  {
    bank_account_iban: 'DE89370400440532013000',
    bank_account_bic: 'COBADEFFXXX',
    bank_account_holder: 'Nimbus',
  },
  { bank_account_iban: 'FR1420041010050500013M02606', bank_account_bic: null, bank_account_holder: null },
  { bank_account_iban: null, bank_account_bic: null, bank_account_holder: null },
];

const zeroTaxes: IssuerEinvoicingSettings['zero_taxes'] = [
  { tax_code: 'small', category: 'E', reason_code: null, reason: 'UStG 19: Kleinunternehmer' },
  { tax_code: 'health', category: 'E', reason_code: 'VATEX-EU-132-1C', reason: null },
  { tax_code: 'export', category: 'G', reason_code: null, reason: 'Art. 146 Directive 2006/112/EC' },
  { tax_code: 'community', category: 'K', reason_code: null, reason: 'Art. 138 Directive 2006/112/EC' },
];

const terms = [
  null,
  'Without deduction.\n#SKONTO#TAGE=7#PROZENT=2.00#',
  '#1 <terms> & conditions#\n#SKONTO#TAGE=07#PROZENT=2.00#BASISBETRAG=100.00#\n#VERZUG#TAGE=30#PROZENT=9.00#',
];

/** Taxes in the currency of the seller's country, for documents in another one. */
function convertedTaxesOf(
  source: InvoiceSource,
  note: CreditNoteSource | null,
  { issuer, currency }: Pick<Plan, 'issuer' | 'currency'>,
): Issuing['facts']['convertedTaxes'] {
  const to = taxCurrencyOf(issuer);
  if (to === null || to === currency) return new Map();
  const found = { currency: to, rate: '1.2345', day: '2026-01-30', source: 'European Central Bank' };
  return new Map(
    [source, ...(note ? [note] : [])]
      .filter(({ taxes_amount_cents: cents }) => cents !== 0)
      .map(({ svc_id: id, taxes_amount_cents: cents }) => [
        id,
        { ...found, amountCents: convertedCents(cents, { from: currency, to, rate: found.rate }) },
      ]),
  );
}

/** The facts about other documents: a final invoice deducts two progressive ones. */
const factsOf = (source: InvoiceSource, kind: Kind): Issuing['facts'] => ({
  ...noFacts,
  corrected: new Map([
    [
      source.svc_id,
      {
        number: source.number,
        issuingDate: source.issuing_date,
        type: source.invoice_type,
        createdAt: source.created_at,
        purchaseOrder: source.purchase_order_number,
        amountCents: source.sub_total_including_taxes_amount_cents,
      },
    ],
  ]),
  deducted: new Map(
    kind === 'final'
      ? [[source.svc_id, ['10', '20'].map((day) => ({ number: `NIM-P${day}`, issuingDate: `2026-02-${day}` }))]]
      : [],
  ),
});

const currencies = ['EUR', 'EUR', 'EUR', 'USD', 'JPY', 'KWD', 'CLF'];
const locales = ['en', 'de', 'fr', 'zh-TW'];

/** A customer that owes the tax needs a number for VAT. */
const customersWithVat = customerCountries.filter((country) => !['US', 'JP'].includes(country));

interface Plan extends InvoicePlan {
  issuer: string;
  country: string;
  locale: string;
  hasTaxNumber: boolean;
}

function planOf(random: Random, place: number): Plan {
  const kind = kinds[place % kinds.length] as Kind;
  const row = rows[Math.floor(place / kinds.length) % rows.length] as (typeof rows)[number];
  const hasCode = (pattern: RegExp) => row.flat().some(({ code }) => pattern.test(code));
  const needsVat = hasCode(/reverse|community/);
  const isSelfBilled = kind !== 'credit' && random.chance(0.12);
  const issuer = random.pick(issuerCountries);
  const country = random.pick(isSelfBilled ? sellerCountries : needsVat ? customersWithVat : customerCountries);
  const locale = random.pick(locales);
  // The product spreads no coupon over a fee below 0 in proportion: taxes and subtotal then contradict each other.
  const hasNegativeLines = random.chance(0.25);
  const hasCoupons = !hasNegativeLines && !['one_off', 'credit', 'advance_charges'].includes(kind);
  return {
    kind,
    issuer,
    country,
    locale,
    // Copied taxes were rounded fee by fee, in yen by more than the tests of BR-CO-17 allow: such invoices are refused.
    currency: random.pick(kind === 'advance_charges' ? currencies.filter((each) => each !== 'JPY') : currencies),
    taxSets: row,
    coupons: hasCoupons ? random.int(0, 3) : 0,
    hasNegativeLines,
    hasTaxNumber: !hasCode(/export|community/) && !isSelfBilled && random.chance(0.15),
    isPaidBefore: kind !== 'one_off' && kind !== 'credit' && random.chance(0.4),
    isSelfBilled,
    number: `NIM-${String(place).padStart(3, '0')}`,
    customer: customerOf(country, locale),
  };
}

const invoiceSums = (source: InvoiceSource): SourceSums => ({
  lines: source.fees_amount_cents,
  withoutVat: source.sub_total_excluding_taxes_amount_cents,
  vat: source.taxes_amount_cents,
  withVat: source.sub_total_including_taxes_amount_cents,
  paid: source.credit_notes_amount_cents + source.prepaid_credit_amount_cents,
  payable: source.total_amount_cents,
});

const noteSums = (note: CreditNoteSource): SourceSums => ({
  lines: note.sub_total_excluding_taxes_amount_cents + note.coupons_adjustment_amount_cents,
  withoutVat: note.sub_total_excluding_taxes_amount_cents,
  vat: note.taxes_amount_cents,
  withVat: note.total_amount_cents,
  paid: 0,
  payable: note.total_amount_cents,
});

/** @param count of invoices; every second one has a credit note too */
export function makeDocuments(seed: string, count: number): MadeDocument[] {
  return Array.from({ length: count }, (_, place) => {
    const random = randomness(`${seed} ${place}`);
    const plan = planOf(random, place);
    const isComplete = random.chance(0.75);
    const complete = issuingFrom(plan.issuer, {
      customer: plan.country,
      locale: plan.locale,
      hasTaxNumber: plan.hasTaxNumber,
      account: random.pick(accounts),
      settings: { ...random.pick(settings), zero_taxes: zeroTaxes },
    });
    const { currency } = plan;
    const customer = isComplete ? plan.customer : incomplete(random, plan.customer);
    const made = makeInvoice(random, { ...plan, customer });
    const issuer = isComplete ? complete.issuer : incomplete(random, complete.issuer);
    const note = place % 2 === 0 ? makeCreditNote(random, made) : null;
    const issuing = {
      ...complete,
      issuer: { ...issuer, payment_terms: random.pick(terms) },
      facts: { ...factsOf(made.source, plan.kind), convertedTaxes: convertedTaxesOf(made.source, note, plan) },
    };
    const name = `${String(place).padStart(3, '0')}-${plan.kind}-${plan.issuer}-${plan.country}-${currency}`;
    return [
      { name, isComplete, currency, model: buildInvoiceModel(made.source, issuing), sums: invoiceSums(made.source) },
      ...(note
        ? [
            {
              name: `${name}-note`,
              isComplete,
              currency,
              model: buildCreditNoteModel(note, issuing),
              sums: noteSums(note),
            },
          ]
        : []),
    ];
  }).flat();
}
