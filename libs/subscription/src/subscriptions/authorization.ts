import { isBlank } from '@tollgate/contracts';
import { ApiError, BadRequest } from '@tollgate/platform';

const members = ['amount_cents', 'amount_currency'] as const;

/**
 * An amount can be held before a subscription begins by a provider that does that, which is no connection of ours: it is
 * refused before anything is made (customers, section 4.9). @throws BadRequest without a member, ApiError otherwise
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
