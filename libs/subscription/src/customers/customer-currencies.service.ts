import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { CommandBus, Logger, type Instant } from '@tollgate/platform';

/** So long an answer waits for what its message does otherwise, ms. */
const longestWaitMs = 2000;

/** A currency in which a customer had nothing before, and what gave it. */
export interface CurrencyAssignment {
  customerId: string;
  currency: string;
  /** Id of what gave it: its message brings the same. */
  key: string;
}

/** Customers are told of the first thing in a currency that they are given (customers, sections 2.5 and 2.6). */
@Injectable()
export class CustomerCurrencies {
  constructor(
    private readonly commands: CommandBus,
    private readonly logger: Logger,
  ) {}

  /** Has a currency taken at once, where it can be; a message that was committed before does it otherwise. @param now Unix ms */
  async assignNow(organizationId: string, assignment: CurrencyAssignment, now: Instant): Promise<void> {
    await Promise.race([this.give(organizationId, assignment, now), sleep(longestWaitMs, undefined, { ref: false })]);
  }

  private async give(
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
      this.logger.warn('a currency is left to its message', { customer_id: customerId, error });
    }
  }
}
