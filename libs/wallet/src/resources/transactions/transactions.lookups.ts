import { isId, type TenantTransaction } from '@tollgate/platform';
import type { Funding } from '@tollgate/rating';
import { knownMethods, type PaymentMethods } from '@tollgate/subscription/reader';
import { sectionsOfSelection, type ChosenSections } from '../../model/custom-sections/section-selection.js';
import {
  availableFundings,
  findTransaction,
  type TransactionRow,
} from '../../model/transactions/transactions.repository.js';
import { lockWallet, type WalletRow } from '../../model/wallets/wallets.repository.js';
import type { TransactionsDraft } from './transactions.draft.js';

/** The stored rows that the checks and writes of a request read. */
export interface TransactionsLookUps {
  /** Held until the end of the transaction; undefined if there is none, and then nothing else was looked up. */
  wallet: WalletRow | undefined;
  /** The payment methods that the request may name. */
  methods: ReadonlySet<string>;
  sections: ChosenSections | undefined;
  /** The transaction with the named id, of any wallet. */
  named: TransactionRow | undefined;
  /** The inbound transactions that fund a void; without a void, none is read. */
  fundings: Funding[];
}

/** Locks the wallet of a request, and looks up all that the request names. */
export async function lookUpTransactions(
  transaction: TenantTransaction,
  draft: TransactionsDraft,
  paymentMethods: PaymentMethods,
): Promise<TransactionsLookUps> {
  const wallet = isId(draft.walletId) ? await lockWallet(transaction, draft.walletId) : undefined;
  if (!wallet) return { wallet, methods: new Set(), sections: undefined, named: undefined, fundings: [] };
  const namedId = draft.voidedTransactionId;
  return {
    wallet,
    methods: await knownMethods(paymentMethods, transaction, [draft.rawPaymentMethod]),
    sections: draft.selection && (await sectionsOfSelection(transaction, draft.selection)),
    named: namedId !== null && isId(namedId) ? await findTransaction(transaction, namedId) : undefined,
    fundings: namedId === null && draft.voidedCredits.gt(0) ? await fundingsOf(transaction, wallet.id) : [],
  };
}

const fundingsOf = async (transaction: TenantTransaction, walletId: string): Promise<Funding[]> =>
  (await availableFundings(transaction, [walletId])).get(walletId) ?? [];
