// Prepaid credits: what comes onto wallets, what goes off them, and what invoices take (wallets, sections 1, 3 to 5).
import { exponentOf } from './prices.mjs';
import { rational, smaller, sum, zero } from './rational.mjs';

const centsPerUnit = ({ currency }) => 10n ** BigInt(exponentOf(currency));

/** Credits that whole cents stand for, five decimals. */
const creditsOf = (wallet, cents) => rational(cents).over(centsPerUnit(wallet)).over(wallet.rate).roundTo(5);
/** Whole cents that credits are worth. */
export const worth = (wallet, credits) =>
  rational(credits).floorTo(5).times(wallet.rate).times(centsPerUnit(wallet)).round();

function enter(world, wallet, fields) {
  const transaction = {
    wallet,
    source: 'manual',
    priority: 50,
    fundings: [],
    at: world.now,
    place: world.places++,
    ...fields,
  };
  wallet.transactions.push(transaction);
  return transaction;
}

function raise(wallet, { cents, credits }) {
  wallet.balance += cents;
  wallet.credits = wallet.credits.plus(credits);
}

function lower(wallet, { cents, credits }) {
  wallet.balance -= cents;
  wallet.credits = wallet.credits.minus(credits);
  wallet.consumed = wallet.consumed.plus(credits);
}

// ------------------------------------------------------------------------------------------ in
/** Granted credits are there at once. */
export function grant(world, wallet, cents, terms) {
  const credits = creditsOf(wallet, cents);
  raise(
    wallet,
    enter(world, wallet, { kind: 'granted', status: 'settled', cents, credits, remaining: cents, ...terms }),
  );
}

/** Sold credits wait for their invoice, which bears no taxes and takes no credits (wallets, section 3.5). */
export function sell(world, wallet, cents, { requiresPayment = wallet.requiresPayment, ...terms }) {
  const credits = creditsOf(wallet, cents);
  const transaction = enter(world, wallet, {
    kind: 'purchased',
    status: 'pending',
    cents,
    credits,
    remaining: null,
    ...terms,
  });
  const { customer, currency } = wallet;
  const fee = {
    type: 'credit',
    code: 'credit',
    subscription: null,
    units: credits,
    amountCents: cents,
    taxesCents: 0n,
    taxes: [],
    coupons: zero,
  };
  const invoice = {
    customer,
    parts: [],
    at: world.now,
    reasons: [],
    currency,
    pendingNotes: [],
    fees: [fee],
    credits: [],
    status: requiresPayment ? 'open' : 'finalized',
    issuingDay: world.dayOf(customer),
    sells: transaction,
    feesCents: cents,
    couponsCents: 0n,
    progressiveCents: 0n,
    taxesCents: 0n,
    creditNotesCents: 0n,
    prepaid: { granted: 0n, purchased: 0n },
    subTotalCents: cents,
    totalCents: cents,
    paidCents: 0n,
  };
  fee.invoice = invoice;
  transaction.invoice = invoice;
  world.invoices.push(invoice);
}

/** Sold credits are paid, and there from now on. */
export function settle(transaction) {
  if (transaction.status === 'settled') return;
  Object.assign(transaction, { status: 'settled', remaining: transaction.cents });
  raise(transaction.wallet, transaction);
}

/**
 * Sells and grants, or does neither.
 * @returns whether it could be done: credits are worth something, and what is sold is within the limits
 */
export function topUp(world, wallet, { paid = '0', granted = '0', ignoreLimits, ...terms }) {
  const cents = { paid: worth(wallet, paid), granted: worth(wallet, granted) };
  if (!isFine(wallet, { paid, granted, ignoreLimits })) return false;
  if (cents.paid > 0n) sell(world, wallet, cents.paid, terms);
  if (cents.granted > 0n) grant(world, wallet, cents.granted, terms);
  return true;
}

/** Whether credits are worth something, and what is sold is within the limits. */
export function isFine(wallet, { paid = '0', granted = '0', ignoreLimits = false }) {
  for (const credits of [paid, granted]) if (!rational(credits).isZero() && worth(wallet, credits) === 0n) return false;
  if (rational(paid).isZero() || ignoreLimits) return true;
  return isWithin(wallet, worth(wallet, paid));
}

/** Whether so many cents may be sold at once. */
export const isWithin = ({ least, most }, cents) =>
  (least === null || cents >= least) && (most === null || cents <= most);

// ------------------------------------------------------------------------------------------ out
/** What is left of inbound credits, in the order in which it is used (wallets, section 4). */
const fundingsOf = (wallet) =>
  wallet.transactions
    .filter(({ remaining, status }) => status === 'settled' && remaining > 0n)
    .sort(
      (a, b) =>
        a.priority - b.priority ||
        Number(a.kind === 'purchased') - Number(b.kind === 'purchased') ||
        a.at - b.at ||
        a.place - b.place,
    );

function spend(world, wallet, fields) {
  const transaction = enter(world, wallet, { status: 'settled', remaining: null, ...fields });
  let rest = transaction.cents;
  for (const funding of fundingsOf(wallet)) {
    const cents = funding.remaining < rest ? funding.remaining : rest;
    if (cents === 0n) break;
    funding.remaining -= cents;
    rest -= cents;
    transaction.fundings.push({ of: funding, cents });
  }
  if (rest > 0n) throw new Error(`The wallet ${wallet.code} holds less than its balance`);
  lower(wallet, transaction);
  return transaction;
}

/** Credits that are voided go as they are given; their money is rounded (wallets, section 1). @returns whether there are enough */
export function voidCredits(world, wallet, given, terms) {
  const credits = rational(given).floorTo(5);
  const cents = worth(wallet, credits);
  if (sum(fundingsOf(wallet).map(({ remaining }) => rational(remaining))).lessThan(cents)) return false;
  spend(world, wallet, { kind: 'voided', cents, credits, ...terms });
  return true;
}

// ------------------------------------------------------------------------------------------ invoices
/** Whether a wallet may pay for such fees: its two lists are alternatives (wallets, section 5.1). */
function pays({ feeTypes, metrics }, { type, metric }) {
  if (feeTypes.length === 0 && metrics.length === 0) return true;
  return feeTypes.includes(type) || (type === 'charge' && metrics.includes(metric));
}

/** What is to be paid, by kind of fee and metric, largest first; equals by kind, then by the metrics' age. */
function bucketsOf(invoice, world) {
  const age = [...world.metrics.keys()];
  const buckets = [];
  for (const fee of invoice.fees) {
    const net = rational(fee.amountCents).minus(fee.coupons);
    if (net.isZero()) continue;
    const metric = fee.type === 'charge' ? fee.code : null;
    let bucket = buckets.find((one) => one.type === fee.type && one.metric === metric);
    if (!bucket) buckets.push((bucket = { type: fee.type, metric, amount: zero }));
    bucket.amount = bucket.amount
      .plus(net)
      .plus(fee.preciseTaxes)
      .minus(fee.credited ?? zero);
  }
  const kept = buckets
    .filter(({ amount }) => amount.greaterThan(zero))
    .sort(
      (a, b) =>
        b.amount.compare(a.amount) ||
        (a.type < b.type ? -1 : a.type > b.type ? 1 : age.indexOf(a.metric) - age.indexOf(b.metric)),
    );
  const missing = rational(invoice.totalCents).minus(sum(kept.map(({ amount }) => amount)));
  if (kept.length > 0 && missing.greaterThan(zero) && !missing.greaterThan(kept.length))
    kept[0].amount = kept[0].amount.plus(missing);
  return kept;
}

/** What a voided invoice took comes back as granted credits, where the wallet still is (wallets, section 3.8). */
export function giveBackCredits(world, invoice) {
  for (const wallet of world.wallets.filter(({ status }) => status === 'active')) {
    for (const { cents, credits } of wallet.transactions.filter(
      (one) => one.invoice === invoice && one.kind === 'invoiced',
    )) {
      const consumed = wallet.consumed.minus(credits);
      wallet.consumed = consumed.isNegative() ? zero : consumed;
      raise(wallet, enter(world, wallet, { kind: 'granted', status: 'settled', cents, credits, remaining: cents }));
    }
  }
}

/** Takes what the customer's wallets may pay off an invoice, and leaves the rest to be paid otherwise. */
export function applyWallets(invoice, world) {
  invoice.prepaid = { granted: 0n, purchased: 0n };
  if (invoice.totalCents <= 0n) return;
  const buckets = bucketsOf(invoice, world);
  const wallets = world.wallets
    .filter(
      (one) =>
        one.customer === invoice.customer &&
        one.status === 'active' &&
        one.balance > 0n &&
        one.currency === invoice.currency,
    )
    .sort((a, b) => a.priority - b.priority || a.createdAt - b.createdAt || a.place - b.place);
  for (const wallet of wallets) {
    let taken = zero;
    for (const bucket of buckets) {
      if (!pays(wallet, bucket)) continue;
      const own = rational(wallet.balance).minus(taken);
      const part = smaller(smaller(bucket.amount, own), rational(invoice.totalCents).minus(taken));
      if (!part.greaterThan(zero)) continue;
      bucket.amount = bucket.amount.minus(part);
      taken = taken.plus(part);
    }
    const cents = taken.round();
    if (cents === 0n) continue;
    // A plan in advance is billed by the call that starts it, fixed charges alone at the start, which may be before that.
    const at = invoice.finalizedAt ?? Math.min(invoice.madeAt ?? invoice.at, world.now);
    const credits = creditsOf(wallet, cents);
    const { fundings } = spend(world, wallet, { kind: 'invoiced', cents, credits, invoice, at });
    for (const { of, cents: part } of fundings) invoice.prepaid[of.kind] += part;
    invoice.totalCents -= cents;
  }
}
