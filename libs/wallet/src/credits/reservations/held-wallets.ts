import type { CreditReservation, ReservedCredits } from '@tollgate/contracts';
import { groupBy, insertRows, type Instant, type TenantTransaction } from '@tollgate/platform';
import { Decimal } from '@tollgate/rating';
import { lowerBalances } from '../ledger/balance.js';
import { entryOf } from '../ledger/entries.js';
import { consume, type Use } from '../../model/transactions/consumptions.repository.js';
import { insertReservations, type NewReservation } from '../../model/reservations/reservations.repository.js';
import { availableFundings, type NewTransactionRow } from '../../model/transactions/transactions.repository.js';
import type { WalletRow } from '../../model/wallets/wallets.repository.js';
import { fundedCents, holdingAfter, paymentsFor, type HeldPayment, type Holding } from './invoice-payments.rules.js';
import { contentOf } from './reservation-content.js';

/** A locked wallet with its fundings and the amounts taken so far. */
interface HeldWallet extends Holding {
  takenCents: bigint;
  takenCredits: Decimal;
  takenAt: Instant;
}

/** Wallets under the caller's locks: invoices take credits in order, and one write stores all of it. */
export class HeldWallets {
  private readonly entries: NewTransactionRow[] = [];
  private readonly uses: Use[] = [];
  private readonly reservations: NewReservation[] = [];

  private constructor(private readonly byCustomer: Map<string, HeldWallet[]>) {}

  /** @param active the current wallets of customers, in the order of use */
  static async load(transaction: TenantTransaction, active: WalletRow[]): Promise<HeldWallets> {
    const wallets = active.filter((wallet) => wallet.balance_cents > 0n);
    const fundings = await availableFundings(
      transaction,
      wallets.map(({ id }) => id),
    );
    const held = wallets.map((wallet) => ({
      wallet,
      fundings: fundings.get(wallet.id) ?? [],
      takenCents: 0n,
      takenCredits: new Decimal(0),
      takenAt: 0,
    }));
    return new HeldWallets(groupBy(held, ({ wallet }) => wallet.customer_id));
  }

  /** @param timeToWriteMs the time limit for writing the invoice */
  pay(invoice: CreditReservation, timeToWriteMs: number): ReservedCredits {
    const { key, customer_id, invoice_id: document_id } = invoice;
    const payments = paymentsFor(this.byCustomer.get(customer_id) ?? [], invoice);
    for (const payment of payments) this.take(payment, invoice);
    const answer = {
      invoice_id: document_id,
      granted_cents: Number(fundedCents(payments, 'granted')),
      purchased_cents: Number(fundedCents(payments, 'purchased')),
      until: Date.now() + timeToWriteMs,
    };
    if (payments.length > 0)
      this.reservations.push({ key, customer_id, document_id, request: contentOf(invoice), answer });
    return answer;
  }

  private take(payment: HeldPayment<HeldWallet>, { invoice_id: invoiceId, at }: CreditReservation): void {
    const { held, credits, shares } = payment;
    const entry = entryOf(held.wallet, 'invoiced', credits, { invoiceId, reserved: true }, at);
    this.entries.push(entry);
    this.uses.push({ outboundId: entry.id, shares, at: new Date(at) });
    Object.assign(held, holdingAfter(payment));
    held.takenCents += credits.amountCents;
    held.takenCredits = held.takenCredits.plus(credits.creditAmount);
    held.takenAt = at;
  }

  /** Stores the reservations; messages follow only after the write of the invoices. */
  async write(transaction: TenantTransaction): Promise<void> {
    await insertRows(
      transaction,
      'wallet.transactions',
      this.entries.map((entry) => ({ ...entry, metadata: [] })),
    );
    await consume(transaction, this.uses);
    await lowerBalances(
      transaction,
      [...this.byCustomer.values()]
        .flat()
        .filter(({ takenCents }) => takenCents > 0n)
        .map((held) => ({
          walletId: held.wallet.id,
          amountCents: held.takenCents,
          credits: held.takenCredits,
          now: held.takenAt,
        })),
    );
    await insertReservations(transaction, this.reservations);
  }
}
