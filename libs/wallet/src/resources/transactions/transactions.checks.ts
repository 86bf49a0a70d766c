import { refuseErrors, ValidationFailed } from '@tollgate/platform';
import { Decimal, voidedCredits } from '@tollgate/rating';
import { isPaymentMethod } from '@tollgate/subscription/reader';
import type { CreditChanges, VoidedCredits } from '../../credits/ledger/credit-changes.js';
import type { EntryFields } from '../../credits/ledger/entries.js';
import { checkTopUp } from '../../credits/top-ups/top-up.js';
import { creditsFor } from '../../model/inputs/credit-inputs.js';
import { fundingOf, type TransactionRow } from '../../model/transactions/transactions.repository.js';
import type { WalletRow } from '../../model/wallets/wallets.repository.js';
import type { TransactionsDraft } from './transactions.draft.js';
import type { TransactionsLookUps } from './transactions.lookups.js';

/** A request that may be written. */
export interface CheckedTransactions {
  wallet: WalletRow;
  changes: CreditChanges;
  fields: EntryFields;
}

/**
 * Checks a request against its wallet, and values its credits (wallets, sections 3.4 and 4).
 * @throws ValidationFailed in the order of the tables there
 */
export function checkTransactions(draft: TransactionsDraft, found: TransactionsLookUps): CheckedTransactions {
  const wallet = usableWallet(found.wallet);
  checkFields(draft, wallet, found.methods);
  refuseErrors(draft.selectionProblems);
  const named = draft.voidedTransactionId === null ? null : voidable(wallet, found.named);
  const topUp = checkTopUp(wallet, draft);
  return {
    wallet,
    changes: { ...topUp, void: checkVoid(wallet, draft, { named, fundings: found.fundings, grant: topUp.grant }) },
    fields: {
      source: 'manual',
      ...draft.fields,
      purchaseOrderNumber: draft.purchaseOrderNumber ?? wallet.purchase_order_number,
      requiresPayment: draft.requiresPayment ?? wallet.invoice_requires_successful_payment,
      sections: found.sections,
    },
  };
}

function usableWallet(wallet: WalletRow | undefined): WalletRow {
  if (!wallet) throw new ValidationFailed({ wallet_id: ['wallet_not_found'] });
  if (wallet.status === 'terminated') throw new ValidationFailed({ wallet_id: ['wallet_is_terminated'] });
  return wallet;
}

/** Reports all wrong fields together. */
function checkFields(draft: TransactionsDraft, wallet: WalletRow, methods: ReadonlySet<string>): void {
  const errors = { ...draft.problems };
  // Credits may drift below zero by less than a cent (wallets, section 1): only a request that voids credits may fail.
  if (!errors['voided_credits'] && draft.voidedCredits.gt(Decimal.max(0, wallet.credits_balance)))
    errors['voided_credits'] = ['insufficient_credits'];
  if (!isPaymentMethod(draft.rawPaymentMethod, methods)) errors['payment_method'] = ['invalid_payment_method'];
  refuseErrors(errors);
}

/** The named transaction, if it is an inbound one of the wallet with a remaining amount. */
function voidable(wallet: WalletRow, named: TransactionRow | undefined): TransactionRow {
  if (named?.wallet_id !== wallet.id || named.transaction_type !== 'inbound')
    throw new ValidationFailed({ voided_transaction_id: ['wallet_transaction_not_found'] });
  if (named.status !== 'settled' || (named.remaining_amount_cents ?? 0n) === 0n)
    throw new ValidationFailed({ voided_transaction_id: ['no_remaining_amount'] });
  return named;
}

/** Values the credits to void: the requested ones, else the rest of the named transaction. Null for none. */
function checkVoid(
  wallet: WalletRow,
  { voidedCredits: requested }: TransactionsDraft,
  {
    named,
    fundings,
    grant,
  }: Pick<TransactionsLookUps, 'fundings'> & Pick<CreditChanges, 'grant'> & { named: TransactionRow | null },
): VoidedCredits | null {
  if (!named && requested.isZero()) return null;
  const credits = requested.gt(0)
    ? voidedCredits(requested, new Decimal(wallet.rate_amount), wallet.currency)
    : creditsFor(named?.remaining_amount_cents ?? 0n, wallet);
  const from = named ? [fundingOf(named)] : fundings;
  const granted = named ? 0n : (grant?.amountCents ?? 0n);
  const left = from.reduce((sum, { remainingCents }) => sum + remainingCents, granted);
  if (credits.amountCents > left)
    throw new ValidationFailed({
      amount_cents: [named ? 'exceeds_remaining_transaction_amount' : 'exceeds_available_amount'],
    });
  return { credits, fundings: from, usesGrant: !named };
}
