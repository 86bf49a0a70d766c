import { newId, type TenantTransaction, type Instant } from '@tollgate/platform';
import { readCustomerView } from '@tollgate/subscription/reader';
import { writeSelection } from '../../model/custom-sections/section-selection.js';
import { activeRulesOf, insertRule, terminateRules, updateRule } from '../../model/rules/recurring-rules.repository.js';
import type { WalletRow } from '../../model/wallets/wallets.repository.js';
import { firstSchedule } from '../../model/inputs/rule-schedule.js';
import type { RuleInput } from '../../model/inputs/rule-input.js';

/**
 * Replaces a wallet's rules: changes the active rules that the input names, inserts new ones, and ends all others
 * (wallets, section 2.4).
 */
export async function writeRules(
  transaction: TenantTransaction,
  wallet: WalletRow,
  rules: RuleInput[],
  now: Instant,
): Promise<void> {
  const { timezone } = await readCustomerView(transaction, wallet.customer_id);
  const active = await activeRulesOf(transaction, [wallet.id], now);
  const activeRule = (input: RuleInput) => active.find(({ id }) => id === input.id);
  await terminateRules(
    transaction,
    [wallet.id],
    now,
    rules.flatMap((input) => activeRule(input)?.id ?? []),
  );
  for (const input of rules) {
    const before = activeRule(input);
    const id = before?.id ?? newId();
    const skips = before?.skip_invoice_custom_sections ?? false;
    const columns = {
      ...columnsOf(input, before?.invoice_requires_successful_payment ?? wallet.invoice_requires_successful_payment),
      ...firstSchedule(input, wallet, timezone, now),
      skip_invoice_custom_sections: await writeSelection(transaction, id, input.sections, { skips, now }),
    };
    if (before) await updateRule(transaction, id, { ...columns, updated_at: new Date(now) });
    else
      await insertRule(transaction, {
        id,
        organization_id: transaction.organizationId,
        wallet_id: wallet.id,
        status: 'active',
        ...columns,
        created_at: new Date(now),
        updated_at: new Date(now),
      });
  }
}

function columnsOf(input: RuleInput, requiresPayment: boolean) {
  const {
    id: _id,
    ownCredits: _own,
    sections: _sections,
    named: _named,
    invoice_requires_successful_payment: ownRequirement,
    transaction_metadata,
    ...columns
  } = input;
  return {
    ...columns,
    transaction_metadata: JSON.stringify(transaction_metadata),
    invoice_requires_successful_payment: ownRequirement ?? requiresPayment,
  };
}
