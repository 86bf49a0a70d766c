import { isBlank, type CardAuthorization } from '@tollgate/contracts';
import { BadRequest, newId, ValidationFailed, type CommandSender } from '@tollgate/platform';
import type { CustomerRow } from '../../model/customers/customers.repository.js';

/** An amount that a card must be able to pay before a subscription starts. */
export interface RequestedAuthorization {
  amountCents: number;
  currency: string;
}

const members = ['amount_cents', 'amount_currency'] as const;
const currencyCode = /^[A-Z]{3}$/;

/**
 * Reads the authorization that a call requests next to its subscription (customers, section 4.9).
 * @returns null without one @throws BadRequest without a member; ValidationFailed
 */
export function readAuthorization(raw: unknown): RequestedAuthorization | null {
  if (raw === null || typeof raw !== 'object' || Array.isArray(raw)) return null;
  const authorization: Record<string, unknown> = { ...raw };
  for (const member of members) if (isBlank(authorization[member])) throw BadRequest.missingWrapper(member);
  const amountCents =
    typeof authorization['amount_cents'] === 'string'
      ? Number(authorization['amount_cents'])
      : authorization['amount_cents'];
  const currency = String(authorization['amount_currency']).toUpperCase();
  const isAmount = Number.isSafeInteger(amountCents) && (amountCents as number) > 0;
  if (!isAmount) throw new ValidationFailed({ amount_cents: ['invalid_value'] });
  if (!currencyCode.test(currency)) throw new ValidationFailed({ amount_currency: ['value_is_invalid'] });
  return { amountCents: amountCents as number, currency };
}

/** Holds a requested amount on the customer's card, or fails as the provider does; it keeps the answer. */
export class CardHold {
  /** The same for each repetition of the work, which so places one hold. */
  private readonly id = newId();
  /** The hold as the provider states it; null before. */
  held: CardAuthorization | null = null;

  constructor(
    private readonly requested: RequestedAuthorization,
    private readonly methodId: string | null,
  ) {}

  /** @throws ApiError 422 `stripe_required`, `provider_error`; ValidationFailed for a customer without a card */
  async place(commands: CommandSender, customer: CustomerRow): Promise<void> {
    const request = {
      organization_id: customer.organization_id,
      authorization_id: this.id,
      customer_id: customer.id,
      amount_cents: this.requested.amountCents,
      currency: this.requested.currency,
      payment_method_id: this.methodId,
    };
    this.held = (await commands.send('payment', 'card.authorize', request, this.id)).authorization;
  }
}
