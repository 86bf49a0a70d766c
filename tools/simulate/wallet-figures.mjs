// Wallets in one plain form, from the service or the rater.
import { isoSecond } from './rater/calendar.mjs';
import { exponentOf } from './rater/prices.mjs';
import { rational } from './rater/rational.mjs';

/** Billing at a start or a change happens a second later (subscriptions, section 3.3), so seconds are left out. */
const minuteOf = (instant) => isoSecond(instant).slice(0, 16);
const number = (value) => rational(value).toString();

/** Lines of an unordered list, as a table. */
function table(lines) {
  const rows = {};
  for (const line of [...lines].sort()) {
    let free = line;
    for (let i = 2; rows[free]; i++) free = `${line} #${i}`;
    rows[free] = 'there';
  }
  return rows;
}

const lineOf = ({ direction, kind, status, source, priority, cents, credits, remaining, at }) =>
  `${at} ${direction} ${kind} ${status} ${source} priority ${priority}: ${cents} = ${credits} credits, ${remaining ?? 'nothing'} left`;

/** @param lineOfFunding returns the transaction that paid */
const withFundings = (line, fundings, lineOfFunding) =>
  fundings.length === 0
    ? line
    : `${line}, paid by ${fundings
        .map((one) => `${one.cents} of ${lineOfFunding(one)}`)
        .sort()
        .join(' and ')}`;

const actualLine = (transaction) =>
  lineOf({
    direction: transaction.transaction_type,
    kind: transaction.transaction_status,
    status: transaction.status,
    source: transaction.source,
    priority: transaction.priority,
    cents: number(transaction.amount),
    credits: number(transaction.credit_amount),
    remaining: transaction.remaining_amount_cents,
    at: minuteOf(Date.parse(transaction.created_at)),
  });

function expectedLine(transaction) {
  const { wallet, kind, cents, credits, remaining, at } = transaction;
  const outbound = kind === 'voided' || kind === 'invoiced';
  const amount = rational(cents).over(10n ** BigInt(exponentOf(wallet.currency)));
  const direction = outbound ? 'outbound' : 'inbound';
  return lineOf({
    ...transaction,
    direction,
    cents: amount.toString(),
    credits: credits.toString(),
    remaining,
    at: minuteOf(at),
  });
}

/** Identifies a paying transaction by its time and origin, without its current remainder. */
const origin = (line) => line.slice(0, line.lastIndexOf(','));

const actualWallet = (wallet) => ({
  status: wallet.status,
  balance_cents: String(wallet.balance_cents),
  credits_balance: number(wallet.credits_balance),
  consumed_credits: number(wallet.consumed_credits),
  transactions: table(
    wallet.transactions.map((one) =>
      withFundings(
        actualLine(one),
        (one.fundings ?? []).map((funding) => ({ cents: funding.amount_cents, of: funding.wallet_transaction })),
        ({ of }) => origin(actualLine(of)),
      ),
    ),
  ),
});

const expectedWallet = (wallet) => ({
  status: wallet.status,
  balance_cents: String(wallet.balance),
  credits_balance: wallet.credits.toString(),
  consumed_credits: wallet.consumed.toString(),
  transactions: table(
    wallet.transactions.map((one) =>
      withFundings(expectedLine(one), one.fundings, ({ of }) => origin(expectedLine(of))),
    ),
  ),
});

const byCode = (pairs) => Object.fromEntries(pairs.sort(([a], [b]) => (a < b ? -1 : 1)));

export const actualWallets = (wallets) =>
  byCode(wallets.map((wallet) => [`${wallet.external_customer_id} ${wallet.code}`, actualWallet(wallet)]));
export const expectedWallets = (world) =>
  byCode(world.wallets.map((wallet) => [`${wallet.customer.externalId} ${wallet.code}`, expectedWallet(wallet)]));
