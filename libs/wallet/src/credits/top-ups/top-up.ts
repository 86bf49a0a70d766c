import { bounds, isStorableText } from '@tollgate/contracts';
import { ValidationFailed } from '@tollgate/platform';
import { AmountOutOfRange, MAX_CENTS, type CreditAmount, type Decimal } from '@tollgate/rating';
import type { CreditChanges } from '../ledger/credit-changes.js';
import type { EntryFields } from '../ledger/entries.js';
import type { WalletRow } from '../../model/wallets/wallets.repository.js';
import { inbound, limitFault } from '../../model/inputs/credit-inputs.js';
import { readPriority } from '../../model/inputs/plain-inputs.js';

/** Credits that a wallet is to receive. */
export interface RequestedCredits {
  paidCredits: Decimal;
  grantedCredits: Decimal;
  ignoreLimits: boolean;
}

/** A requested top-up of a wallet. */
export interface TopUp extends RequestedCredits {
  fields: EntryFields;
}

/** Values credits on a wallet; null for zero credits. @throws ValidationFailed */
function toCreditAmount(
  field: 'paid_credits' | 'granted_credits',
  credits: Decimal,
  wallet: WalletRow,
): CreditAmount | null {
  if (credits.isZero()) return null;
  const invalid = () => new ValidationFailed({ [field]: [`invalid_${field}`, 'invalid_amount'] });
  try {
    const amount = inbound(credits, wallet);
    if (amount.amountCents === 0n) throw new ValidationFailed({ [field]: ['amount_rounds_to_zero'] });
    if (wallet.balance_cents + amount.amountCents > MAX_CENTS) throw invalid();
    return amount;
  } catch (error) {
    if (error instanceof AmountOutOfRange) throw invalid();
    throw error;
  }
}

/**
 * Values a top-up: each part is worth at least a cent, and the sale is within the wallet's limits (wallets, section 3.4).
 * @throws ValidationFailed
 */
export function checkTopUp(
  wallet: WalletRow,
  { paidCredits, grantedCredits, ignoreLimits }: RequestedCredits,
): CreditChanges {
  const sell = toCreditAmount('paid_credits', paidCredits, wallet);
  const grant = toCreditAmount('granted_credits', grantedCredits, wallet);
  const fault = sell && !ignoreLimits ? limitFault(sell.amountCents, wallet) : null;
  if (fault) throw new ValidationFailed({ paid_credits: [fault] });
  return { sell, grant, void: null };
}

/** Checks the name and the priority of a top-up, which no earlier step validates. */
export const hasValidNameAndPriority = (name: string | null | undefined, priority: unknown): boolean =>
  (name?.length ?? 0) <= bounds.line && isStorableText(name ?? '') && readPriority(priority) !== undefined;
