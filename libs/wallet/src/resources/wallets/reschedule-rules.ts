import type { TenantTransaction, Instant } from '@tollgate/platform';
import { readCustomerViews } from '@tollgate/subscription/reader';
import { scheduledRules, updateRule } from '../../model/rules/recurring-rules.repository.js';
import { lockWallet, walletsByIds } from '../../model/wallets/wallets.repository.js';
import { firstSchedule } from '../../model/inputs/rule-schedule.js';

const batchSize = 200;

/** Reschedules the rules of customers whose billing time zone changed. @param customerId null: of every customer */
export async function rescheduleRules(
  transaction: TenantTransaction,
  customerId: string | null,
  now: Instant,
): Promise<void> {
  for (let last: string | null = null; ;) {
    const rules = await scheduledRules(transaction, customerId, last, batchSize);
    const wallets = new Map(
      (
        await walletsByIds(
          transaction,
          rules.map((rule) => rule.wallet_id),
        )
      ).map((wallet) => [wallet.id, wallet]),
    );
    const customers = await readCustomerViews(transaction, [
      ...new Set([...wallets.values()].map((wallet) => wallet.customer_id)),
    ]);
    for (const rule of rules) {
      const timezone = customers.get(wallets.get(rule.wallet_id)?.customer_id ?? '')?.timezone;
      if (timezone === undefined || timezone === rule.timezone) continue;
      const wallet = await lockWallet(transaction, rule.wallet_id);
      if (wallet) await updateRule(transaction, rule.id, firstSchedule(rule, wallet, timezone, now));
    }
    last = rules.at(-1)?.id ?? null;
    if (rules.length < batchSize) return;
  }
}
