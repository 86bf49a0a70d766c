import type { CreditReservation, ReservedCredits } from '@tollgate/contracts';
import type { TenantTransaction } from '@tollgate/platform';
import { reservationsByKeys, type ReservationRow } from '../../model/reservations/reservations.repository.js';
import { activeWalletsOf, lockActiveWalletsOf } from '../../model/wallets/wallets.repository.js';
import { HeldWallets } from './held-wallets.js';
import { contentOf } from './reservation-content.js';
import { undo } from './undo.js';

/** Time limit for writing an invoice after its reservation. */
export const timeToWriteMs = 2 * 60_000;

/**
 * Reserves credits for invoices, in order, under the locks of all wallets that may pay (wallets, section 5). The number
 * of statements does not depend on the number of invoices. A repeated request returns the same answer. A changed
 * request under a known key first returns its earlier credits.
 */
export async function reserveCredits(
  transaction: TenantTransaction,
  invoices: CreditReservation[],
): Promise<ReservedCredits[]> {
  const customerIds = [...new Set(invoices.map((invoice) => invoice.customer_id))];
  const locked = await lockActiveWalletsOf(transaction, customerIds);
  const knownReservations = await reservationsByKeys(
    transaction,
    invoices.map(({ key }) => key),
  );
  const sameBefore = (invoice: CreditReservation) => {
    const before = knownReservations.get(invoice.key);
    return before && isSame(before, invoice) ? before : undefined;
  };
  const fresh = invoices.filter((invoice) => !sameBefore(invoice));
  const isChanged = await undo(
    transaction,
    fresh.flatMap(({ key }) => knownReservations.get(key)?.document_id ?? []),
  );
  const active = isChanged ? await activeWalletsOf(transaction, customerIds) : locked;
  const wallets = await HeldWallets.load(transaction, fresh.length > 0 ? active : []);
  const answers = invoices.map((invoice) => {
    const before = sameBefore(invoice);
    if (before) return { ...(before.answer as ReservedCredits), until: untilOf(before) };
    const documentId = knownReservations.get(invoice.key)?.document_id ?? invoice.invoice_id;
    return wallets.pay({ ...invoice, invoice_id: documentId }, timeToWriteMs);
  });
  await wallets.write(transaction);
  return answers;
}

export const untilOf = ({ reserved_at: at }: ReservationRow): number => at.getTime() + timeToWriteMs;

const isSame = ({ request }: ReservationRow, invoice: CreditReservation): boolean =>
  (request as { digest?: string }).digest === contentOf(invoice).digest;
