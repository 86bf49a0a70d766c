import { isBlank, type PaymentCreate } from '@tollgate/contracts';
import { ValidationFailed, type Instant } from '@tollgate/platform';
import { DateTime } from 'luxon';

/** Characters of a reference. */
const longestReference = 40;

/**
 * Reads the instant of a manual payment, in Unix ms, and its reference (invoices, section 12).
 * @throws ValidationFailed
 */
export function readManualPayment(
  { paid_at: rawPaidAt, reference }: Pick<PaymentCreate, 'paid_at' | 'reference'>,
  now: Instant,
): { paidAt: Instant; reference: string } {
  const paidAt = isBlank(rawPaidAt) ? now : DateTime.fromISO((rawPaidAt as string).trim(), { zone: 'utc' }).toMillis();
  if (Number.isNaN(paidAt)) throw new ValidationFailed({ paid_at: ['invalid_date'] });
  if (isBlank(reference)) throw new ValidationFailed({ reference: ['value_is_mandatory'] });
  if ((reference as string).length > longestReference) throw new ValidationFailed({ reference: ['value_is_too_long'] });
  return { paidAt, reference: reference as string };
}
