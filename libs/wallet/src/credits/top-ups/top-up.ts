import { bounds, isStorableText } from '@tollgate/contracts';
import { ValidationFailed, type TenantTransaction, type Instant } from '@tollgate/platform';
import { AmountOutOfRange, MAX_CENTS, type CreditAmount, type Decimal } from '@tollgate/rating';
import { grant, sell, type EntryFields } from '../ledger/entries.js';
import type { TransactionRow } from '../../model/repositories/transactions.repository.js';
import type { WalletRow } from '../../model/repositories/wallets.repository.js';
import { inbound, limitFault } from '../../model/inputs/credit-inputs.js';
import { readPriority } from '../../model/inputs/plain-inputs.js';

/** A requested top-up of a wallet. */
export interface TopUp {
  paidCredits: Decimal;
  grantedCredits: Decimal;
  ignoreLimits: boolean;
  fields: EntryFields;
}

/** A validated top-up. */
export interface ValidTopUp {
  paid: CreditAmount | null;
  granted: CreditAmount | null;
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
 * Validates that a top-up is worth at least a cent, and that the sale is within the wallet's limits.
 * @throws ValidationFailed
 */
export function validateTopUp(wallet: WalletRow, { paidCredits, grantedCredits, ignoreLimits }: TopUp): ValidTopUp {
  const paid = toCreditAmount('paid_credits', paidCredits, wallet);
  const granted = toCreditAmount('granted_credits', grantedCredits, wallet);
  const fault = paid && !ignoreLimits ? limitFault(paid.amountCents, wallet) : null;
  if (fault) throw new ValidationFailed({ paid_credits: [fault] });
  return { paid, granted };
}

/** Tops up a wallet, sale first. The caller holds the wallet. @throws ValidationFailed before any write */
export async function topUp(
  transaction: TenantTransaction,
  wallet: WalletRow,
  request: TopUp,
  now: Instant,
): Promise<TransactionRow[]> {
  const { paid, granted } = validateTopUp(wallet, request);
  const rows: TransactionRow[] = [];
  if (paid) rows.push(await sell(transaction, wallet, paid, request.fields, now));
  if (granted) rows.push(await grant(transaction, wallet, granted, request.fields, now));
  return rows;
}

/** Checks the name and the priority of a top-up, which no earlier step validates. */
export const hasValidNameAndPriority = (name: string | null, priority: unknown): boolean =>
  (name?.length ?? 0) <= bounds.line && isStorableText(name ?? '') && readPriority(priority) !== undefined;
