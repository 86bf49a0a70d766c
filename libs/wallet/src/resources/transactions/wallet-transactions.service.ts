import { Injectable } from '@nestjs/common';
import {
  isBlank,
  type Meta,
  type PortalTopUp,
  type WalletTransactionCreate,
  type WalletTransactionFilters,
} from '@tollgate/contracts';
import {
  Clock,
  isId,
  newId,
  NotFound,
  ValidationFailed,
  type CallingCustomer,
  type Instant,
  type Page,
  type TenantTransaction,
} from '@tollgate/platform';
import { Decimal, voidedCredits, type CreditAmount } from '@tollgate/rating';
import { knownMethods, PaymentMethods } from '@tollgate/subscription/reader';
import { namedSections } from '../../model/custom-sections/section-selection.js';
import { voidCredits } from '../../credits/ledger/entries.js';
import { presentConsumptions, presentTransactions } from '../../model/presentation/transaction.presenter.js';
import { listConsumptions, type ConsumptionEnd } from '../../model/repositories/consumptions.repository.js';
import {
  findTransaction,
  listTransactions,
  type TransactionRow,
} from '../../model/repositories/transactions.repository.js';
import { findWallet, lockWallet, type WalletRow } from '../../model/repositories/wallets.repository.js';
import { creditsFor } from '../../model/inputs/credit-inputs.js';
import { validateTopUp, topUp } from '../../credits/top-ups/top-up.js';
import { WalletDatabase } from '../../wallet.database.js';
import { readTransactions, type RequestedTransactions } from './transaction-inputs.js';

/** Transactions of wallets (wallets, sections 3 and 4). */
@Injectable()
export class WalletTransactionsService {
  constructor(
    private readonly database: WalletDatabase,
    private readonly clock: Clock,
    private readonly paymentMethods: PaymentMethods,
  ) {}

  /** Sells, grants and voids credits: all of it, or nothing. @throws ValidationFailed */
  async create(organizationId: string, input: WalletTransactionCreate) {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) =>
      this.createOn(transaction, await usableWallet(transaction, input.wallet_id), input, now),
    );
  }

  /**
   * Sells credits to the customer of a wallet, within the limits of the wallet (webhooks, section 24).
   * @param idempotencyKey from the caller: a repeated key sells once and returns the same answer
   * @throws NotFound for another customer's wallet, ValidationFailed, also for a key of a purchase of another amount
   */
  async buy(
    { organizationId, customerId }: CallingCustomer,
    walletId: string,
    { paid_credits: credits }: PortalTopUp,
    idempotencyKey: string = newId(),
  ) {
    const now = await this.clock.now(organizationId);
    const key = `portal top-up ${customerId} ${walletId} ${idempotencyKey}`;
    const answer = await this.database.answerOnce(organizationId, key, async (transaction) => {
      const wallet = isId(walletId) ? await findWallet(transaction, walletId) : undefined;
      if (wallet?.customer_id !== customerId) throw new NotFound('wallet');
      const held = await usableWallet(transaction, walletId);
      const sold = await this.createOn(transaction, held, { wallet_id: walletId, paid_credits: credits }, now);
      if (sold.length === 0) throw new ValidationFailed({ paid_credits: ['invalid_paid_credits', 'invalid_amount'] });
      return { transactions: sold, paid_credits: credits };
    });
    // A key is for one purchase: another amount under it would get the answer to the first.
    if (answer.paid_credits !== undefined && Number(answer.paid_credits) !== Number(credits))
      throw new ValidationFailed({ idempotency_key: ['value_already_exist'] });
    return answer.transactions;
  }

  private async createOn(
    transaction: TenantTransaction,
    wallet: WalletRow,
    input: WalletTransactionCreate,
    now: Instant,
  ) {
    const methods = await knownMethods(this.paymentMethods, transaction, [input.payment_method]);
    const requested = readTransactions(input, wallet, methods);
    requested.fields.sections = await namedSections(transaction, input.invoice_custom_section);
    const namedTransaction = await namedInbound(transaction, wallet, input.voided_transaction_id);
    const { paid, granted } = validateTopUp(wallet, requested);
    const rows = paid || granted ? await topUp(transaction, wallet, requested, now) : [];
    const voided = amountToVoid(wallet, requested, namedTransaction);
    if (voided) {
      const fields = { ...requested.fields, ...(namedTransaction ? { onlyFrom: namedTransaction } : {}) };
      const present = (await findWallet(transaction, wallet.id)) as WalletRow;
      rows.push(await voidCredits(transaction, present, voided, fields, now));
    }
    return presentTransactions(transaction, rows);
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

/** Locks an active wallet. @throws ValidationFailed */
async function usableWallet(transaction: TenantTransaction, id: string | null | undefined): Promise<WalletRow> {
  const wallet = isId(id ?? '') ? await lockWallet(transaction, id as string) : undefined;
  if (!wallet) throw new ValidationFailed({ wallet_id: ['wallet_not_found'] });
  if (wallet.status === 'terminated') throw new ValidationFailed({ wallet_id: ['wallet_is_terminated'] });
  return wallet;
}

/** Reads the inbound transaction to void; null when the request names none. @throws ValidationFailed */
async function namedInbound(
  transaction: TenantTransaction,
  wallet: WalletRow,
  raw: unknown,
): Promise<TransactionRow | null> {
  if (isBlank(raw)) return null;
  const row = typeof raw === 'string' && isId(raw) ? await findTransaction(transaction, raw) : undefined;
  if (row?.wallet_id !== wallet.id || row.transaction_type !== 'inbound')
    throw new ValidationFailed({ voided_transaction_id: ['wallet_transaction_not_found'] });
  if (row.status !== 'settled' || (row.remaining_amount_cents ?? 0n) === 0n)
    throw new ValidationFailed({ voided_transaction_id: ['no_remaining_amount'] });
  return row;
}

/** Computes the credits to void: the requested ones, else the rest of the named transaction. */
function amountToVoid(
  wallet: WalletRow,
  { voidedCredits: credits }: RequestedTransactions,
  namedTransaction: TransactionRow | null,
): CreditAmount | null {
  if (credits.gt(0)) return voidedCredits(credits, new Decimal(wallet.rate_amount), wallet.currency);
  return namedTransaction ? creditsFor(namedTransaction.remaining_amount_cents as bigint, wallet) : null;
}
