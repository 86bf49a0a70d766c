import { isBlank } from '@tollgate/contracts';
import { ApiError, BadRequest } from '@tollgate/platform';

const members = ['amount_cents', 'amount_currency'] as const;

/**
 * Rejects a payment authorization before a subscription starts: no supported provider can hold an amount. The check
 * runs before any write (customers, section 4.9). @throws BadRequest without a member, ApiError otherwise
 */
export function refuseAuthorization(raw: unknown): void {
  if (raw === null || typeof raw !== 'object' || Array.isArray(raw)) return;
  const authorization: Record<string, unknown> = { ...raw };
  for (const member of members) if (isBlank(authorization[member])) throw BadRequest.missingWrapper(member);
  throw new ApiError(422, {
    status: 422,
    error: 'Unprocessable Entity',
    code: 'stripe_required',
    message: 'An authorization needs a customer that is linked to Stripe.',
  });
}
