// Calls on objects that time has created: the rater chooses the invoice or note, and names the figures that identify
// it.
import { expectedFees, expectedInvoice, invoiceKey, isVisible } from '../figures.mjs';
import { createNote, creditableOf, amountDueOf, figuresOf, voidInvoice } from './corrections.mjs';
import { compute, fixCents, remaining, taxesOfAddOn } from './invoice.mjs';
import { previewCall } from './previews.mjs';
import { rational, sum, zero } from './rational.mjs';
import { checkThresholds } from './thresholds.mjs';
import { settle } from './wallets.mjs';

const share = (value, part) => rational(value).times(String(part)).floor();

/** The invoices of an organization that no other invoice equals and whose customer still exists. */
function invoicesOf(world) {
  const visible = world.invoices.filter(isVisible);
  const keys = new Map(visible.map((invoice) => [invoice, invoiceKey(expectedInvoice(invoice))]));
  const times = new Map();
  for (const key of keys.values()) times.set(key, (times.get(key) ?? 0) + 1);
  return visible
    .filter((one) => times.get(keys.get(one)) === 1 && world.customers.get(one.customer.externalId) === one.customer)
    .map((invoice) => ({ invoice, key: keys.get(invoice), shown: expectedInvoice(invoice) }));
}

const pick = (list, nth) => (list.length === 0 ? undefined : list[nth % list.length]);
const findBy = ({ invoice, key, shown }, more = {}) => ({ invoice, key, shown, ...more });

const itemsOf = (items) =>
  items.map(({ amount }, i) => ({ fee_id: `{{fee${i}}}`, amount_cents: Number(amount.floor()) }));

function noteCall(chosen, items, split) {
  const body = {
    credit_note: {
      invoice_id: '{{found}}',
      items: itemsOf(items),
      credit_amount_cents: Number(split.creditCents),
      refund_amount_cents: Number(split.refundCents),
      offset_amount_cents: Number(split.offsetCents),
    },
  };
  const find = findBy(chosen, { fees: items.map(({ name }) => name), items, split });
  return { do: 'POST /credit_notes', body, find };
}

const hasDistinctFees = (names) => names.length > 1 && names.every(([name]) => !name.includes('#'));

/**
 * A note of one uncredited fee plus all fees worth nothing, with the amount of the estimate (invoices, section 6.4).
 * Repeated calls credit the whole invoice.
 */
function singleFeeNote(world, all, { nth, refund }) {
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
  const isFree = ({ fee }) => !rational(fee.amountCents).minus(fee.coupons).greaterThan('0.5');
  const valuableFees = openFees.filter((item) => !isFree(item));
  if (valuableFees.length === 0) return undefined;
  const items = [valuableFees[0], ...openFees.filter(isFree)];
  const { total, taxes, subTotal } = figuresOf(world, invoice, items);
  const maxCreditable = total - taxes > subTotal ? total - 1n : total;
  const paysBack = refund && (invoice.paidCents ?? 0n) >= maxCreditable;
  const split = {
    creditCents: paysBack ? 0n : maxCreditable,
    refundCents: paysBack ? maxCreditable : 0n,
    offsetCents: 0n,
  };
  const call = noteCall(chosen, items, split);
  const estimate = { credit_note: { invoice_id: '{{found}}', items: itemsOf(items) } };
  return { ...call, estimate: { body: estimate, shows: { max_creditable_amount_cents: String(maxCreditable) } } };
}

/** Builds the call of a step that chooses; undefined where there is nothing to choose. */
const callFactories = {
  'POST /payments'(world, { nth, share: part }) {
    const chosen = pick(
      invoicesOf(world).filter(({ invoice }) => amountDueOf(invoice) > 0n && invoice.status === 'finalized'),
      nth,
    );
    if (!chosen) return undefined;
    const amount = share(amountDueOf(chosen.invoice), part) || 1n;
    const payment = { invoice_id: '{{found}}', amount_cents: Number(amount), reference: 'paid' };
    return { do: 'POST /payments', body: { payment }, find: findBy(chosen) };
  },

  'POST /credit_notes'(world, { nth, shares, parts, one, refund }) {
    if (one) return singleFeeNote(world, invoicesOf(world), { nth, refund });
    const chosen = pick(
      invoicesOf(world).filter(
        ({ invoice }) => invoice.status === 'finalized' && !invoice.sells && invoice.feesCents > 0n,
      ),
      nth,
    );
    if (!chosen) return undefined;
    const { invoice } = chosen;
    const items = expectedFees(invoice)
      .filter(([name]) => !name.includes('#'))
      .map(([name, fee], i) => ({ name, fee, amount: rational(share(remaining(fee), shares[i % shares.length])) }))
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
      (note) => world.customers.get(note.customer.externalId) === note.customer && note.invoice.status !== 'draft',
    );
    const alike = (a, b) => noteKey(a) === noteKey(b);
    const note = pick(
      notes.filter((one) => notes.every((other) => other === one || !alike(one, other))),
      nth,
    );
    return note && { do: 'PUT /credit_notes/{{found}}/void', find: { note, noteKey: noteKey(note) } };
  },

  'POST /invoices/void'(world, { nth, credits, refunds, sales = false }) {
    const isSale = ({ sells, status }) => sells !== undefined && status === 'finalized' && sells.status === 'pending';
    const all = invoicesOf(world);
    const sold = sales ? all.filter(({ invoice }) => isSale(invoice)) : [];
    const chosen = pick(
      sold.length > 0 ? sold : all.filter(({ invoice }) => invoice.status !== 'draft' && !invoice.sells),
      nth,
    );
    if (!chosen) return undefined;
    const { invoice } = chosen;
    const creditable = creditableOf(world, invoice);
    const paid = invoice.paidCents ?? 0n;
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
    return { do: 'POST /invoices/{{found}}/void', body, find: findBy(chosen, { requestedNotes }) };
  },

  'PUT /invoices/refresh'(world, { nth }) {
    const chosen = pick(
      invoicesOf(world).filter(({ invoice }) => invoice.status === 'draft'),
      nth,
    );
    return chosen && { do: 'PUT /invoices/{{found}}/refresh', body: {}, find: findBy(chosen, { isDraft: true }) };
  },

  'POST /invoices/preview': previewCall,

  'POST /invoices/lose_dispute'(world, { nth }) {
    const chosen = pick(invoicesOf(world), nth);
    const isDraft = chosen?.invoice.status === 'draft';
    return chosen && { do: 'POST /invoices/{{found}}/lose_dispute', body: {}, find: findBy(chosen, { isDraft }) };
  },
};

/** Identifies a note. */
export const noteKey = ({ customer, totalCents, creditCents, refundCents, offsetCents, balance, creditStatus }) =>
  [customer.externalId, totalCents, creditCents, refundCents, offsetCents, balance, creditStatus].join(' ');

/** @returns the call of a step that chooses; null where no object fits */
export const chosenCall = (world, step) => callFactories[step.do](world, step.choose) ?? null;

/** The calls by method and resource, as in `walletCalls`. */
export const correctionCalls = {
  'POST payments'({ payment }, _id, { find: { invoice } }) {
    const cents = BigInt(payment.amount_cents);
    if (cents > amountDueOf(invoice) || (invoice.sells && cents !== invoice.totalCents)) return 422;
    invoice.paidCents = (invoice.paidCents ?? 0n) + cents;
    if (invoice.sells) settle(invoice.sells);
    return undefined;
  },

  'POST credit_notes'(_body, _id, { find: { invoice, items, split } }) {
    return createNote(this, invoice, items, split);
  },

  'PUT credit_notes'(_body, _id, { find: { note } }) {
    if (note.balance <= 0n) return 405;
    Object.assign(note, { creditStatus: 'voided', balance: 0n });
    return undefined;
  },

  /** Recomputes a draft; the answer shows the result (invoices, section 9.5). */
  'PUT invoices'(_body, _id, call) {
    const { invoice } = call.find;
    compute(invoice, this, false);
    call.shows = expectedInvoice(invoice);
    for (const { subscription } of invoice.parts) checkThresholds(this, subscription);
    return undefined;
  },

  'POST invoices'(body, id, { do: call, find }) {
    if (id === 'preview') return undefined;
    if (id === undefined) return oneOff(this, body.invoice);
    if (call.endsWith('/void')) return voidAndCheck(this, find);
    if (!['finalized', 'voided'].includes(find.invoice.status)) return 405;
    find.invoice.disputed = true;
    return undefined;
  },
};

/**
 * The usage that a voided invoice billed is uninvoiced again, so thresholds are checked again (charges, section 7.2).
 */
function voidAndCheck(world, { invoice, requestedNotes }) {
  const status = voidInvoice(world, invoice, requestedNotes);
  if (status === 200) for (const { subscription } of invoice.parts) checkThresholds(world, subscription);
  return status;
}

/** An invoice of add-ons: with taxes and without discounts (invoices, sections 3 and 10). */
function oneOff(world, request) {
  const customer = world.customers.get(request.external_customer_id);
  if (!customer) return 404;
  const fees = request.fees.map((one) => {
    const addOn = world.addOns.get(one.add_on_code);
    const units = rational(one.units ?? 1);
    const precise = rational(one.unit_amount_cents ?? addOn.amount_cents).times(units);
    const fee = {
      type: 'add_on',
      code: addOn.code,
      subscription: null,
      units,
      amountCents: precise.round(),
      precise,
      coupons: zero,
    };
    fee.taxes = taxesOfAddOn(one.tax_codes, addOn, customer, world);
    return fixCents(fee);
  });
  const feesCents = fees.reduce((total, fee) => total + fee.amountCents, 0n);
  const taxesCents = sum(fees.map((fee) => fee.exactTaxes)).round();
  const invoice = {
    customer,
    parts: [],
    reasons: [],
    at: world.now,
    currency: request.currency,
    pendingNotes: [],
    fees,
    credits: [],
    status: 'finalized',
    issuingDay: world.dayOf(customer),
    feesCents,
    couponsCents: 0n,
    progressiveCents: 0n,
    taxesCents,
    creditNotesCents: 0n,
    prepaid: { granted: 0n, purchased: 0n },
    subTotalCents: feesCents,
    totalCents: feesCents + taxesCents,
  };
  for (const fee of fees) fee.invoice = invoice;
  world.invoices.push(invoice);
  return 200;
}
