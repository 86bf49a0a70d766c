import type { TenantTransaction } from '@tollgate/platform';
import { startOfLocalDay } from '@tollgate/rating';
import { readCustomerView } from '@tollgate/subscription/reader';
import type { DueItem, DueKind } from '../model/wallets/due.repository.js';
import { findRule, updateRule, type RuleRow } from '../model/rules/recurring-rules.repository.js';
import { hasIntervalTopUp } from '../model/transactions/transactions.repository.js';
import { lockWallet, type WalletRow } from '../model/wallets/wallets.repository.js';
import { scheduleAfter } from '../model/inputs/rule-schedule.js';
import type { AutomaticCharges } from '../automatic-charges.js';
import { topUpByRule } from '../credits/top-ups/rule-top-up.js';
import { endWallet } from '../resources/wallets/wallet-end.js';

/** Runs a due item as of its instant; a second run changes nothing. */
export async function runDueItem(
  charges: AutomaticCharges,
  transaction: TenantTransaction,
  { kind, id, at }: DueItem,
): Promise<void> {
  await handlers[kind](transaction, id, at, charges);
}

type DueHandler = (transaction: TenantTransaction, id: string, at: Date, charges: AutomaticCharges) => Promise<void>;

/** Ends a wallet at its expiration, unless the expiration changed meanwhile (wallets, section 2.5). */
const endExpired: DueHandler = async (transaction, id, at) => {
  const wallet = await lockWallet(transaction, id);
  if (wallet?.expiration_at?.getTime() === at.getTime()) await endWallet(transaction, wallet, at.getTime());
};

/** Ends a rule at its expiration, under the same condition. */
const endRule: DueHandler = async (transaction, id, at) => {
  const held = await holdRule(transaction, id);
  if (held?.rule.expiration_at?.getTime() !== at.getTime()) return;
  await updateRule(transaction, id, { status: 'terminated', next_at: null, updated_at: at });
};

/** Tops up a wallet at its interval, once a day, unless the rule has ended by then (wallets, section 2.6). */
const topUpAtInterval: DueHandler = async (transaction, id, at, charges) => {
  const held = await holdRule(transaction, id);
  if (held?.rule.status !== 'active' || held.rule.next_at?.getTime() !== at.getTime()) return;
  const { rule, wallet } = held;
  const { timezone } = await readCustomerView(transaction, wallet.customer_id);
  const isOver = rule.expiration_at !== null && rule.expiration_at.getTime() <= at.getTime();
  const today = new Date(startOfLocalDay(at.getTime(), timezone));
  if (wallet.status === 'active' && !isOver && !(await hasIntervalTopUp(transaction, wallet.id, today)))
    await topUpByRule(charges, transaction, wallet, rule, at.getTime());
  await updateRule(transaction, id, scheduleAfter(rule, wallet, timezone, at.getTime()));
};

const handlers: Record<DueKind, DueHandler> = { wallet_end: endExpired, rule_end: endRule, top_up: topUpAtInterval };

/** Reads a rule and locks its wallet. */
async function holdRule(
  transaction: TenantTransaction,
  id: string,
): Promise<{ rule: RuleRow; wallet: WalletRow } | null> {
  const unlockedRule = await findRule(transaction, id);
  const wallet = unlockedRule && (await lockWallet(transaction, unlockedRule.wallet_id));
  const rule = wallet && (await findRule(transaction, id));
  return rule ? { rule, wallet } : null;
}
