import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { Clock, OnMessage } from '@tollgate/platform';
import { followTimezone } from '../../lifecycle/customer-changes.js';
import { customersInZoneOf, type CustomerRow } from '../../model/customers/customers.repository.js';
import { SubscriptionDatabase } from '../../subscription.database.js';

const customersAtOnce = 200;

/** Applies changes of issuers to their customers. */
@Controller()
export class IssuerMessagesController {
  constructor(
    private readonly database: SubscriptionDatabase,
    private readonly clock: Clock,
  ) {}

  /** Moves customers in the time zone of their issuer to its new one, each in a separate transaction. */
  @OnMessage('billing_entity.updated', 'subscription')
  async onUpdated(@Payload() message: Message<'billing_entity.updated'>): Promise<void> {
    const { organization_id: organizationId, payload } = message;
    if (payload.timezone_changed) {
      const now = await this.clock.now(organizationId);
      for await (const customer of this.customersOf(organizationId, payload.billing_entity_id))
        await this.database.tenant(organizationId, (transaction) => followTimezone(transaction, customer, now));
    }
    // After an interruption the handler repeats all customers; moved ones stay unchanged.
    await this.database.handleOnce(message, () => Promise.resolve());
  }

  private async *customersOf(organizationId: string, billingEntityId: string): AsyncGenerator<CustomerRow> {
    let last: string | null = null;
    for (;;) {
      const after: string | null = last;
      const customers: CustomerRow[] = await this.database.tenant(organizationId, (transaction) =>
        customersInZoneOf(transaction, billingEntityId, after, customersAtOnce),
      );
      yield* customers;
      last = customers.at(-1)?.id ?? null;
      if (customers.length < customersAtOnce) return;
    }
  }
}
