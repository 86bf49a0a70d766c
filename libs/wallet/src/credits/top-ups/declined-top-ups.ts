import { sql } from 'kysely';
import type { Instant, TenantTransaction } from '@tollgate/platform';
import { HOUR } from '@tollgate/rating';
import { hasOwnPaymentMethod } from '@tollgate/subscription/reader';
import type { AutomaticCharges, ChargedMethod } from '../../automatic-charges.js';
import type { RuleRow } from '../../model/rules/recurring-rules.repository.js';
import type { WalletRow } from '../../model/wallets/wallets.repository.js';

/** Failed top-ups of a wallet that a next one replaces. */
const mostReplaced = 20;

/** The method that a top-up of a rule would charge now: the rule's, else the wallet's, else the customer's. */
export const methodOfRule = (
  charges: AutomaticCharges,
  transaction: TenantTransaction,
  wallet: WalletRow,
  rule: RuleRow,
): Promise<ChargedMethod | null> => {
  const { payment_method_type, payment_method_id } = hasOwnPaymentMethod(rule) ? rule : wallet;
  return charges.methodOf(transaction, wallet.customer_id, { payment_method_type, payment_method_id });
};

/** Failed payments of threshold rules since the last purchase that was paid, the latest first. */
async function failuresOf(
  transaction: TenantTransaction,
  walletId: string,
  since: Instant | null,
): Promise<(string | null)[]> {
  const { rows } = await sql<{ invoice_id: string | null }>`
    select failed.invoice_id from wallet.transactions failed
    where failed.wallet_id = ${walletId} and failed.status = 'failed' and failed.source = 'threshold'
      and failed.transaction_status = 'purchased' and failed.failed_at > ${since === null ? '-infinity' : new Date(since)}
      and not exists (
        select from wallet.transactions settled
        where settled.wallet_id = ${walletId} and settled.status = 'settled'
          and settled.transaction_status = 'purchased' and settled.settled_at >= failed.failed_at)
    order by failed.failed_at desc limit ${mostReplaced}
  `.execute(transaction);
  return rows.map((row) => row.invoice_id);
}

/** Whether a payment of a threshold rule failed and none of the wallet succeeded later. */
export const hasFailed = async (transaction: TenantTransaction, walletId: string): Promise<boolean> =>
  (await failuresOf(transaction, walletId, null)).length > 0;

/**
 * Whether a top-up by a threshold has to wait (wallets, section 2.6): the payment of one failed within the last hour, and
 * no purchase was paid since. Another method ends the wait.
 */
export async function hasToWait(
  charges: AutomaticCharges,
  transaction: TenantTransaction,
  { walletId, method, now }: { walletId: string; method: ChargedMethod | null; now: Instant },
): Promise<boolean> {
  const failed = await failuresOf(transaction, walletId, now - HOUR);
  if (failed.length === 0 || method === null) return failed.length > 0;
  const tried = await charges.lastMethods(
    transaction,
    failed.flatMap((id) => id ?? []),
  );
  return failed.some((id) => id === null || !tried.has(id) || tried.get(id) === method.id);
}

/** The invoices of failed top-ups by the same trigger, the latest first: the next top-up replaces them. */
export async function invoicesToReplace(
  transaction: TenantTransaction,
  walletId: string,
  source: 'interval' | 'threshold',
): Promise<string[]> {
  const { rows } = await sql<{ invoice_id: string }>`
    select invoice_id from wallet.transactions
    where wallet_id = ${walletId} and status = 'failed' and source = ${source} and transaction_status = 'purchased'
      and invoice_id is not null
    order by created_at desc, id desc limit ${mostReplaced}
  `.execute(transaction);
  return rows.map((row) => row.invoice_id);
}
