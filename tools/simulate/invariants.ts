// Invariants of each life, whatever its figures: checked on the service's answers alone, without the rater.
import type { FundedTransaction, ListedWallet, ServiceBooks, ServiceInvoice, ServiceNote } from './service-objects.ts';

/** A sentence for a broken invariant, or false. */
type Fault = string | false;
type Check = (books: ServiceBooks) => Fault[];

const cents = (value: number) => BigInt(value);
const total = (values: bigint[]) => values.reduce((sum, value) => sum + value, 0n);

function totalsAddUp({ invoices }: ServiceBooks): Fault[] {
  return invoices.flatMap((one) => {
    const fees = total(one.fees.map((fee) => cents(fee.amount_cents)));
    const expectedTotal =
      cents(one.sub_total_including_taxes_amount_cents) -
      cents(one.credit_notes_amount_cents) -
      cents(one.prepaid_credit_amount_cents);
    const subTotal =
      cents(one.fees_amount_cents) -
      cents(one.coupons_amount_cents) -
      cents(one.progressive_billing_credit_amount_cents);
    return [
      fees !== cents(one.fees_amount_cents) &&
        `invoice ${one.number}: its fees are ${fees}, it says ${one.fees_amount_cents}`,
      subTotal !== cents(one.sub_total_excluding_taxes_amount_cents) &&
        `invoice ${one.number}: subtotal ${one.sub_total_excluding_taxes_amount_cents} instead of ${subTotal}`,
      expectedTotal !== cents(one.total_amount_cents) &&
        `invoice ${one.number}: total ${one.total_amount_cents} instead of ${expectedTotal}`,
      cents(one.total_amount_cents) < 0n && `invoice ${one.number}: total ${one.total_amount_cents}`,
    ];
  });
}

/**
 * The discounts of an invoice's fees equal its progressive credit and coupons; each coupon is truncated by less than a
 * cent.
 */
function discountsAddUp({ invoices }: ServiceBooks): Fault[] {
  return invoices.flatMap((one) => {
    const shares = one.fees.map((fee) => Number(fee.precise_coupons_amount_cents));
    const off = shares.reduce((sum, share) => sum + share, 0);
    const stated = Number(one.coupons_amount_cents) + Number(one.progressive_billing_credit_amount_cents);
    const coupons = one.credits.filter(({ item }) => item.type === 'coupon').length;
    return [
      Math.abs(off - stated) > coupons + 0.01 &&
        `invoice ${one.number}: ${off} off its fees, ${stated} off the invoice`,
      one.fees.some((fee) => Number(fee.precise_coupons_amount_cents) > Math.max(Number(fee.amount_cents), 0)) &&
        `invoice ${one.number}: a fee is discounted beyond itself`,
    ];
  });
}

/** Invoice numbers of a customer are 1, 2, 3, ... */
function numbersHaveNoHoles({ invoices }: ServiceBooks): Fault[] {
  const byCustomer = new Map<string, number[]>();
  for (const one of invoices) {
    if (one.status === 'draft') continue;
    byCustomer.set(one.customer.svc_id, [
      ...(byCustomer.get(one.customer.svc_id) ?? []),
      Number(/(\d+)$/.exec(one.number)?.[1]),
    ]);
  }
  return [...byCustomer].map(([customer, numbers]) => {
    const sorted = numbers.sort((a, b) => a - b);
    return (
      sorted.some((value, i) => value !== i + 1) && `customer ${customer}: invoices are numbered ${sorted.join(', ')}`
    );
  });
}

interface Span {
  from: number;
  to: number;
}

/** Usage periods of a subscription are adjacent: the next begins within a second after the end of the last. */
function periodsMeet({ invoices }: ServiceBooks): Fault[] {
  const bySubscription = new Map<string, Span[]>();
  for (const one of invoices) {
    for (const period of one.billing_periods) {
      if (
        !['subscription_periodic', 'subscription_terminating'].includes(period.invoicing_reason) ||
        !period.charges_from_datetime ||
        !period.charges_to_datetime
      )
        continue;
      const span = { from: Date.parse(period.charges_from_datetime), to: Date.parse(period.charges_to_datetime) };
      bySubscription.set(period.svc_subscription_id, [...(bySubscription.get(period.svc_subscription_id) ?? []), span]);
    }
  }
  return [...bySubscription].flatMap(([id, periods]) => {
    const [first, ...others] = periods.sort((a, b) => a.from - b.from || a.to - b.to);
    let end = first?.to ?? NaN;
    return others.map(({ from, to }) => {
      const before = end;
      end = to;
      const gap = from - before;
      return (
        (gap < 0 || gap > 1000) &&
        `subscription ${id}: usage billed to ${new Date(before).toISOString()}, then from ${new Date(from).toISOString()}`
      );
    });
  });
}

/** Credits never exceed the billed amount, and notes pay at most their own credit on later invoices. */
function creditsAreCovered({ invoices, creditNotes }: ServiceBooks): Fault[] {
  const byInvoice = new Map<string, bigint>();
  for (const note of creditNotes)
    byInvoice.set(note.svc_invoice_id, (byInvoice.get(note.svc_invoice_id) ?? 0n) + cents(note.total_amount_cents));
  const usedBy = (all: ServiceInvoice[]) => total(all.map((one) => cents(one.credit_notes_amount_cents)));
  // A void returns the credit that notes paid on the invoice, or a note was made with the void.
  const used = { least: usedBy(invoices.filter(({ status }) => status !== 'voided')), most: usedBy(invoices) };
  // Each note may be rounded by a cent.
  const notesOn = ({ svc_id: id }: ServiceInvoice) =>
    BigInt(creditNotes.filter((note) => note.svc_invoice_id === id).length || 1);
  const takenFrom = (notes: ServiceNote[]) =>
    total(notes.map((note) => cents(note.credit_amount_cents) - cents(note.balance_amount_cents)));
  const spent = takenFrom(creditNotes);
  // The remainder of a voided note is no longer visible, nor is the part that a void of its invoice cut off (invoices,
  // section 9.8).
  const voided = new Set(invoices.filter(({ status }) => status === 'voided').map(({ svc_id: id }) => id));
  // A voided note is available again with what a voided invoice returns to it, without what it lost before.
  const returned = new Set(
    invoices
      .filter(({ status, credit_notes_amount_cents: paid }) => status === 'voided' && paid > 0)
      .map(({ customer }) => customer.external_id),
  );
  const isWhole = (note: ServiceNote) =>
    note.credit_status !== 'voided' &&
    !voided.has(note.svc_invoice_id) &&
    !(note.credit_status === 'available' && returned.has(note.customer.external_id));
  const least = takenFrom(creditNotes.filter(isWhole));
  return [
    (used.least > spent || used.most < least) &&
      `credit notes of ${used.least} to ${used.most} on invoices, but ${least} to ${spent} taken from the notes`,
    ...creditNotes.map(({ number, ...note }): Fault => {
      const [balance, credit] = [cents(note.balance_amount_cents), cents(note.credit_amount_cents)];
      const parts = credit + cents(note.refund_amount_cents) + cents(note.offset_amount_cents);
      if (balance < 0n || balance > credit) return `credit note ${number}: ${balance} left of ${credit}`;
      return parts !== cents(note.total_amount_cents) && `credit note ${number}: ${parts} in parts`;
    }),
    ...invoices.map((one) => {
      const credited = byInvoice.get(one.svc_id) ?? 0n;
      const billed = cents(one.sub_total_including_taxes_amount_cents);
      return credited > billed + notesOn(one) && `invoice ${one.number}: credited ${credited} of ${billed}`;
    }),
  ];
}

/** Notes that credit all of every fee add up to exactly the invoice, whatever was rounded (invoices, section 6.2). */
function notesMakeUpTheInvoice({ invoices, creditNotes }: ServiceBooks): Fault[] {
  return invoices.map((one) => {
    const notes = creditNotes.filter((note) => note.svc_invoice_id === one.svc_id);
    const items = notes.flatMap((note) => note.items).map((item) => Number(item.precise_amount_cents));
    const uncredited = Number(one.fees_amount_cents) - items.reduce((sum, item) => sum + item, 0);
    const credited = total(notes.map((note) => cents(note.total_amount_cents)));
    const billed = cents(one.sub_total_including_taxes_amount_cents);
    return (
      notes.length > 0 &&
      Math.abs(uncredited) < 0.000001 &&
      credited !== billed &&
      `invoice ${one.number}: nothing is left of its fees, but ${credited} of ${billed} credited`
    );
  });
}

/** Payments, offsets and the amount due add up to the total; voided invoices have nothing due. */
function duesAddUp({ invoices }: ServiceBooks): Fault[] {
  return invoices.map((one) => {
    const settled = cents(one.total_paid_amount_cents) + cents(one.total_offsetted_credit_note_amount_cents);
    const expectedDue = one.status === 'voided' ? 0n : cents(one.total_amount_cents) - settled;
    return (
      (expectedDue < 0n || expectedDue !== cents(one.total_due_amount_cents)) &&
      `invoice ${one.number}: ${one.total_due_amount_cents} due, ${settled} settled of ${one.total_amount_cents}`
    );
  });
}

const fundedBy = ({ fundings }: FundedTransaction) => total(fundings.map((each) => cents(each.amount_cents)));

/**
 * A wallet's balance is its inbound credit less its outbound credit, and the unspent inbound credit. Each outbound cent
 * has a funding.
 */
function walletAddsUp({ code, balance_cents: balance, transactions, currency }: ListedWallet): Fault[] {
  const subunit = (value: number) => (currency === 'JPY' ? value : value / 100);
  const settled = transactions.filter(({ status }) => status === 'settled');
  const remaining = total(settled.map((one) => cents(one.remaining_amount_cents ?? 0)));
  const paid = settled.flatMap(({ fundings }) => fundings);
  return [
    remaining !== cents(balance) && `wallet ${code}: ${balance} on it, ${remaining} left of what came in`,
    cents(balance) < 0n && `wallet ${code}: ${balance} on it`,
    ...settled
      .filter((one) => one.transaction_type === 'outbound')
      .map(
        (one): Fault =>
          subunit(Number(fundedBy(one))) !== Number(one.amount) &&
          `wallet ${code}: ${one.amount} went out, of which ${fundedBy(one)} cents came in`,
      ),
    ...settled
      .filter((one) => one.transaction_type === 'inbound')
      .map((one): Fault => {
        const fundings = paid.filter(({ wallet_transaction: of }) => of.svc_id === one.svc_id);
        const spent = total(fundings.map((each) => cents(each.amount_cents)));
        const spentOrLeft = subunit(Number(spent + cents(one.remaining_amount_cents ?? 0)));
        return (
          spentOrLeft.toFixed(2) !== Number(one.amount).toFixed(2) &&
          `wallet ${code}: ${one.amount} came in, ${spentOrLeft} spent or left`
        );
      }),
  ];
}

/** The prepaid credits of an invoice are those that wallets gave. */
function prepaidCreditsAddUp({ invoices, wallets }: ServiceBooks): Fault[] {
  const used = new Map<string, bigint>();
  for (const one of wallets.flatMap(({ transactions }) => transactions)) {
    const { svc_invoice_id: id, status, transaction_type: type } = one;
    if (id && status === 'settled' && type === 'outbound') used.set(id, (used.get(id) ?? 0n) + fundedBy(one));
  }
  return invoices.map((one) => {
    const paidByWallets = used.get(one.svc_id) ?? 0n;
    return (
      paidByWallets !== cents(one.prepaid_credit_amount_cents) &&
      `invoice ${one.number}: prepaid credits of ${one.prepaid_credit_amount_cents}, of which wallets gave ${paidByWallets}`
    );
  });
}

const walletsAddUp: Check = (books) => [...books.wallets.flatMap(walletAddsUp), ...prepaidCreditsAddUp(books)];

/** Payments that succeeded make up the paid amount of their invoice, and each has ended. */
function paymentsAddUp({ invoices, payments }: ServiceBooks): Fault[] {
  return [
    ...invoices.map((one): Fault => {
      const received = payments.filter(
        ({ svc_payable_id: id, payment_status: status }) => id === one.svc_id && status === 'succeeded',
      );
      const sum = total(received.map((payment) => cents(payment.amount_cents)));
      return (
        sum !== cents(one.total_paid_amount_cents) &&
        `invoice ${one.number}: ${one.total_paid_amount_cents} paid, by payments of ${sum}`
      );
    }),
    ...payments.map(
      ({ svc_id: id, payment_status: status }): Fault =>
        !['succeeded', 'failed'].includes(status) && `payment ${id} is ${status} at the end`,
    ),
  ];
}

/** Lives send only well-formed input, or input that is refused at once, so there are no dead letters. */
const nothingIsParked: Check = ({ parked }) =>
  parked.map(({ kind, key, reason, details }) => `parked: ${kind} ${key}, ${reason}: ${details.slice(0, 200)}`);

/** @returns one sentence for each broken invariant */
export function brokenInvariants(books: ServiceBooks): string[] {
  const checks: Check[] = [
    totalsAddUp,
    discountsAddUp,
    numbersHaveNoHoles,
    periodsMeet,
    creditsAreCovered,
    notesMakeUpTheInvoice,
    duesAddUp,
    walletsAddUp,
    paymentsAddUp,
    nothingIsParked,
  ];
  return checks.flatMap((check) => check(books)).filter((fault) => fault !== false);
}
