import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message, ReservedCredits } from '@tollgate/contracts';
import { OnMessage, type TenantTransaction } from '@tollgate/platform';
import { Decimal } from '@tollgate/rating';
import { tellBalance } from '../ledger/balance.js';
import { grant, tellCreated } from '../ledger/entries.js';
import { removeReservation } from '../rows/reservations.repository.js';
import { transactionsOfDocument, updateTransaction, type TransactionRow } from '../rows/transactions.repository.js';
import { lockWallets, type WalletRow } from '../rows/wallets.repository.js';
import { WalletDatabase } from '../wallet.database.js';
import { creditsFor } from '../terms/credit-inputs.js';

/** What becomes of invoices that use credits (wallets, sections 3.8 and 5). */
@Controller()
export class InvoiceCreditMessagesController {
  constructor(private readonly database: WalletDatabase) {}

  /** The invoice is written: what was reserved for it is used for good, and told. */
  @OnMessage('invoice.credits_taken', 'wallet')
  async onTaken(@Payload() message: Message<'invoice.credits_taken'>): Promise<void> {
    const { invoice_id: invoiceId, ...taken } = message.payload;
    const now = Date.parse(message.occurred_at);
    await this.database.handleOnce(message, async (transaction) => {
      const { rows, wallets } = await lockedUse(transaction, invoiceId);
      const reservation = await removeReservation(transaction, invoiceId);
      if (!reservation) throw new Error(`nothing is reserved for invoice ${invoiceId}`);
      const { granted_cents, purchased_cents } = reservation.answer as ReservedCredits;
      if (granted_cents !== taken.granted_cents || purchased_cents !== taken.purchased_cents)
        throw new Error(`invoice ${invoiceId} has other credits than are reserved for it`);
      for (const row of rows) {
        const wallet = wallets.get(row.wallet_id) as WalletRow;
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
      const { rows, wallets } = await lockedUse(transaction, creditNoteId);
      if (!(await removeReservation(transaction, creditNoteId)))
        throw new Error(`nothing is reserved for credit note ${creditNoteId}`);
      for (const row of rows) {
        await updateTransaction(transaction, row.id, { reserved: false });
        await tellBalance(transaction, wallets.get(row.wallet_id) as WalletRow, now);
      }
    });
  }

  /** The invoice is voided: active wallets have its credits again, as granted ones. */
  @OnMessage('invoice.credits_returned', 'wallet')
  async onReturned(@Payload() message: Message<'invoice.credits_returned'>): Promise<void> {
    const { invoice_id: voidedInvoiceId } = message.payload;
    const now = Date.parse(message.occurred_at);
    await this.database.handleOnce(message, async (transaction) => {
      const { rows, wallets } = await lockedUse(transaction, voidedInvoiceId);
      for (const row of rows.filter(({ transaction_status: kind }) => kind === 'invoiced')) {
        const wallet = wallets.get(row.wallet_id);
        if (wallet?.status !== 'active') continue;
        const credits = { ...creditsFor(row.amount_cents, wallet), creditAmount: new Decimal(row.credit_amount) };
        await grant(transaction, wallet, credits, { voidedInvoiceId, source: 'manual' }, now);
      }
    });
  }
}

/** What a document took, read once the wallets that it took of are held: before that, what is reserved may be undone. */
async function lockedUse(
  transaction: TenantTransaction,
  documentId: string,
): Promise<{ rows: TransactionRow[]; wallets: Map<string, WalletRow> }> {
  const named = await transactionsOfDocument(transaction, documentId);
  const wallets = await lockWallets(transaction, [...new Set(named.map((row) => row.wallet_id))]);
  return { rows: await transactionsOfDocument(transaction, documentId), wallets };
}
