import { Injectable } from '@nestjs/common';
import type { CreditReservation, ReservedCredits } from '@tollgate/contracts';
import { Batcher, CommandBus, Unavailable, type Repetition, type TenantTransaction } from '@tollgate/platform';
import { hasCredits } from '@tollgate/wallet/reader';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { nothingTaken, type CreditRequest, type CreditTaking, type TakenCredits } from './credit-taking.js';

/** The maximum number of attempts, since requests to wallets may change between them. */
const mostTries = 6;
/** The maximum number of invoices per command. */
const mostInvoices = 500;

/** Work needs credits without a reservation yet. */
class CreditsNeeded extends Error {}

/**
 * Writes invoices with the prepaid credits that pay for them, and holds no lock during the call to wallets. It rolls
 * back work that needs credits, reserves them by one command for all of its invoices, and runs the work again. After a
 * crash it repeats the request under the same keys and receives the same credits.
 */
@Injectable()
export class CreditReservations {
  private readonly reservations: Batcher<ReservationBatch, ReservedCredits[]>;

  constructor(
    private readonly database: InvoicingDatabase,
    commands: CommandBus,
  ) {
    this.reservations = new Batcher((batches) => reserve(commands, batches));
  }

  /**
   * Runs work in a transaction of an organization, with credits that are reserved outside of it.
   * @param snapshotCustomerIds customers whose unbilled usage the caller snapshots after the work
   * @param once the key under which the work is done once
   * @throws Unavailable while wallets are unreachable
   */
  async runWithReservedCredits<T>(
    organizationId: string,
    work: (transaction: TenantTransaction, credits: CreditTaking) => Promise<T>,
    snapshotCustomerIds: ReadonlySet<string> = new Set(),
    once?: Repetition,
  ): Promise<T> {
    const answers = new Map<string, Answered>();
    for (let tries = 0; tries < mostTries; tries++) {
      const round = new Round(answers, snapshotCustomerIds);
      try {
        return await this.database.createOnce(organizationId, once, async (transaction) => {
          const result = await work(transaction, round);
          round.endUnlessReserved();
          return result;
        });
      } catch (error) {
        // The lack of credits, or of some of them, aborted the attempt; it runs again with a reservation.
        if (!(error instanceof CreditsNeeded)) throw error;
      }
      const reserved = await this.reservations.add(organizationId, { organizationId, invoices: round.requests });
      round.requests.forEach((reservation, index) =>
        answers.set(reservation.key, { content: contentOf(reservation), answer: reserved[index] as ReservedCredits }),
      );
    }
    throw new Unavailable('credits of the customer change all the time, try again');
  }
}

interface Answered {
  content: string;
  answer: ReservedCredits;
}

/** The content of a reservation, without the proposed id. */
const contentOf = ({ invoice_id: _, ...content }: CreditReservation): string => JSON.stringify(content);

/** One attempt, with its requests beyond the answered ones. */
class Round implements CreditTaking {
  readonly requests: CreditReservation[] = [];

  constructor(
    private readonly answers: ReadonlyMap<string, Answered>,
    private readonly snapshotCustomerIds: ReadonlySet<string>,
  ) {}

  idOf(key: string): string | undefined {
    return this.answers.get(key)?.answer.invoice_id;
  }

  async take(transaction: TenantTransaction, request: CreditRequest): Promise<TakenCredits> {
    const reservation = reservationOf(request);
    const answered = this.answers.get(request.key);
    if (!answered && !(await hasCredits(transaction, request))) return nothingTaken;
    if (answered?.content !== contentOf(reservation)) {
      this.requests.push(reservation);
      return nothingTaken;
    }
    const { granted_cents: granted, purchased_cents: purchased } = answered.answer;
    return { grantedCents: BigInt(granted), purchasedCents: BigInt(purchased) };
  }

  endUnlessReserved(): void {
    if (this.requests.length > 0) throw new CreditsNeeded();
  }

  async confirm(transaction: TenantTransaction, { key, invoiceId, customerId, now }: CreditRequest): Promise<void> {
    const answer = this.answers.get(key)?.answer;
    if (!answer || Date.now() > answer.until) throw new Unavailable('credits were reserved too long ago, try again');
    const { granted_cents, purchased_cents } = answer;
    const measured = this.snapshotCustomerIds.has(customerId);
    const taken = { invoice_id: invoiceId, granted_cents, purchased_cents, ...(measured ? { measured } : {}) };
    await transaction.append('invoice.credits_taken', customerId, taken, now);
  }
}

const reservationOf = (request: CreditRequest): CreditReservation => ({
  key: request.key,
  invoice_id: request.invoiceId,
  customer_id: request.customerId,
  currency: request.currency,
  total_cents: Number(request.totalCents),
  fees: request.fees,
  at: request.now,
});

/** The reservations of one piece of work. */
interface ReservationBatch {
  organizationId: string;
  invoices: CreditReservation[];
}

/** Reserves the credits of several pieces of work of one organization by one command. */
async function reserve(commands: CommandBus, batches: ReservationBatch[]): Promise<ReservedCredits[][]> {
  const invoices = batches.flatMap((batch) => batch.invoices);
  const organization_id = batches[0]?.organizationId as string;
  const answers: ReservedCredits[] = [];
  for (let from = 0; from < invoices.length; from += mostInvoices) {
    const some = invoices.slice(from, from + mostInvoices);
    const request = { organization_id, invoices: some };
    answers.push(...(await commands.send('wallet', 'wallet.reserve_credits', request)).invoices);
  }
  return batches.map((batch) => answers.splice(0, batch.invoices.length));
}
