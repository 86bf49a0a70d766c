import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { OnMessage, type TenantTransaction } from '@tollgate/platform';
import { fail, settle } from '../ledger/entries.js';
import {
  transactionsByIds,
  updateTransaction,
  type TransactionRow,
} from '../../model/transactions/transactions.repository.js';
import { lockWallet, type WalletRow } from '../../model/wallets/wallets.repository.js';
import { WalletDatabase } from '../../wallet.database.js';

/** Handles the messages of credit invoices (wallets, section 3.5). */
@Controller()
export class CreditPaymentMessagesController {
  constructor(private readonly database: WalletDatabase) {}

  @OnMessage('invoice.credits_billed', 'wallet')
  async onBilled(@Payload() message: Message<'invoice.credits_billed'>): Promise<void> {
    const { wallet_transaction_id: id, invoice_id } = message.payload;
    await this.database.handleOnce(message, (transaction) => updateTransaction(transaction, id, { invoice_id }));
  }

  @OnMessage('invoice.credits_payment', 'wallet')
  async onPayment(@Payload() message: Message<'invoice.credits_payment'>): Promise<void> {
    const { wallet_transaction_id: id, payment_status: status } = message.payload;
    const now = Date.parse(message.occurred_at);
    await this.database.handleOnce(message, async (transaction) => {
      const held = await holdSold(transaction, id);
      if (!held || status === 'pending') return;
      await (status === 'succeeded' ? settle : fail)(transaction, held.wallet, held.row, now);
    });
  }
}

/** Reads a transaction and locks its wallet. */
async function holdSold(
  transaction: TenantTransaction,
  id: string,
): Promise<{ wallet: WalletRow; row: TransactionRow } | null> {
  const [unlockedRow] = await transactionsByIds(transaction, [id]);
  const wallet = unlockedRow && (await lockWallet(transaction, unlockedRow.wallet_id));
  const [row] = await transactionsByIds(transaction, [id]);
  return wallet && row ? { wallet, row } : null;
}
