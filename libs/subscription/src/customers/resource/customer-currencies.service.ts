import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { CommandBus, Logger, type Instant } from '@tollgate/platform';

/** The longest wait of an answer for the assignment, ms; the message assigns the currency otherwise. */
const maxWaitMs = 2000;

/** The first currency of a customer, and the resource that brought it. */
export interface CurrencyAssignment {
  customerId: string;
  currency: string;
  /** Id of that resource; its message has the same key. */
  key: string;
}

/** Assigns a customer's currency from its first resource with one (customers, sections 2.5 and 2.6). */
@Injectable()
export class CustomerCurrencies {
  constructor(
    private readonly commands: CommandBus,
    private readonly logger: Logger,
  ) {}

  /** Assigns a currency at once if possible; otherwise an already committed message does. @param now Unix ms */
  async assignNow(organizationId: string, assignment: CurrencyAssignment, now: Instant): Promise<void> {
    await Promise.race([
      this.sendAssignment(organizationId, assignment, now),
      sleep(maxWaitMs, undefined, { ref: false }),
    ]);
  }

  private async sendAssignment(
    organizationId: string,
    { customerId, currency, key }: CurrencyAssignment,
    now: Instant,
  ): Promise<void> {
    try {
      await this.commands.send(
        'subscription',
        'customer.take_currency',
        { organization_id: organizationId, customer_id: customerId, currency, at: now },
        key,
      );
    } catch (error) {
      this.logger.warn('a currency is not set yet; its message repeats it', { customer_id: customerId, error });
    }
  }
}
