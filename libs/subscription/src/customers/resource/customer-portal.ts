import { Injectable } from '@nestjs/common';
import { Clock, Config, SignedTokens } from '@tollgate/platform';
import { SubscriptionDatabase } from '../../subscription.database.js';
import { existingCustomer } from './customers.service.js';

const validityMs = 12 * 3_600_000;

/** Addresses of the customer portal (customers, section 3). */
@Injectable()
export class CustomerPortal {
  private readonly tokens: SignedTokens;

  constructor(
    private readonly database: SubscriptionDatabase,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {
    this.tokens = new SignedTokens(config, 'customer-portal');
  }

  /** Returns a new address with each call, valid for twelve hours; the service stores nothing. @throws NotFound */
  async urlOf(organizationId: string, externalId: string): Promise<string> {
    const now = await this.clock.now(organizationId);
    const { id } = await this.database.tenant(organizationId, (transaction) =>
      existingCustomer(transaction, externalId),
    );
    const token = await this.tokens.sign({ subject: id, organizationId, expiresAt: now + validityMs }, now);
    return `${this.config.publicUrl}/customer-portal/${token}`;
  }
}
