import type { CommandAnswer, CommandRequest } from '@tollgate/contracts';
import { NotAllowed, ValidationFailed, type TenantTransaction } from '@tollgate/platform';
import { matchFundings } from '@tollgate/rating';
import { lowerBalances } from '../ledger/balance.js';
import { entryOf } from '../ledger/entries.js';
import { consume } from '../../model/transactions/consumptions.repository.js';
import { insertReservations, reservationsByKeys } from '../../model/reservations/reservations.repository.js';
import { fundingOf, insertTransaction, transactionsByIds } from '../../model/transactions/transactions.repository.js';
import { lockWallet } from '../../model/wallets/wallets.repository.js';
import { creditsFor } from '../../model/inputs/credit-inputs.js';
import { timeToWriteMs, untilOf } from './reserve.js';

/**
 * Takes sold credits off their wallet and off their own inbound transaction, for a credit note (wallets, section 3.7).
 * A repeated request for the same note returns the same answer.
 * @throws NotAllowed when the wallet has ended, ValidationFailed when fewer credits are left
 */
export async function reserveRefund(
  transaction: TenantTransaction,
  {
    credit_note_id: id,
    wallet_transaction_id: soldId,
    amount_cents: cents,
    at,
  }: CommandRequest<'wallet.reserve_refund'>,
): Promise<CommandAnswer<'wallet.reserve_refund'>> {
  const [unlockedRow] = await transactionsByIds(transaction, [soldId]);
  const wallet = unlockedRow && (await lockWallet(transaction, unlockedRow.wallet_id));
  if (wallet?.status !== 'active') throw new NotAllowed('invalid_type_or_status');
  const before = (await reservationsByKeys(transaction, [id])).get(id);
  if (before) return { until: untilOf(before) };
  const sold = await transactionsByIds(transaction, [soldId]);
  const amountCents = BigInt(cents);
  const shares = matchFundings(sold.map(fundingOf), amountCents);
  if (!shares) throw new ValidationFailed({ amount_cents: ['higher_than_wallet_balance'] });
  const credits = creditsFor(amountCents, wallet);
  const row = await insertTransaction(
    transaction,
    entryOf(wallet, 'voided', credits, { creditNoteId: id, reserved: true }, at),
  );
  await consume(transaction, [{ outboundId: row.id, shares, at: new Date(at) }]);
  await lowerBalances(transaction, [{ walletId: wallet.id, amountCents, credits: credits.creditAmount, now: at }]);
  const answer = { until: Date.now() + timeToWriteMs };
  const { customer_id } = wallet;
  await insertReservations(transaction, [
    { key: id, document_id: id, customer_id, request: { soldId, cents }, answer },
  ]);
  return answer;
}
