import { ValidationFailed, type TenantTransaction } from '@tollgate/platform';
import type { InvoiceRow } from '../../model/invoices/invoices.repository.js';

/**
 * The port to the refunds of payment providers. The payment service depends on invoices and not the other way round, so
 * it implements this port. The processes that serve invoices bind both.
 */
export abstract class RefundChecks {
  /**
   * Finds why the provider of the last payment cannot refund an amount exactly: the code of the fault. Null if it can,
   * and if no provider made the payment. (webhooks, sections 11.4 and 18)
   */
  abstract faultOf(transaction: TenantTransaction, invoiceId: string, amountCents: bigint): Promise<string | null>;
}

/**
 * Refuses a refund that a provider would have to make and cannot make exactly, before a note has it.
 * @param field the field of the request that names the amount
 * @throws ValidationFailed
 */
export async function requireExactRefund(
  checks: RefundChecks,
  transaction: TenantTransaction,
  { id, payment_status: status, payment_dispute_lost_at: lostAt }: InvoiceRow,
  { field, amountCents }: { field: string; amountCents: bigint },
): Promise<void> {
  // People refund other invoices (webhooks, section 18).
  if (amountCents <= 0n || status !== 'succeeded' || lostAt !== null) return;
  const fault = await checks.faultOf(transaction, id, amountCents);
  if (fault !== null) throw new ValidationFailed({ [field]: [fault] });
}
