// Prepaid credits: top-ups and voids of wallets, and payments of invoices (wallets, sections 1, 3 to 5).
import { exponentOf } from './prices.mjs';
import { rational, smaller, sum, zero } from './rational.mjs';

const centsPerUnit = ({ currency }) => 10n ** BigInt(exponentOf(currency));

/** The credits for whole cents, with five decimals. */
const creditsOf = (wallet, cents) => rational(cents).over(centsPerUnit(wallet)).over(wallet.rate).roundTo(5);
/** The whole cents that credits are worth. */
export const worth = (wallet, credits) =>
  rational(credits).floorTo(5).times(wallet.rate).times(centsPerUnit(wallet)).round();

function addTransaction(world, wallet, fields) {
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

function increaseBalance(wallet, { cents, credits }) {
  wallet.balance += cents;
  wallet.credits = wallet.credits.plus(credits);
}

function decreaseBalance(wallet, { cents, credits }) {
  wallet.balance -= cents;
  wallet.credits = wallet.credits.minus(credits);
  wallet.consumed = wallet.consumed.plus(credits);
}

// ------------------------------------------------------------------------------------------ in
/** Granted credits are available at once. */
export function grant(world, wallet, cents, fields) {
  const credits = creditsOf(wallet, cents);
  increaseBalance(
    wallet,
    addTransaction(world, wallet, { kind: 'granted', status: 'settled', cents, credits, remaining: cents, ...fields }),
  );
}

/** Sells credits, which wait for their invoice; it has no taxes and takes no credits (wallets, section 3.5). */
export function sell(world, wallet, cents, { requiresPayment = wallet.requiresPayment, ...fields }) {
  const credits = creditsOf(wallet, cents);
  const transaction = addTransaction(world, wallet, {
    kind: 'purchased',
    status: 'pending',
    cents,
    credits,
    remaining: null,
    ...fields,
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

/** Makes sold credits available after their payment. */
export function settle(transaction) {
  if (transaction.status === 'settled') return;
  Object.assign(transaction, { status: 'settled', remaining: transaction.cents });
  increaseBalance(transaction.wallet, transaction);
}

/**
 * Sells and grants credits, or does neither.
 * @returns whether it succeeded: credits are worth at least a cent, and sales are within the limits
 */
export function topUp(world, wallet, { paid = '0', granted = '0', ignoreLimits, ...fields }) {
  const cents = { paid: worth(wallet, paid), granted: worth(wallet, granted) };
  if (!isTopUpAllowed(wallet, { paid, granted, ignoreLimits })) return false;
  if (cents.paid > 0n) sell(world, wallet, cents.paid, fields);
  if (cents.granted > 0n) grant(world, wallet, cents.granted, fields);
  return true;
}

/** Whether credits are worth at least a cent, and sales are within the limits. */
export function isTopUpAllowed(wallet, { paid = '0', granted = '0', ignoreLimits = false }) {
  for (const credits of [paid, granted]) if (!rational(credits).isZero() && worth(wallet, credits) === 0n) return false;
  if (rational(paid).isZero() || ignoreLimits) return true;
  return isWithin(wallet, worth(wallet, paid));
}

/** Whether this number of cents may be sold at once. */
export const isWithin = ({ least, most }, cents) =>
  (least === null || cents >= least) && (most === null || cents <= most);

// ------------------------------------------------------------------------------------------ out
/** Remaining inbound credits, in the order of their use (wallets, section 4). */
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
  const transaction = addTransaction(world, wallet, { status: 'settled', remaining: null, ...fields });
  let unfunded = transaction.cents;
  for (const funding of fundingsOf(wallet)) {
    const cents = funding.remaining < unfunded ? funding.remaining : unfunded;
    if (cents === 0n) break;
    funding.remaining -= cents;
    unfunded -= cents;
    transaction.fundings.push({ of: funding, cents });
  }
  if (unfunded > 0n) throw new Error(`The wallet ${wallet.code} holds less than its balance`);
  decreaseBalance(wallet, transaction);
  return transaction;
}

/** Voids credits exactly; their money is rounded (wallets, section 1). @returns whether the wallet has enough */
export function voidCredits(world, wallet, amount, fields) {
  const credits = rational(amount).floorTo(5);
  const cents = worth(wallet, credits);
  if (sum(fundingsOf(wallet).map(({ remaining }) => rational(remaining))).lessThan(cents)) return false;
  spend(world, wallet, { kind: 'voided', cents, credits, ...fields });
  return true;
}

// ------------------------------------------------------------------------------------------ invoices
/** Whether a wallet may pay for such fees: its two lists are alternatives (wallets, section 5.1). */
function pays({ feeTypes, metrics }, { type, metric }) {
  if (feeTypes.length === 0 && metrics.length === 0) return true;
  return feeTypes.includes(type) || (type === 'charge' && metrics.includes(metric));
}

/** Payable amounts by kind of fee and metric, largest first; then by kind and by the metrics' age. */
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
  const payableBuckets = buckets
    .filter(({ amount }) => amount.greaterThan(zero))
    .sort(
      (a, b) =>
        b.amount.compare(a.amount) ||
        (a.type < b.type ? -1 : a.type > b.type ? 1 : age.indexOf(a.metric) - age.indexOf(b.metric)),
    );
  const missing = rational(invoice.totalCents).minus(sum(payableBuckets.map(({ amount }) => amount)));
  if (payableBuckets.length > 0 && missing.greaterThan(zero) && !missing.greaterThan(payableBuckets.length))
    payableBuckets[0].amount = payableBuckets[0].amount.plus(missing);
  return payableBuckets;
}

/**
 * Returns the amounts that a voided invoice took as granted credits, if the wallet is still active (wallets, section
 * 3.8).
 */
export function restoreCredits(world, invoice) {
  for (const wallet of world.wallets.filter(({ status }) => status === 'active')) {
    for (const { cents, credits } of wallet.transactions.filter(
      (one) => one.invoice === invoice && one.kind === 'invoiced',
    )) {
      const consumed = wallet.consumed.minus(credits);
      wallet.consumed = consumed.isNegative() ? zero : consumed;
      increaseBalance(
        wallet,
        addTransaction(world, wallet, { kind: 'granted', status: 'settled', cents, credits, remaining: cents }),
      );
    }
  }
}

/** Pays an invoice from the customer's wallets as far as they may, and leaves the rest unpaid. */
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
    let used = zero;
    for (const bucket of buckets) {
      if (!pays(wallet, bucket)) continue;
      const available = rational(wallet.balance).minus(used);
      const part = smaller(smaller(bucket.amount, available), rational(invoice.totalCents).minus(used));
      if (!part.greaterThan(zero)) continue;
      bucket.amount = bucket.amount.minus(part);
      used = used.plus(part);
    }
    const cents = used.round();
    if (cents === 0n) continue;
    // The starting call bills a plan in advance. Fixed charges alone are billed at the start, which may be earlier.
    const at = invoice.finalizedAt ?? Math.min(invoice.madeAt ?? invoice.at, world.now);
    const credits = creditsOf(wallet, cents);
    const { fundings } = spend(world, wallet, { kind: 'invoiced', cents, credits, invoice, at });
    for (const { of, cents: part } of fundings) invoice.prepaid[of.kind] += part;
    invoice.totalCents -= cents;
  }
}
