// Invoices in one plain form, from the service or the rater, and the differences between two such books.
import { isoDay, isoSecond } from './rater/calendar.mjs';
import { rational } from './rater/rational.mjs';
import { amountDueOf, isPaid } from './rater/corrections.mjs';
import { actualNotes, expectedNotes } from './note-figures.mjs';
import { actualWallets, expectedWallets } from './wallet-figures.mjs';

/** Marks a figure that the reference does not define. */
const any = 'any';

const second = (text) => (text ? isoSecond(Date.parse(text)) : null);
const sorted = (object) =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(object ?? {})
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, value]) => [key, Array.isArray(value) ? [...value].sort() : value]),
    ),
  );
const number = (value) => rational(value).toString();

// A true-up has the group of its parent; the reference does not define which of several groups.
const feeName = ({ type, subscription, code, filter, group, trueUp, event }) =>
  [
    type,
    subscription,
    code,
    filter ? `filter ${sorted(filter)}` : '',
    !trueUp && group && Object.keys(group).length > 0 ? `group ${sorted(group)}` : '',
    trueUp ? 'true-up' : '',
    event ?? '',
  ]
    .filter(Boolean)
    .join(' ');

/** The reference does not define the period of a minimum commitment, of sold credits and of add-ons. */
const isDated = (type) => !['commitment', 'credit', 'add_on'].includes(type);

function actualFee(fee) {
  const trueUp = fee.svc_true_up_parent_fee_id !== null;
  const dated = isDated(fee.item.type);
  return [
    feeName({
      type: fee.item.type,
      subscription: fee.external_subscription_id,
      code: fee.item.code,
      filter: fee.item.filters,
      group: fee.item.grouped_by,
      trueUp,
      event: fee.event_transaction_id,
    }),
    {
      units: number(fee.units),
      amount_cents: String(fee.amount_cents),
      taxes_amount_cents: String(fee.taxes_amount_cents),
      ...(fee.item.type === 'charge' && !trueUp ? { events_count: fee.events_count } : {}),
      ...(dated ? { from: second(fee.from_date), to: second(fee.to_date) } : {}),
    },
  ];
}

function expectedFee(fee) {
  const { from, to } = fee.shown ?? fee;
  return [
    feeName({ ...fee, subscription: fee.subscription?.externalId ?? null }),
    {
      units: fee.units.toString(),
      amount_cents: String(fee.amountCents),
      taxes_amount_cents: String(fee.taxesCents ?? 0n),
      ...(fee.type === 'charge' && !fee.trueUp ? { events_count: fee.eventsCount ?? any } : {}),
      ...(isDated(fee.type) ? { from: isoSecond(from), to: isoSecond(to) } : {}),
    },
  ];
}

// A group with nothing to pay may be shown or not: its events may all be reversed or not count.
const showsAnEmptyGroup = ([name, { units, amount_cents: cents }]) =>
  name.includes(' group ') && units === '0' && cents === '0';

/** Fees by name; repeated names get a number. */
const feeTable = (all) => Object.fromEntries(numbered(all));

function numbered(all) {
  const table = new Map();
  const pairs = all.filter((pair) => !showsAnEmptyGroup(pair));
  for (const [name, figures, fee] of pairs.sort(([a, x], [b, y]) =>
    a < b ? -1 : a > b ? 1 : JSON.stringify(x) < JSON.stringify(y) ? -1 : 1,
  )) {
    let free = name;
    for (let i = 2; table.has(free); i++) free = `${name} #${i}`;
    table.set(free, [free, figures, fee]);
  }
  return [...table.values()];
}

/** Names of an invoice's fees, each with the fee. */
export const expectedFees = ({ fees }) =>
  numbered(fees.map((fee) => [...expectedFee(fee), fee])).map(([name, , fee]) => [name, fee]);
export const actualFees = ({ fees }) =>
  numbered(fees.map((fee) => [...actualFee(fee), fee])).map(([name, , fee]) => [name, fee]);

const paymentLine = ({ status, paid, offset, due, disputed }) =>
  `${status}: ${paid} paid, ${offset} offset, ${due} due${disputed ? ', dispute lost' : ''}`;

/** Identifies an invoice regardless of later payments and notes. */
export const invoiceKey = ({
  customer,
  periods,
  issuing_date,
  fees_amount_cents,
  taxes_amount_cents,
  total_amount_cents,
  fees,
}) =>
  JSON.stringify([
    customer,
    periods,
    issuing_date,
    fees_amount_cents,
    taxes_amount_cents,
    total_amount_cents,
    Object.keys(fees),
  ]);

export function actualInvoice(invoice) {
  const periods = invoice.billing_periods.map((period) => ({
    subscription: period.external_subscription_id,
    reason: period.invoicing_reason,
    ...(period.invoicing_reason === 'in_advance_charge'
      ? {}
      : {
          from: second(period.subscription_from_datetime),
          to: second(period.subscription_to_datetime),
          charges_from: second(period.charges_from_datetime),
          charges_to: second(period.charges_to_datetime),
        }),
  }));
  return {
    customer: invoice.customer.external_id,
    status: invoice.status,
    issuing_date: invoice.issuing_date,
    periods: inOrder(periods),
    fees_amount_cents: String(invoice.fees_amount_cents),
    progressive_billing_credit_amount_cents: String(invoice.progressive_billing_credit_amount_cents),
    coupons_amount_cents: String(invoice.coupons_amount_cents),
    taxes_amount_cents: String(invoice.taxes_amount_cents),
    credit_notes_amount_cents: String(invoice.credit_notes_amount_cents),
    prepaid: [invoice.prepaid_granted_credit_amount_cents, invoice.prepaid_purchased_credit_amount_cents]
      .map((cents) => String(cents ?? 0))
      .join(' + '),
    total_amount_cents: String(invoice.total_amount_cents),
    payment: paymentLine({
      status: invoice.payment_status,
      paid: invoice.total_paid_amount_cents,
      offset: invoice.total_offsetted_credit_note_amount_cents,
      due: invoice.total_due_amount_cents,
      disputed: invoice.payment_dispute_lost_at !== null,
    }),
    fees: feeTable(invoice.fees.map(actualFee)),
  };
}

const inOrder = (periods) => periods.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

export function expectedInvoice(invoice) {
  const periods = invoice.parts.map(({ subscription, boundaries }, i) => ({
    subscription: subscription.externalId,
    reason: invoice.reasons[i],
    ...(boundaries === undefined
      ? {}
      : {
          from: isoSecond(boundaries.plan.from),
          to: isoSecond(boundaries.plan.to),
          charges_from: usage(invoice.parts[i], 'from'),
          charges_to: usage(invoice.parts[i], 'to'),
        }),
  }));
  return {
    customer: invoice.customer.externalId,
    status: invoice.status,
    issuing_date: isoDay(invoice.issuingDay),
    periods: inOrder(periods),
    fees_amount_cents: String(invoice.feesCents),
    progressive_billing_credit_amount_cents: String(invoice.progressiveCents),
    coupons_amount_cents: String(invoice.couponsCents),
    taxes_amount_cents: String(invoice.taxesCents),
    credit_notes_amount_cents: String(invoice.creditNotesCents),
    prepaid: `${invoice.prepaid.granted} + ${invoice.prepaid.purchased}`,
    total_amount_cents: String(invoice.totalCents),
    payment: paymentLine({
      status: isPaid(invoice) ? 'succeeded' : 'pending',
      paid: invoice.paidCents ?? 0n,
      offset: invoice.offsetCents ?? 0n,
      due: amountDueOf(invoice),
      disputed: invoice.disputed === true,
    }),
    fees: feeTable(invoice.fees.map(expectedFee)),
  };
}

/** An invoice that waits for its payment is hidden. */
export const isVisible = ({ status }) => status !== 'open';

/** The rater's books, in the form that `actualBooks` gives to the service's. */
export const expectedBooks = (world) => ({
  invoices: world.invoices.filter(isVisible).map(expectedInvoice),
  uninvoicedFees: feeTable(world.uninvoicedFees.map(expectedFee)),
  wallets: expectedWallets(world),
  creditNotes: expectedNotes(world),
});
export const actualBooks = ({ invoices, uninvoicedFees, wallets, creditNotes }) => ({
  invoices: invoices.map(actualInvoice),
  uninvoicedFees: feeTable(uninvoicedFees.map(actualFee)),
  wallets: actualWallets(wallets),
  creditNotes: actualNotes(creditNotes),
});

const usage = ({ boundaries }, end) => (boundaries.charges ? isoSecond(boundaries.charges[end]) : null);

// ------------------------------------------------------------------------------------------ comparing
const key = (invoice) =>
  `${invoice.customer} ${invoice.periods.map((p) => `${p.subscription} ${p.reason} ${p.charges_to ?? p.to}`).join(', ')}`;
const eventsOf = (invoice) =>
  invoice.periods.some(({ reason }) => reason === 'in_advance_charge') ? Object.keys(invoice.fees) : [];
const exactKey = (invoice) =>
  JSON.stringify([invoice.customer, invoice.periods, invoice.issuing_date, eventsOf(invoice)]);
const nearKey = (invoice) =>
  `${invoice.customer} ${invoice.periods.map((p) => `${p.subscription} ${p.reason}`).join(', ')}`;

function pairUp(expected, actual, keyOf, pairs) {
  const unmatched = [];
  const free = [...actual];
  for (const one of expected) {
    const at = free.findIndex((other) => keyOf(other) === keyOf(one));
    if (at < 0) unmatched.push(one);
    else pairs.push([one, free.splice(at, 1)[0]]);
  }
  return [unmatched, free];
}

/** Leaves at which two values differ, as `{ where, expected, actual }`. */
export function leaves(expected, actual, where = '') {
  const object = (value) => value !== null && typeof value === 'object';
  if (object(expected) && object(actual)) {
    const keys = [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
    return keys.flatMap((name) => leaves(expected[name], actual[name], where ? `${where}.${name}` : name));
  }
  if (expected === any || JSON.stringify(expected) === JSON.stringify(actual)) return [];
  return [{ where, expected: expected ?? null, actual: actual ?? null }];
}

const draftOnly = ({ customer, status, periods, issuing_date }) => ({ customer, status, issuing_date, periods });

/** @returns the differences between the rater's books and the service's: `[{ invoice, differences }]` */
export function compareBooks(expected, actual) {
  const uninvoicedFees = leaves(expected.uninvoicedFees, actual.uninvoicedFees);
  const wallets = leaves(expected.wallets, actual.wallets);
  const notes = leaves(expected.creditNotes, actual.creditNotes);
  return [
    ...compareInvoices(expected.invoices, actual.invoices),
    ...(notes.length > 0 ? [{ invoice: 'none: credit notes', differences: notes }] : []),
    ...(wallets.length > 0 ? [{ invoice: 'none: wallets', differences: wallets }] : []),
    ...(uninvoicedFees.length > 0 ? [{ invoice: 'none: fees without one', differences: uninvoicedFees }] : []),
  ];
}

function compareInvoices(expected, actual) {
  const pairs = [];
  let [missing, extra] = pairUp(expected, actual, JSON.stringify, pairs);
  [missing, extra] = pairUp(missing, extra, exactKey, pairs);
  [missing, extra] = pairUp(missing, extra, key, pairs);
  [missing, extra] = pairUp(missing, extra, nearKey, pairs);
  const differingInvoices = [];
  for (const [expectedMatch, actualMatch] of pairs) {
    const drafts = expectedMatch.status === 'draft' && actualMatch.status === 'draft';
    const differences = drafts
      ? leaves(draftOnly(expectedMatch), draftOnly(actualMatch))
      : leaves(expectedMatch, actualMatch);
    if (differences.length > 0) differingInvoices.push({ invoice: key(expectedMatch), differences });
  }
  for (const one of missing)
    differingInvoices.push({
      invoice: key(one),
      differences: [{ where: 'the whole invoice', expected: one, actual: 'none' }],
    });
  for (const one of extra)
    differingInvoices.push({
      invoice: key(one),
      differences: [{ where: 'the whole invoice', expected: 'none', actual: one }],
    });
  return differingInvoices;
}
