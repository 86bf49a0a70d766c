// Calls on objects that time has created: the rater chooses the invoice or note, and names the figures that identify
// it.
import { expectedFees } from '../fee-figures.ts';
import { expectedInvoice, invoiceKey, isVisible } from '../figures.ts';
import type { Choice, NoteParts } from '../history.ts';
import type { AddOnFeeRequest, InvoiceRequest, PaymentRequest } from '../requests.ts';
import type { Call, Calls, FoundInvoice, FoundNote, PlayableState } from './calls.ts';
import { createNote, creditableOf, amountDueOf, figuresOf, isPaid, voidInvoice } from './corrections.ts';
import { need } from './impossible.ts';
import { compute, fixCents, taxesOfAddOn } from './invoice.ts';
import type { CreditNote, Fee, Invoice, NoteItem, SoldFee, Split } from './model.ts';
import type { Customer } from './catalog.ts';
import { remaining } from './notes.ts';
import { usageCall } from './current-usage.ts';
import { previewCall } from './previews.ts';
import { charge, isUnderWay } from './provider-payments.ts';
import { type Numeric, rational, sum } from './rational.ts';
import { newFigures, newInvoice } from './records.ts';
import type { State } from './state.ts';
import { checkThresholds } from './thresholds.ts';
import { settle } from './wallets.ts';

const share = (value: Numeric, part: number): bigint => rational(value).times(String(part)).floor();

const exists = (world: State, customer: Customer) => world.customers.get(customer.externalId) === customer;

/**
 * The invoices of an organization that no other invoice equals and whose customer still exists.
 * @param underWay only those whose payment the provider has not answered
 */
function invoicesOf(world: State, underWay = false): FoundInvoice[] {
  const visible = world.invoices.filter(isVisible);
  const found = visible.map((invoice) => {
    const shown = expectedInvoice(invoice);
    return { invoice, key: invoiceKey(shown), shown };
  });
  const times = new Map<string, number>();
  for (const { key } of found) times.set(key, (times.get(key) ?? 0) + 1);
  return found.filter(
    ({ key, invoice }) =>
      times.get(key) === 1 && exists(world, invoice.customer) && (!underWay || isUnderWay(world, invoice)),
  );
}

const pick = <T>(list: T[], nth: number): T | undefined => (list.length === 0 ? undefined : list[nth % list.length]);

/** A fee by its name in the service, and how much of it a note credits. */
interface NamedItem extends NoteItem {
  name: string;
}

const itemsOf = (items: NoteItem[]) =>
  items.map(({ amount }, i) => ({ fee_id: `{{fee${i}}}`, amount_cents: Number(amount.floor()) }));

function noteCall(chosen: FoundInvoice, items: NamedItem[], split: Split): Call {
  const body = {
    credit_note: {
      invoice_id: '{{found}}',
      items: itemsOf(items),
      credit_amount_cents: Number(split.creditCents),
      refund_amount_cents: Number(split.refundCents),
      offset_amount_cents: Number(split.offsetCents),
    },
  };
  const find = { ...chosen, fees: items.map(({ name }) => name), items, split };
  return { do: 'POST /credit_notes', body, find };
}

const hasDistinctFees = (names: [string, Fee][]) => names.length > 1 && names.every(([name]) => !name.includes('#'));

type SingleFeeChoice = { nth: number; one: true; refund: boolean };
type NoteChoice = { nth: number; one?: undefined; shares: number[]; parts: NoteParts; underWay?: boolean };

/**
 * A note of one uncredited fee plus all fees worth nothing, with the amount of the estimate (invoices, section 6.4).
 * Repeated calls credit the whole invoice.
 */
function singleFeeNote(world: State, all: FoundInvoice[], { nth, refund }: SingleFeeChoice): Call | undefined {
  const candidates = all.filter(
    ({ invoice }) =>
      invoice.status === 'finalized' &&
      !invoice.sells &&
      invoice.subTotalCents > 0n &&
      hasDistinctFees(expectedFees(invoice)),
  );
  const discounted = candidates.filter(({ invoice }) => invoice.couponsCents + invoice.progressiveCents > 0n);
  const chosen = pick(discounted.length > 0 ? discounted : candidates, nth);
  if (!chosen) return undefined;
  const { invoice } = chosen;
  const openFees = expectedFees(invoice)
    .map(([name, fee]) => ({ name, fee, amount: rational(remaining(fee).floor()) }))
    .filter(({ amount }) => !amount.isZero());
  const isFree = ({ fee }: NamedItem) => !rational(fee.amountCents).minus(fee.coupons).greaterThan('0.5');
  const valuable = openFees.find((item) => !isFree(item));
  if (!valuable) return undefined;
  const items = [valuable, ...openFees.filter(isFree)];
  const { total, taxes, subTotal } = figuresOf(world, invoice, items);
  const maxCreditable = total - taxes > subTotal ? total - 1n : total;
  const paysBack = refund && invoice.paidCents >= maxCreditable;
  const split = {
    creditCents: paysBack ? 0n : maxCreditable,
    refundCents: paysBack ? maxCreditable : 0n,
    offsetCents: 0n,
  };
  const call = noteCall(chosen, items, split);
  const estimate = { credit_note: { invoice_id: '{{found}}', items: itemsOf(items) } };
  return { ...call, estimate: { body: estimate, shows: { max_creditable_amount_cents: String(maxCreditable) } } };
}

interface CallFactory {
  /** A method, not a function: each call states the choice that it reads. */
  make(world: PlayableState, choice: Choice): Call | undefined;
}

/** Builds the call of a step that chooses; undefined where there is nothing to choose. */
const callFactories: Record<string, CallFactory['make']> = {
  'POST /payments'(world, { nth, share: part, underWay }: Choice & { share: number }) {
    const chosen = pick(
      invoicesOf(world, underWay).filter(({ invoice }) => amountDueOf(invoice) > 0n && invoice.status === 'finalized'),
      nth,
    );
    if (!chosen) return undefined;
    const amount = share(amountDueOf(chosen.invoice), part) || 1n;
    const payment = { invoice_id: '{{found}}', amount_cents: Number(amount), reference: 'paid' };
    return { do: 'POST /payments', body: { payment }, find: chosen };
  },

  'POST /credit_notes'(world, choice: SingleFeeChoice | NoteChoice) {
    if (choice.one) return singleFeeNote(world, invoicesOf(world), choice);
    const { nth, shares, parts, underWay } = choice;
    const chosen = pick(
      invoicesOf(world, underWay).filter(
        ({ invoice }) => invoice.status === 'finalized' && !invoice.sells && invoice.feesCents > 0n,
      ),
      nth,
    );
    if (!chosen) return undefined;
    const { invoice } = chosen;
    const items = expectedFees(invoice)
      .filter(([name]) => !name.includes('#'))
      .map(([name, fee], i) => ({ name, fee, amount: rational(share(remaining(fee), pick(shares, i) ?? 0)) }))
      .filter(({ amount }) => !amount.isZero());
    if (items.length === 0) return undefined;
    const { total } = figuresOf(world, invoice, items);
    const half = parts === 'credit and refund' ? total / 2n : 0n;
    const split = {
      creditCents: parts === 'credit' ? total : half,
      refundCents: parts === 'refund' ? total : half === 0n ? 0n : total - half,
      offsetCents: parts === 'offset' ? total : 0n,
    };
    return noteCall(chosen, items, split);
  },

  'PUT /credit_notes'(world, { nth }) {
    const notes = world.creditNotes.filter(
      ({ customer, invoice }) => exists(world, customer) && invoice.status !== 'draft',
    );
    const alike = (a: CreditNote, b: CreditNote) => noteKey(a) === noteKey(b);
    const note = pick(
      notes.filter((one) => notes.every((other) => other === one || !alike(one, other))),
      nth,
    );
    return note && { do: 'PUT /credit_notes/{{found}}/void', find: { note, noteKey: noteKey(note) } };
  },

  'POST /invoices/void'(world, { nth, credits, refunds = 0, sales = false, underWay }) {
    const isSale = ({ sells, status }: Invoice) => status === 'finalized' && sells?.status === 'pending';
    const all = invoicesOf(world, underWay);
    const sold = sales ? all.filter(({ invoice }) => isSale(invoice)) : [];
    const chosen = pick(
      sold.length > 0 ? sold : all.filter(({ invoice }) => invoice.status !== 'draft' && !invoice.sells),
      nth,
    );
    if (!chosen) return undefined;
    const { invoice } = chosen;
    const creditable = creditableOf(world, invoice);
    const paid = invoice.paidCents;
    const requestedNotes =
      credits === undefined
        ? null
        : { credit: share(creditable, credits), refund: share(paid < creditable ? paid : creditable, refunds) };
    const body = requestedNotes
      ? {
          generate_credit_note: true,
          credit_amount: Number(requestedNotes.credit),
          refund_amount: Number(requestedNotes.refund),
        }
      : {};
    return { do: 'POST /invoices/{{found}}/void', body, find: { ...chosen, requestedNotes } };
  },

  'PUT /invoices/refresh'(world, { nth }) {
    const chosen = pick(
      invoicesOf(world).filter(({ invoice }) => invoice.status === 'draft'),
      nth,
    );
    return chosen && { do: 'PUT /invoices/{{found}}/refresh', body: {}, find: { ...chosen, isDraft: true } };
  },

  'POST /invoices/retry_payment'(world, { nth }) {
    const chosen = pick(invoicesOf(world), nth);
    const isDraft = chosen?.invoice.status === 'draft';
    return chosen && { do: 'POST /invoices/{{found}}/retry_payment', body: {}, find: { ...chosen, isDraft } };
  },

  'POST /invoices/preview': previewCall,

  'GET /current_usage': usageCall,

  'POST /invoices/lose_dispute'(world, { nth }) {
    const chosen = pick(invoicesOf(world), nth);
    const isDraft = chosen?.invoice.status === 'draft';
    return chosen && { do: 'POST /invoices/{{found}}/lose_dispute', body: {}, find: { ...chosen, isDraft } };
  },
};

/** Identifies a note. */
export const noteKey = ({
  customer,
  totalCents,
  creditCents,
  refundCents,
  offsetCents,
  balance,
  creditStatus,
}: CreditNote): string =>
  [customer.externalId, totalCents, creditCents, refundCents, offsetCents, balance, creditStatus].join(' ');

/** @returns the call of a step that chooses; null where no object fits */
export const chosenCall = (world: PlayableState, call: string, choice: Choice): Call | null =>
  need(callFactories[call], `choice of ${call}`)(world, choice) ?? null;

/** A call on an invoice, or on a note, that its step has chosen. */
type Chosen<T> = Call & { find: T };

/** The calls by method and resource, as in `walletCalls`. */
export const correctionCalls: Calls = {
  'POST payments'(_world, { payment }: { payment: PaymentRequest }, _id, { find: { invoice } }: Chosen<FoundInvoice>) {
    const cents = BigInt(payment.amount_cents);
    if (cents > amountDueOf(invoice) || (invoice.sells && cents !== invoice.totalCents)) return 422;
    invoice.paidCents += cents;
    if (invoice.sells) settle(invoice.sells);
  },

  'POST credit_notes'(world, _body, _id, { find: { invoice, items, split } }: Chosen<Required<FoundInvoice>>) {
    return createNote(world, invoice, items, split);
  },

  'PUT credit_notes'(_world, _body, _id, { find: { note } }: Chosen<FoundNote>) {
    if (note.balance <= 0n) return 405;
    Object.assign(note, { creditStatus: 'voided', balance: 0n });
  },

  'GET customers'() {},

  /** Recomputes a draft; the answer shows the result (invoices, section 9.5). */
  'PUT invoices'(world, _body, _id, call: Chosen<FoundInvoice>) {
    const { invoice } = call.find;
    compute(invoice, world, false);
    call.shows = expectedInvoice(invoice);
    for (const { subscription } of invoice.parts) checkThresholds(world, subscription);
  },

  'POST invoices'(
    world,
    { invoice: request }: { invoice?: InvoiceRequest },
    id,
    { do: path, find }: Chosen<FoundInvoice>,
  ) {
    if (id === 'preview') return undefined;
    if (request) return oneOff(world, request);
    if (path.endsWith('/void')) return voidAndCheck(world, find);
    if (path.endsWith('/retry_payment')) return retry(world, find.invoice);
    if (!['finalized', 'voided'].includes(find.invoice.status)) return 405;
    find.invoice.disputed = true;
    return undefined;
  },
};

/**
 * The usage that a voided invoice billed is uninvoiced again, so thresholds are checked again (charges, section 7.2).
 */
function voidAndCheck(world: State, { invoice, requestedNotes = null }: FoundInvoice): number {
  const status = voidInvoice(world, invoice, requestedNotes);
  if (status === 200) for (const { subscription } of invoice.parts) checkThresholds(world, subscription);
  return status;
}

/** Charges an invoice again (webhooks, section 10.5). */
function retry(world: State, invoice: Invoice): number {
  if (invoice.status !== 'finalized' || isPaid(invoice) || isUnderWay(world, invoice)) return 405;
  charge(world, invoice);
  return 200;
}

/** An invoice of add-ons: with taxes and without discounts (invoices, sections 3 and 10). */
function oneOff(world: State, request: InvoiceRequest): number {
  const customer = world.customers.get(request.external_customer_id);
  if (!customer) return 404;
  const fees = request.fees.map((one) => addOnFee(world, customer, one));
  const feesCents = fees.reduce((total, fee) => total + fee.amountCents, 0n);
  const taxesCents = sum(fees.map((fee) => fee.exactTaxes)).round();
  const invoice = newInvoice(world, {
    customer,
    parts: [],
    reasons: [],
    at: world.now,
    currency: request.currency,
    fees,
    issuingDay: world.dayOf(customer),
    feesCents,
    taxesCents,
    subTotalCents: feesCents,
    totalCents: feesCents + taxesCents,
  });
  for (const fee of fees) fee.invoice = invoice;
  world.invoices.push(invoice);
  return 200;
}

function addOnFee(world: State, customer: Customer, request: AddOnFeeRequest): SoldFee {
  const addOn = need(world.addOns.get(request.add_on_code), 'add-on');
  const units = rational(request.units ?? 1);
  const precise = rational(request.unit_amount_cents ?? addOn.amount_cents).times(units);
  return fixCents({
    type: 'add_on',
    code: addOn.code,
    subscription: null,
    ...newFigures(units, precise.round(), precise),
    taxes: taxesOfAddOn(request.tax_codes, addOn, customer, world),
  });
}
