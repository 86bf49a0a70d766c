import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message, ReservedCredits } from '@tollgate/contracts';
import { Batcher, groupBy, OnMessage, type TenantTransaction } from '@tollgate/platform';
import { Decimal, type CreditAmount } from '@tollgate/rating';
import { publishBalances, publishWalletsUpdated } from '../ledger/balance.js';
import { grant, publishAllCreated } from '../ledger/entries.js';
import { balancesAfter, publishAllUsed } from '../ledger/uses.js';
import { removeReservations, type ReservationRow } from '../../model/reservations/reservations.repository.js';
import {
  confirmTransactions,
  transactionsOfDocuments,
  walletsWithReturnedCredits,
  type TransactionRow,
} from '../../model/transactions/transactions.repository.js';
import { lockWalletsOfDocuments, type WalletRow } from '../../model/wallets/wallets.repository.js';
import { WalletDatabase } from '../../wallet.database.js';
import { creditsFor } from '../../model/inputs/credit-inputs.js';
import { evaluateAlerts } from '../alert-evaluation/evaluate-alerts.js';

type Taken = Message<'invoice.credits_taken'>;

/** Handles the messages of invoices that use credits (wallets, sections 3.8 and 5). */
@Controller()
export class InvoiceCreditMessagesController {
  private readonly confirmations = new Batcher<Taken, void>((messages) => this.confirm(messages));

  constructor(private readonly database: WalletDatabase) {}

  /** Confirms and publishes the credits of written invoices, in batches for a billing run. */
  @OnMessage('invoice.credits_taken', 'wallet', { inSets: true })
  async onTaken(@Payload() message: Taken): Promise<void> {
    await this.confirmations.add(message.organization_id, message);
  }

  private async confirm(messages: Taken[]): Promise<void[]> {
    await this.database.handleAllOnce(messages, async (transaction, fresh) => {
      if (fresh.length === 0) return;
      const confirmed = await confirmUse(transaction, fresh.map(idOf));
      fresh.forEach((message) => checkUse(message, confirmed.reservations.get(idOf(message))));
      const rowsOf = groupBy(confirmed.rows, (row) => row.invoice_id as string);
      const uses = fresh.map((message) => ({
        isRecomputed: message.payload.measured === true && !confirmed.reservations.get(idOf(message))?.counted,
        now: Date.parse(message.occurred_at),
        used: (rowsOf.get(idOf(message)) ?? []).map((row) => ({
          row,
          wallet: confirmed.wallets.get(row.wallet_id) as WalletRow,
        })),
      }));
      await publishAllUsed(
        transaction,
        uses.filter(({ isRecomputed }) => isRecomputed),
      );
      const others = uses
        .filter(({ isRecomputed }) => !isRecomputed)
        .flatMap(({ used, now }) => used.map((one) => ({ ...one, now })));
      await publishAllCreated(transaction, others);
      await publishWalletsUpdated(transaction, others);
      await evaluateAlerts(transaction, balancesAfter(uses));
    });
    return messages.map(() => undefined);
  }

  /** Confirms the refund of a written credit note; the credit note's own webhook publishes it (wallets, section 9). */
  @OnMessage('credit_note.credits_refunded', 'wallet')
  async onRefunded(@Payload() message: Message<'credit_note.credits_refunded'>): Promise<void> {
    const { credit_note_id: creditNoteId } = message.payload;
    const now = Date.parse(message.occurred_at);
    await this.database.handleOnce(message, async (transaction) => {
      const { rows, wallets, reservations } = await confirmUse(transaction, [creditNoteId]);
      if (reservations.size === 0) throw new Error(`nothing is reserved for credit note ${creditNoteId}`);
      await publishBalances(
        transaction,
        rows.map((row) => ({ wallet: wallets.get(row.wallet_id) as WalletRow, now })),
      );
    });
  }

  /**
   * Returns the credits of a voided invoice to active wallets, as granted ones; once, however often the message
   * arrives.
   */
  @OnMessage('invoice.credits_returned', 'wallet')
  async onReturned(@Payload() message: Message<'invoice.credits_returned'>): Promise<void> {
    const { invoice_id: voidedInvoiceId } = message.payload;
    const now = Date.parse(message.occurred_at);
    await this.database.handleOnce(message, async (transaction) => {
      const wallets = await lockWalletsOfDocuments(transaction, [voidedInvoiceId]);
      const rows = await transactionsOfDocuments(transaction, [voidedInvoiceId]);
      const returned = await walletsWithReturnedCredits(transaction, [...wallets.keys()], voidedInvoiceId);
      for (const [walletId, usedRows] of groupBy(usedFor(voidedInvoiceId, rows), (row) => row.wallet_id)) {
        const wallet = wallets.get(walletId);
        if (wallet?.status !== 'active' || returned.has(walletId)) continue;
        await grant(transaction, wallet, creditsOf(usedRows, wallet), { voidedInvoiceId, source: 'manual' }, now);
      }
    });
  }
}

const idOf = ({ payload }: Taken): string => payload.invoice_id;

function checkUse({ payload }: Taken, reservation: ReservationRow | undefined): void {
  if (!reservation) throw new Error(`nothing is reserved for invoice ${payload.invoice_id}`);
  const { granted_cents, purchased_cents } = reservation.answer as ReservedCredits;
  if (granted_cents !== payload.granted_cents || purchased_cents !== payload.purchased_cents)
    throw new Error(`invoice ${payload.invoice_id} has other credits than are reserved for it`);
}

/**
 * Selects the transactions that an invoice confirmed. A call after the write may leave reservations; the reconciler
 * releases these, and a void never returns them.
 * @throws while all of them are only reserved
 */
function usedFor(invoiceId: string, rows: TransactionRow[]): TransactionRow[] {
  const invoiced = rows.filter(({ transaction_status: kind }) => kind === 'invoiced');
  const used = invoiced.filter(({ reserved }) => !reserved);
  if (invoiced.length > 0 && used.length === 0)
    throw new Error(`what invoice ${invoiceId} takes of wallets is reserved, and not confirmed yet`);
  return used;
}

/** Sums transactions of one wallet. */
function creditsOf(rows: TransactionRow[], wallet: WalletRow): CreditAmount {
  const cents = rows.reduce((sum, row) => sum + row.amount_cents, 0n);
  const creditAmount = rows.reduce((sum, row) => sum.plus(row.credit_amount), new Decimal(0));
  return { ...creditsFor(cents, wallet), creditAmount };
}

/**
 * Confirms the reservations of documents. It reads them under the locks of the wallets: before that, an undo may run.
 */
async function confirmUse(transaction: TenantTransaction, documentIds: string[]) {
  const wallets = await lockWalletsOfDocuments(transaction, documentIds);
  const reservations = await removeReservations(transaction, documentIds);
  const rows = await confirmTransactions(transaction, documentIds);
  return { rows, wallets, reservations };
}
