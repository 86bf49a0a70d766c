import { hash } from 'node:crypto';
import type { CreditReservation, PayableFees } from '@tollgate/contracts';

/** Digests a request for its row; ignores the proposed id and the instant. */
export const contentOf = ({ customer_id, currency, total_cents, fees }: CreditReservation): { digest: string } => ({
  digest: hash('sha256', JSON.stringify([customer_id, currency, total_cents, fees.map(feeContent)]), 'base64url'),
});

const feeContent = (fee: PayableFees) => [
  fee.fee_type,
  fee.billable_metric_id,
  fee.target_wallet_code,
  fee.amount_cents,
  fee.precise_coupons_amount_cents,
  fee.taxes_precise_amount_cents,
  fee.precise_credit_notes_amount_cents,
];
