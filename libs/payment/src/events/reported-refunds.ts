import { idOfName, isId, type Instant, type TenantTransaction } from '@tollgate/platform';
import type { ProviderEvent } from '../providers/ports/meanings.js';
import { findByProviderId, findPayment } from '../model/payments/payments.repository.js';
import { findReportedReturn, findReturn, insertReturn, type ReturnRow } from '../model/payments/returns.repository.js';

type ReportedRefund = Extract<ProviderEvent, { kind: 'refund' }>;

/**
 * Finds the return that an event names, of a refund without a credit note. A refund that people made at the provider is
 * stored by this, and so is one that an earlier version requested. Undefined for refunds of foreign payments.
 */
export async function findReportedRefund(
  transaction: TenantTransaction,
  connectionId: string,
  { key, chargeId, amountCents, outcome }: ReportedRefund,
  at: Instant,
): Promise<ReturnRow | undefined> {
  const ourKey = key !== null && isId(key) ? key : null;
  const known = await findReportedReturn(transaction, outcome.id, ourKey);
  if (known || amountCents <= 0n) return known;
  const requested = ourKey === null ? undefined : await findPayment(transaction, ourKey);
  const payment =
    requested ?? (chargeId === null ? undefined : await findByProviderId(transaction, connectionId, chargeId));
  if (!payment) return undefined;
  const id = requested ? requested.id : idOfName(payment.id, `refund ${outcome.id}`);
  await insertReturn(transaction, {
    id,
    organization_id: transaction.organizationId,
    customer_id: payment.customer_id,
    payment_id: payment.id,
    origin: requested ? 'not_due' : 'provider',
    amount_cents: amountCents,
    request_key: id,
    provider_refund_id: outcome.id,
    created_at: new Date(at),
  });
  return findReturn(transaction, id);
}
