// Prepaid credits: top-ups and voids of wallets, and payments of invoices (wallets, sections 1, 3 to 5).
import type { Fee, Invoice, SoldFee, TopUpRule, Transaction, Wallet } from './model.ts';
import { exponentOf } from './prices.ts';
import { type Numeric, type Rational, rational, smaller, sum, zero } from './rational.ts';
import { newFigures, newInvoice } from './records.ts';
import type { State } from './state.ts';

const centsPerUnit = ({ currency }: Wallet) => 10n ** BigInt(exponentOf(currency));

/** The credits for whole cents, with five decimals. */
const creditsOf = (wallet: Wallet, cents: bigint) =>
  rational(cents).over(centsPerUnit(wallet)).over(wallet.rate).roundTo(5);
/** The whole cents that credits are worth. */
export const worth = (wallet: Wallet, credits: Numeric): bigint =>
  rational(credits).floorTo(5).times(wallet.rate).times(centsPerUnit(wallet)).round();

type NewTransaction = Pick<Transaction, 'kind' | 'status' | 'cents' | 'credits' | 'remaining'> & Partial<Transaction>;

function addTransaction(world: State, wallet: Wallet, fields: NewTransaction): Transaction {
  const transaction: Transaction = {
    wallet,
    source: 'manual',
    priority: 50,
    fundings: [],
    at: world.now,
    place: world.places++,
    invoice: null,
    ...fields,
  };
  wallet.transactions.push(transaction);
  return transaction;
}

interface Moved {
  cents: bigint;
  credits: Rational;
}

function increaseBalance(wallet: Wallet, { cents, credits }: Moved): void {
  wallet.balance += cents;
  wallet.credits = wallet.credits.plus(credits);
}

function decreaseBalance(wallet: Wallet, { cents, credits }: Moved): void {
  wallet.balance -= cents;
  wallet.credits = wallet.credits.minus(credits);
  wallet.consumed = wallet.consumed.plus(credits);
}

// ------------------------------------------------------------------------------------------ in
type TransactionOptions = Partial<Pick<Transaction, 'priority' | 'source'>>;

/** Granted credits are available at once. */
function grant(world: State, wallet: Wallet, cents: bigint, fields: TransactionOptions): void {
  const credits = creditsOf(wallet, cents);
  increaseBalance(
    wallet,
    addTransaction(world, wallet, { kind: 'granted', status: 'settled', cents, credits, remaining: cents, ...fields }),
  );
}

/** Sells credits, which wait for their invoice; it has no taxes and takes no credits (wallets, section 3.5). */
function sell(
  world: State,
  wallet: Wallet,
  cents: bigint,
  { requiresPayment = wallet.requiresPayment, ...fields }: TransactionOptions & { requiresPayment?: boolean },
): void {
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
  const fee: SoldFee = { type: 'credit', code: 'credit', subscription: null, ...newFigures(credits, cents) };
  const invoice = newInvoice(world, {
    customer,
    parts: [],
    at: world.now,
    reasons: [],
    currency,
    fees: [fee],
    status: requiresPayment ? 'open' : 'finalized',
    issuingDay: world.dayOf(customer),
    sells: transaction,
    feesCents: cents,
    subTotalCents: cents,
    totalCents: cents,
  });
  fee.invoice = invoice;
  transaction.invoice = invoice;
  world.invoices.push(invoice);
}

/** Makes sold credits available after their payment. */
export function settle(transaction: Transaction): void {
  if (transaction.status === 'settled') return;
  Object.assign(transaction, { status: 'settled', remaining: transaction.cents });
  increaseBalance(transaction.wallet, transaction);
}

/** Credits to sell and to grant. */
interface TopUp {
  paid?: string;
  granted?: string;
  ignoreLimits?: boolean;
}

/**
 * Sells and grants credits, or does neither.
 * @returns whether it succeeded: credits are worth at least a cent, and sales are within the limits
 */
export function topUp(
  world: State,
  wallet: Wallet,
  {
    paid = '0',
    granted = '0',
    ignoreLimits = false,
    ...fields
  }: TopUp & TransactionOptions & Partial<Pick<TopUpRule, 'requiresPayment'>>,
): boolean {
  const cents = { paid: worth(wallet, paid), granted: worth(wallet, granted) };
  if (!isTopUpAllowed(wallet, { paid, granted, ignoreLimits })) return false;
  if (cents.paid > 0n) sell(world, wallet, cents.paid, fields);
  if (cents.granted > 0n) grant(world, wallet, cents.granted, fields);
  return true;
}

/** Whether credits are worth at least a cent, and sales are within the limits. */
export function isTopUpAllowed(wallet: Wallet, { paid = '0', granted = '0', ignoreLimits = false }: TopUp): boolean {
  for (const credits of [paid, granted]) if (!rational(credits).isZero() && worth(wallet, credits) === 0n) return false;
  if (rational(paid).isZero() || ignoreLimits) return true;
  return isWithin(wallet, worth(wallet, paid));
}

/** Whether this number of cents may be sold at once. */
export const isWithin = ({ least, most }: Wallet, cents: bigint): boolean =>
  (least === null || cents >= least) && (most === null || cents <= most);

// ------------------------------------------------------------------------------------------ out
/** Inbound credits of which something is left. */
interface Funding {
  transaction: Transaction;
  remaining: bigint;
}

/** Remaining inbound credits, in the order of their use (wallets, section 4). */
const fundingsOf = (wallet: Wallet): Funding[] =>
  wallet.transactions
    .flatMap((transaction): Funding[] => {
      const { remaining, status } = transaction;
      return status === 'settled' && remaining !== null && remaining > 0n ? [{ transaction, remaining }] : [];
    })
    .sort(
      ({ transaction: a }, { transaction: b }) =>
        a.priority - b.priority ||
        Number(a.kind === 'purchased') - Number(b.kind === 'purchased') ||
        a.at - b.at ||
        a.place - b.place,
    );

function spend(
  world: State,
  wallet: Wallet,
  fields: Moved & Pick<Transaction, 'kind'> & Partial<Pick<Transaction, 'priority' | 'invoice' | 'at'>>,
): Transaction {
  const transaction = addTransaction(world, wallet, { status: 'settled', remaining: null, ...fields });
  let unfunded = transaction.cents;
  for (const { transaction: funding, remaining } of fundingsOf(wallet)) {
    const cents = remaining < unfunded ? remaining : unfunded;
    if (cents === 0n) break;
    funding.remaining = remaining - cents;
    unfunded -= cents;
    transaction.fundings.push({ of: funding, cents });
  }
  if (unfunded > 0n) throw new Error(`The wallet ${wallet.code} holds less than its balance`);
  decreaseBalance(wallet, transaction);
  return transaction;
}

/** Voids credits exactly; their money is rounded (wallets, section 1). @returns whether the wallet has enough */
export function voidCredits(world: State, wallet: Wallet, amount: Rational, fields: TransactionOptions): boolean {
  const credits = amount.floorTo(5);
  const cents = worth(wallet, credits);
  if (sum(fundingsOf(wallet).map(({ remaining }) => remaining)).lessThan(cents)) return false;
  spend(world, wallet, { kind: 'voided', cents, credits, ...fields });
  return true;
}

// ------------------------------------------------------------------------------------------ invoices
/** The payable amount of fees of one kind and metric. */
interface Bucket {
  type: Fee['type'];
  /** Of charges. */
  metric: string | null;
  amount: Rational;
}

/** Whether a wallet may pay for such fees: its two lists are alternatives (wallets, section 5.1). */
function pays({ feeTypes, metrics }: Wallet, { type, metric }: Bucket): boolean {
  if (feeTypes.length === 0 && metrics.length === 0) return true;
  return feeTypes.includes(type) || (metric !== null && metrics.includes(metric));
}

/** Payable amounts by kind of fee and metric, largest first; then by kind and by the metrics' age. */
function bucketsOf(invoice: Invoice, world: State): Bucket[] {
  const codes = [...world.metrics.keys()];
  const age = ({ metric }: Bucket) => (metric === null ? -1 : codes.indexOf(metric));
  const buckets: Bucket[] = [];
  for (const fee of invoice.fees) {
    const net = rational(fee.amountCents).minus(fee.coupons);
    if (net.isZero()) continue;
    const metric = fee.type === 'charge' ? fee.code : null;
    let bucket = buckets.find((one) => one.type === fee.type && one.metric === metric);
    if (!bucket) buckets.push((bucket = { type: fee.type, metric, amount: zero }));
    bucket.amount = bucket.amount.plus(net).plus(fee.preciseTaxes).minus(fee.credited);
  }
  const payableBuckets = buckets
    .filter(({ amount }) => amount.greaterThan(zero))
    .sort((a, b) => b.amount.compare(a.amount) || (a.type < b.type ? -1 : a.type > b.type ? 1 : age(a) - age(b)));
  const missing = rational(invoice.totalCents).minus(sum(payableBuckets.map(({ amount }) => amount)));
  const [largest] = payableBuckets;
  if (largest && missing.greaterThan(zero) && !missing.greaterThan(payableBuckets.length))
    largest.amount = largest.amount.plus(missing);
  return payableBuckets;
}

/**
 * Returns the amounts that a voided invoice took as granted credits, if the wallet is still active (wallets, section
 * 3.8).
 */
export function restoreCredits(world: State, invoice: Invoice): void {
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
export function applyWallets(invoice: Invoice, world: State): void {
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
    const at = invoice.finalizedAt ?? Math.min(invoice.madeAt, world.now);
    const credits = creditsOf(wallet, cents);
    const { fundings } = spend(world, wallet, { kind: 'invoiced', cents, credits, invoice, at });
    for (const { of, cents: part } of fundings)
      invoice.prepaid[of.kind === 'purchased' ? 'purchased' : 'granted'] += part;
    invoice.totalCents -= cents;
  }
}
