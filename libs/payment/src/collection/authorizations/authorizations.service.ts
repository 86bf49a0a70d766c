import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CardAuthorization, CommandRequest } from '@tollgate/contracts';
import { ApiError, CommandBus, Jobs, ValidationFailed, type TenantTransaction } from '@tollgate/platform';
import { PaymentDatabase } from '../../payment.database.js';
import type { Refused } from '../../providers/ports/connections.js';
import type { Hold, HoldRequest } from '../../providers/ports/holds.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { providerRefusal, whileCallerWaits } from '../../providers/provider-errors.js';
import { insertAuthorization } from '../../model/charges/authorizations.repository.js';
import { findLink } from '../../model/customers/customer-links.js';
import { payingMethod } from '../../model/paying-methods/method-references.js';
import { usableMethods, type ConnectionRow } from '../../model/connections/provider-connections.repository.js';

type Request = CommandRequest<'card.authorize'>;

/** A customer's card, and where it is charged. */
interface Card {
  connection: ConnectionRow;
  customerId: string;
  methodId: string;
}

/**
 * Holds an amount on a customer's card, to learn before a start whether the card can pay (customers, section 4.9).
 * The service stores the hold before the request and releases it after the answer, so no crash leaves an amount held.
 */
@Injectable()
export class AuthorizationsService implements OnModuleInit {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly jobs: Jobs,
    private readonly providers: PaymentProviders,
    private readonly commands: CommandBus,
  ) {}

  onModuleInit(): void {
    this.commands.handle('payment', 'card.authorize', async (request) => ({
      authorization: await this.authorize(request),
    }));
  }

  async queueRelease(organizationId: string, id: string): Promise<void> {
    const payload = { organization_id: organizationId, request_id: null, authorization_id: id };
    await this.jobs.add('payment-authorization-release', payload, { id });
  }

  /** @throws ApiError 422 `stripe_required`, `provider_error`; ValidationFailed for a customer without a card */
  private async authorize(request: Request): Promise<CardAuthorization> {
    const { organization_id: organizationId, authorization_id: id, currency } = request;
    const amountCents = BigInt(request.amount_cents);
    const card = await this.database.tenant(organizationId, async (transaction) => {
      const found = await this.readCard(transaction, request);
      await insertAuthorization(transaction, {
        id,
        organization_id: organizationId,
        connection_id: found.connection.id,
        customer_id: request.customer_id,
        provider_customer_id: found.customerId,
        amount_cents: amountCents,
        currency,
        created_at: new Date(),
        released_at: null,
      });
      return found;
    });
    const metadata = {
      svc_payment_id: id,
      svc_customer_id: request.customer_id,
      svc_organization_id: organizationId,
    };
    const { customerId, methodId } = card;
    const held = await this.hold(card, { key: id, amountCents, currency, customerId, methodId, metadata });
    if ('refused' in held) throw providerRefusal(card.connection, held.refused);
    return {
      id: held.id,
      object: 'payment_intent',
      amount: Number(held.amountCents),
      amount_capturable: Number(held.capturableCents),
      status: held.providerStatus,
    };
  }

  /** Whatever the answer is, the amount goes back. */
  private async hold({ connection }: Card, request: HoldRequest): Promise<Hold | Refused> {
    const {
      ports: { holds },
      account,
    } = this.providers.at(connection);
    if (!holds) throw stripeRequired();
    try {
      return await whileCallerWaits(connection.provider, () => holds.hold(account, request));
    } finally {
      await this.queueRelease(connection.organization_id, request.key);
    }
  }

  /** Only some providers hold amounts. @throws ApiError 422 `stripe_required`; ValidationFailed */
  private async readCard(transaction: TenantTransaction, request: Request): Promise<Card> {
    const { customer_id: ourId, payment_method_id: named } = request;
    const link = await findLink(transaction, ourId);
    if (!link || link.connection.deleted_at !== null || link.providerCustomerId === null) throw stripeRequired();
    if (!this.providers.portsOf(link.connection).holds) throw stripeRequired();
    const stored = (await usableMethods(transaction, [ourId])).get(ourId) ?? [];
    const atLink = stored.filter(({ connection }) => connection.id === link.connection.id);
    const paying = payingMethod(atLink, { payment_method_type: 'provider', payment_method_id: named });
    if (!paying) throw new ValidationFailed({ payment_method_id: ['customer_has_no_payment_method'] });
    const { provider_customer_id: customerId, provider_method_id: methodId } = paying.method;
    return { connection: link.connection, customerId, methodId };
  }
}

const stripeRequired = (): ApiError =>
  new ApiError(422, {
    status: 422,
    error: 'Unprocessable Entity',
    code: 'stripe_required',
    message: 'An authorization needs a customer that is linked to Stripe.',
  });
