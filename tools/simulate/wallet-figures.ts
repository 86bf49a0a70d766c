// Wallets in one plain form, from the service or the rater.
import { isoSecond } from './rater/calendar.ts';
import { exponentOf } from './rater/prices.ts';
import type { Transaction, Wallet } from './rater/model.ts';
import { rational } from './rater/rational.ts';
import type { State } from './rater/state.ts';
import type { FundedTransaction, ListedWallet, ServiceTransaction } from './service-objects.ts';

export interface WalletFigures {
  status: string;
  balance_cents: string;
  credits_balance: string;
  consumed_credits: string;
  transactions: Record<string, 'there'>;
}

export type WalletTable = Record<string, WalletFigures>;

interface TransactionFigures {
  direction: string;
  kind: string;
  status: string;
  source: string;
  priority: number;
  cents: string;
  credits: string;
  remaining: bigint | number | null;
  at: string;
}

/** Billing at a start or a change happens a second later (subscriptions, section 3.3), so seconds are left out. */
const minuteOf = (instant: number) => isoSecond(instant).slice(0, 16);
const number = (value: string) => rational(value).toString();

/** Lines of an unordered list, as a table. */
function table(lines: string[]): Record<string, 'there'> {
  const rows: Record<string, 'there'> = {};
  for (const line of [...lines].sort()) {
    let free = line;
    for (let i = 2; rows[free]; i++) free = `${line} #${i}`;
    rows[free] = 'there';
  }
  return rows;
}

const lineOf = ({ direction, kind, status, source, priority, cents, credits, remaining, at }: TransactionFigures) =>
  `${at} ${direction} ${kind} ${status} ${source} priority ${priority}: ${cents} = ${credits} credits, ${remaining ?? 'nothing'} left`;

/** @param fundings cents, and the line of the transaction that paid them */
const withFundings = (line: string, fundings: { cents: bigint | number; of: string }[]) =>
  fundings.length === 0
    ? line
    : `${line}, paid by ${fundings
        .map((one) => `${one.cents} of ${one.of}`)
        .sort()
        .join(' and ')}`;

const actualLine = (transaction: ServiceTransaction) =>
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

function expectedLine(transaction: Transaction): string {
  const { wallet, kind, status, source, priority, cents, credits, remaining, at } = transaction;
  const outbound = kind === 'voided' || kind === 'invoiced';
  const amount = rational(cents).over(10n ** BigInt(exponentOf(wallet.currency)));
  const direction = outbound ? 'outbound' : 'inbound';
  return lineOf({
    direction,
    kind,
    status,
    source,
    priority,
    cents: amount.toString(),
    credits: credits.toString(),
    remaining,
    at: minuteOf(at),
  });
}

/** Identifies a paying transaction by its time and origin, without its current remainder. */
const origin = (line: string) => line.slice(0, line.lastIndexOf(','));

const actualFundings = ({ fundings }: FundedTransaction) =>
  fundings.map((one) => ({ cents: one.amount_cents, of: origin(actualLine(one.wallet_transaction)) }));

const actualWallet = (wallet: ListedWallet): WalletFigures => ({
  status: wallet.status,
  balance_cents: String(wallet.balance_cents),
  credits_balance: number(wallet.credits_balance),
  consumed_credits: number(wallet.consumed_credits),
  transactions: table(wallet.transactions.map((one) => withFundings(actualLine(one), actualFundings(one)))),
});

const expectedFundings = ({ fundings }: Transaction) =>
  fundings.map(({ cents, of }) => ({ cents, of: origin(expectedLine(of)) }));

const expectedWallet = (wallet: Wallet): WalletFigures => ({
  status: wallet.status,
  balance_cents: String(wallet.balance),
  credits_balance: wallet.credits.toString(),
  consumed_credits: wallet.consumed.toString(),
  transactions: table(wallet.transactions.map((one) => withFundings(expectedLine(one), expectedFundings(one)))),
});

const byCode = (pairs: [string, WalletFigures][]): WalletTable =>
  Object.fromEntries(pairs.sort(([a], [b]) => (a < b ? -1 : 1)));

export const actualWallets = (wallets: ListedWallet[]): WalletTable =>
  byCode(wallets.map((wallet) => [`${wallet.external_customer_id} ${wallet.code}`, actualWallet(wallet)]));
export const expectedWallets = (world: State): WalletTable =>
  byCode(world.wallets.map((wallet) => [`${wallet.customer.externalId} ${wallet.code}`, expectedWallet(wallet)]));
