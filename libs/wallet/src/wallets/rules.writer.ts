import { newId, type TenantTransaction, type Instant } from '@tollgate/platform';
import { readCustomerView } from '@tollgate/subscription/reader';
import { writeSelection } from '../custom-sections/section-selection.js';
import { activeRulesOf, insertRule, terminateRules, updateRule } from '../repositories/recurring-rules.repository.js';
import type { WalletRow } from '../repositories/wallets.repository.js';
import { firstSchedule } from '../inputs/rule-schedule.js';
import type { RuleTerms } from '../inputs/rule-terms.js';

/**
 * Gives a wallet these rules and no others: one that names an active rule changes that one, all else is new, and what is not
 * named ends (wallets, section 2.4).
 */
export async function writeRules(
  transaction: TenantTransaction,
  wallet: WalletRow,
  rules: RuleTerms[],
  now: Instant,
): Promise<void> {
  const { timezone } = await readCustomerView(transaction, wallet.customer_id);
  const active = await activeRulesOf(transaction, [wallet.id], now);
  const known = (terms: RuleTerms) => active.find(({ id }) => id === terms.id);
  await terminateRules(
    transaction,
    [wallet.id],
    now,
    rules.flatMap((terms) => known(terms)?.id ?? []),
  );
  for (const terms of rules) {
    const before = known(terms);
    const id = before?.id ?? newId();
    const skips = before?.skip_invoice_custom_sections ?? false;
    const columns = {
      ...columnsOf(terms, before?.invoice_requires_successful_payment ?? wallet.invoice_requires_successful_payment),
      ...firstSchedule(terms, wallet, timezone, now),
      skip_invoice_custom_sections: await writeSelection(transaction, id, terms.sections, { skips, now }),
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

function columnsOf(terms: RuleTerms, requiresPayment: boolean) {
  const {
    id: _id,
    ownCredits: _own,
    sections: _sections,
    named: _named,
    invoice_requires_successful_payment: own,
    transaction_metadata,
    ...columns
  } = terms;
  return {
    ...columns,
    transaction_metadata: JSON.stringify(transaction_metadata),
    invoice_requires_successful_payment: own ?? requiresPayment,
  };
}
