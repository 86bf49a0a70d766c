import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { OnMessage } from '@tollgate/platform';
import { Decimal } from '@tollgate/rating';
import { tellBalance } from '../ledger/balance.js';
import { grant, tellCreated } from '../ledger/entries.js';
import { removeReservation } from '../rows/reservations.repository.js';
import { transactionsOfDocument, updateTransaction } from '../rows/transactions.repository.js';
import { lockWallet, type WalletRow } from '../rows/wallets.repository.js';
import { WalletDatabase } from '../wallet.database.js';
import { creditsFor } from '../terms/credit-inputs.js';

/** What becomes of invoices that use credits (wallets, sections 3.8 and 5). */
@Controller()
export class InvoiceCreditMessagesController {
  constructor(private readonly database: WalletDatabase) {}

  /** The invoice is written: what was reserved for it is used for good, and told. */
  @OnMessage('invoice.credits_taken', 'wallet')
  async onTaken(@Payload() message: Message<'invoice.credits_taken'>): Promise<void> {
    const { invoice_id: invoiceId } = message.payload;
    const now = Date.parse(message.occurred_at);
    await this.database.handleOnce(message, async (transaction) => {
      if (!(await removeReservation(transaction, invoiceId)))
        throw new Error(`nothing is reserved for invoice ${invoiceId}`);
      for (const row of await transactionsOfDocument(transaction, invoiceId)) {
        const wallet = (await lockWallet(transaction, row.wallet_id)) as WalletRow;
        await updateTransaction(transaction, row.id, { reserved: false });
        await tellCreated(transaction, wallet, row, now);
        await tellBalance(transaction, wallet, now);
      }
    });
  }

  /** The credit note is written: what it pays back is gone for good; its own webhook tells of it (wallets, section 9). */
  @OnMessage('credit_note.credits_refunded', 'wallet')
  async onRefunded(@Payload() message: Message<'credit_note.credits_refunded'>): Promise<void> {
    const { credit_note_id: creditNoteId } = message.payload;
    const now = Date.parse(message.occurred_at);
    await this.database.handleOnce(message, async (transaction) => {
      if (!(await removeReservation(transaction, creditNoteId)))
        throw new Error(`nothing is reserved for credit note ${creditNoteId}`);
      for (const row of await transactionsOfDocument(transaction, creditNoteId)) {
        const wallet = (await lockWallet(transaction, row.wallet_id)) as WalletRow;
        await updateTransaction(transaction, row.id, { reserved: false });
        await tellBalance(transaction, wallet, now);
      }
    });
  }

  /** The invoice is voided: active wallets have its credits again, as granted ones. */
  @OnMessage('invoice.credits_returned', 'wallet')
  async onReturned(@Payload() message: Message<'invoice.credits_returned'>): Promise<void> {
    const { invoice_id: voidedInvoiceId } = message.payload;
    const now = Date.parse(message.occurred_at);
    await this.database.handleOnce(message, async (transaction) => {
      const used = await transactionsOfDocument(transaction, voidedInvoiceId);
      for (const row of used.filter(({ transaction_status: kind }) => kind === 'invoiced')) {
        const wallet = await lockWallet(transaction, row.wallet_id);
        if (wallet?.status !== 'active') continue;
        const credits = { ...creditsFor(row.amount_cents, wallet), creditAmount: new Decimal(row.credit_amount) };
        await grant(transaction, wallet, credits, { voidedInvoiceId, source: 'manual' }, now);
      }
    });
  }
}
