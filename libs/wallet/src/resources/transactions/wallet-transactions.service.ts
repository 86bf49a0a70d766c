import { Injectable } from '@nestjs/common';
import type { Meta, PortalTopUp, WalletTransactionCreate, WalletTransactionFilters } from '@tollgate/contracts';
import {
  Clock,
  isId,
  NotFound,
  ValidationFailed,
  type CallingCustomer,
  type Instant,
  type Page,
  type Repetition,
  type TenantTransaction,
} from '@tollgate/platform';
import { PaymentMethods } from '@tollgate/subscription/reader';
import { changeCredits } from '../../credits/ledger/credit-changes.js';
import { presentConsumptions, presentTransactions } from '../../model/presentation/transaction.presenter.js';
import { listConsumptions, type ConsumptionEnd } from '../../model/transactions/consumptions.repository.js';
import {
  findTransaction,
  listTransactions,
  type TransactionRow,
} from '../../model/transactions/transactions.repository.js';
import { findWallet } from '../../model/wallets/wallets.repository.js';
import { WalletDatabase } from '../../wallet.database.js';
import { checkTransactions } from './transactions.checks.js';
import { draftTransactions, type TransactionsDraft } from './transactions.draft.js';
import { lookUpTransactions } from './transactions.lookups.js';

/** Transactions of wallets (wallets, sections 3 and 4). */
@Injectable()
export class WalletTransactionsService {
  constructor(
    private readonly database: WalletDatabase,
    private readonly clock: Clock,
    private readonly paymentMethods: PaymentMethods,
  ) {}

  /**
   * Sells, grants and voids credits: all of it, or nothing.
   * @param repetition the key under which the caller may repeat the call
   * @throws ValidationFailed
   */
  async create(organizationId: string, input: WalletTransactionCreate, repetition?: Repetition) {
    const now = await this.clock.now(organizationId);
    const draft = draftTransactions(input);
    return this.database.createOnce(organizationId, repetition, (transaction) => this.write(transaction, draft, now));
  }

  /**
   * Sells credits to the customer of a wallet, within the limits of the wallet (webhooks, section 24).
   * @param repetition the key under which the caller may repeat the call
   * @throws NotFound for another customer's wallet, ValidationFailed
   */
  async buy(
    { organizationId, customerId }: CallingCustomer,
    walletId: string,
    { paid_credits: credits }: PortalTopUp,
    repetition?: Repetition,
  ) {
    const now = await this.clock.now(organizationId);
    const draft = draftTransactions({ wallet_id: walletId, paid_credits: credits });
    return this.database.createOnce(organizationId, repetition, async (transaction) => {
      const wallet = isId(walletId) ? await findWallet(transaction, walletId) : undefined;
      if (wallet?.customer_id !== customerId) throw new NotFound('wallet');
      const sold = await this.write(transaction, draft, now);
      if (sold.length === 0) throw new ValidationFailed({ paid_credits: ['invalid_paid_credits', 'invalid_amount'] });
      return sold;
    });
  }

  private async write(transaction: TenantTransaction, draft: TransactionsDraft, now: Instant) {
    const found = await lookUpTransactions(transaction, draft, this.paymentMethods);
    const { wallet, changes, fields } = checkTransactions(draft, found);
    return presentTransactions(transaction, await changeCredits(transaction, wallet, changes, fields, now));
  }

  /** @throws NotFound */
  async read(organizationId: string, id: string) {
    return this.database.tenant(organizationId, async (transaction) => {
      const [shown] = await presentTransactions(transaction, [await transactionAt(transaction, id)]);
      return shown as NonNullable<typeof shown>;
    });
  }

  /** @throws NotFound */
  async list(organizationId: string, walletId: string, filters: WalletTransactionFilters) {
    return this.database.tenant(organizationId, async (transaction) => {
      const wallet = isId(walletId) ? await findWallet(transaction, walletId) : undefined;
      if (!wallet) throw new NotFound('wallet');
      const { rows, meta } = await listTransactions(transaction, wallet.id, filters);
      return { wallet_transactions: await presentTransactions(transaction, rows), meta };
    });
  }

  /** Lists the consumptions of a transaction. @throws NotFound, ValidationFailed for one of the other direction */
  async consumptions(organizationId: string, id: string, type: TransactionRow['transaction_type'], page: Page) {
    const [end, otherEnd] = ends[type];
    return this.database.tenant(organizationId, async (transaction) => {
      const row = await transactionAt(transaction, id);
      if (row.transaction_type !== type) throw new ValidationFailed({ transaction_type: ['invalid_transaction_type'] });
      const { rows, meta } = await listConsumptions(transaction, end, row.id, page);
      return { shares: await presentConsumptions(transaction, rows, otherEnd), meta: meta satisfies Meta };
    });
  }
}

const ends: Record<TransactionRow['transaction_type'], [ConsumptionEnd, ConsumptionEnd]> = {
  inbound: ['inbound_transaction_id', 'outbound_transaction_id'],
  outbound: ['outbound_transaction_id', 'inbound_transaction_id'],
};

/** @throws NotFound */
async function transactionAt(transaction: TenantTransaction, id: string): Promise<TransactionRow> {
  const row = isId(id) ? await findTransaction(transaction, id) : undefined;
  if (!row) throw new NotFound('wallet_transaction');
  return row;
}
