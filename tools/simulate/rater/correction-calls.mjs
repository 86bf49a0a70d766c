// Calls about what time has made: the rater chooses the invoice or the note, and says by what it can be found.
import { expectedFees, expectedInvoice, invoiceKey, isVisible } from '../figures.mjs';
import { createNote, creditableOf, dueOf, figuresOf, voidInvoice } from './corrections.mjs';
import { fixCents, remaining, taxesOfAddOn } from './invoice.mjs';
import { rational, sum, zero } from './rational.mjs';
import { settle } from './wallets.mjs';

const share = (value, part) => rational(value).times(String(part)).floor();

/** The invoices of an organization that nothing else looks like, those whose customer is still there. */
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
const found = ({ invoice, key, shown }, more = {}) => ({ invoice, key, shown, ...more });

/** What is made of a step that chooses; undefined where there is nothing to choose. */
const made = {
  'POST /payments'(world, { nth, share: part }) {
    const chosen = pick(
      invoicesOf(world).filter(({ invoice }) => dueOf(invoice) > 0n && invoice.status === 'finalized'),
      nth,
    );
    if (!chosen) return undefined;
    const amount = share(dueOf(chosen.invoice), part) || 1n;
    const payment = { invoice_id: '{{found}}', amount_cents: Number(amount), reference: 'paid' };
    return { do: 'POST /payments', body: { payment }, find: found(chosen) };
  },

  'POST /credit_notes'(world, { nth, shares, parts }) {
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
    const body = {
      credit_note: {
        invoice_id: '{{found}}',
        items: items.map(({ amount }, i) => ({ fee_id: `{{fee${i}}}`, amount_cents: Number(amount.floor()) })),
        credit_amount_cents: Number(split.creditCents),
        refund_amount_cents: Number(split.refundCents),
        offset_amount_cents: Number(split.offsetCents),
      },
    };
    return {
      do: 'POST /credit_notes',
      body,
      find: found(chosen, { fees: items.map(({ name }) => name), items, split }),
    };
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

  'POST /invoices/void'(world, { nth, credits, refunds }) {
    const chosen = pick(
      invoicesOf(world).filter(({ invoice }) => invoice.status !== 'draft' && !invoice.sells),
      nth,
    );
    if (!chosen) return undefined;
    const { invoice } = chosen;
    const creditable = creditableOf(world, invoice);
    const paid = invoice.paidCents ?? 0n;
    const wanted =
      credits === undefined
        ? null
        : { credit: share(creditable, credits), refund: share(paid < creditable ? paid : creditable, refunds) };
    const body = wanted
      ? {
          generate_credit_note: true,
          credit_amount: Number(wanted.credit),
          refund_amount: Number(wanted.refund),
        }
      : {};
    return { do: 'POST /invoices/{{found}}/void', body, find: found(chosen, { wanted }) };
  },

  'POST /invoices/lose_dispute'(world, { nth }) {
    const chosen = pick(invoicesOf(world), nth);
    const isDraft = chosen?.invoice.status === 'draft';
    return chosen && { do: 'POST /invoices/{{found}}/lose_dispute', body: {}, find: found(chosen, { isDraft }) };
  },
};

/** By what a note can be found. */
export const noteKey = ({ customer, totalCents, creditCents, refundCents, offsetCents, balance, creditStatus }) =>
  [customer.externalId, totalCents, creditCents, refundCents, offsetCents, balance, creditStatus].join(' ');

/** @returns the call that a step comes to; null where there is nothing that it could be about */
export const chosenCall = (world, step) => made[step.do](world, step.choose) ?? null;

/** The calls by method and resource, as in `walletCalls`. */
export const correctionCalls = {
  'POST payments'({ payment }, _id, { find: { invoice } }) {
    const cents = BigInt(payment.amount_cents);
    if (cents > dueOf(invoice) || (invoice.sells && cents !== invoice.totalCents)) return 422;
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

  'POST invoices'(body, id, { do: call, find }) {
    if (id === undefined) return oneOff(this, body.invoice);
    if (call.endsWith('/void')) return voidInvoice(this, find.invoice, find.wanted);
    if (!['finalized', 'voided'].includes(find.invoice.status)) return 405;
    find.invoice.disputed = true;
    return undefined;
  },
};

/** An invoice of add-ons: taxes, and nothing taken off (invoices, sections 3 and 10). */
function oneOff(world, given) {
  const customer = world.customers.get(given.external_customer_id);
  if (!customer) return 404;
  const fees = given.fees.map((one) => {
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
    fee.taxes = taxesOfAddOn(one.tax_codes, customer, world);
    return fixCents(fee);
  });
  const feesCents = fees.reduce((total, fee) => total + fee.amountCents, 0n);
  const taxesCents = sum(fees.map((fee) => fee.exactTaxes)).round();
  const invoice = {
    customer,
    parts: [],
    reasons: [],
    at: world.now,
    currency: given.currency,
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
