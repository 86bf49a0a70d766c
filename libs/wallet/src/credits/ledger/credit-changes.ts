import type { Instant, TenantTransaction } from '@tollgate/platform';
import type { CreditAmount, Funding } from '@tollgate/rating';
import { fundingOf, type TransactionRow } from '../../model/transactions/transactions.repository.js';
import type { WalletRow } from '../../model/wallets/wallets.repository.js';
import { grant, sell, voidCredits, type EntryFields } from './entries.js';

/** Credits to void, and the inbound transactions that fund them. */
export interface VoidedCredits {
  credits: CreditAmount;
  fundings: Funding[];
  /** Whether the credits that the same request grants fund them, too. */
  usesGrant: boolean;
}

/** Checked changes of a wallet's credits; null parts do not happen. */
export interface CreditChanges {
  sell: CreditAmount | null;
  grant: CreditAmount | null;
  void: VoidedCredits | null;
}

/**
 * Sells, grants and voids credits, in this order (wallets, section 3.2). The caller holds the wallet and has checked the
 * changes.
 * @returns the transactions in the same order
 */
export async function changeCredits(
  transaction: TenantTransaction,
  wallet: WalletRow,
  changes: CreditChanges,
  fields: EntryFields,
  now: Instant,
): Promise<TransactionRow[]> {
  const sold = changes.sell && (await sell(transaction, wallet, changes.sell, fields, now));
  const granted = changes.grant && (await grant(transaction, wallet, changes.grant, fields, now));
  const voided =
    changes.void && (await voidCredits(transaction, wallet, withGrant(changes.void, granted), fields, now));
  return [sold, granted, voided].filter((row) => row !== null);
}

const withGrant = ({ credits, fundings, usesGrant }: VoidedCredits, granted: TransactionRow | null) => ({
  credits,
  fundings: usesGrant && granted ? [...fundings, fundingOf(granted)] : fundings,
});
