import { Injectable } from '@nestjs/common';
import { CommandBus, newId, type Instant } from '@tollgate/platform';
import { PaymentDatabase } from '../../payment.database.js';
import { dueInstructions, scopeText } from '../../model/paying-methods/due-instructions.js';
import type { ConnectionRow } from '../../model/connections/provider-connections.repository.js';
import { findProviderCustomer, setInstructionsScope } from '../../model/customers/provider-customers.repository.js';
import type { ConnectedProvider } from '../../providers/payment-providers.js';
import { publishRefusal } from '../customer-reports.js';
import { instructionsSection } from './funding-instructions.rules.js';

/**
 * Has the invoices of customers that pay by bank transfer show where their money goes: their bank account at the
 * provider (webhooks, section 11.4).
 */
@Injectable()
export class FundingInstructionsService {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly commands: CommandBus,
  ) {}

  /** Reads the bank accounts of a customer when they are due. Any part may run twice. @throws Error for an unknown outcome */
  async ensure(
    organizationId: string,
    customerId: string,
    connection: ConnectionRow,
    { ports, account }: ConnectedProvider,
    at: Instant,
  ): Promise<void> {
    const scope = await this.database.tenant(organizationId, async (transaction) => {
      const row = await findProviderCustomer(transaction, customerId);
      return row ? dueInstructions(transaction, row) : null;
    });
    if (!scope) return;
    const { providerCustomerId, currency, countries, language } = scope;
    const accounts =
      (await ports.instructions?.readInstructions(account, { customerId: providerCustomerId, currency, countries })) ??
      [];
    if (!('refused' in accounts) && accounts.length > 0) {
      const { displayName, details } = instructionsSection(accounts, language);
      await this.commands.send(
        'subscription',
        'customer.set_funding_instructions',
        {
          organization_id: organizationId,
          customer_id: customerId,
          payment_provider_code: connection.code,
          display_name: displayName,
          details,
        },
        // A repetition writes the same. A name of the content would make a return to former instructions one of them.
        newId(),
      );
    }
    await this.database.tenant(organizationId, async (transaction) => {
      await setInstructionsScope(transaction, customerId, scopeText(scope));
      if ('refused' in accounts) await publishRefusal(transaction, customerId, connection, accounts.refused, at);
    });
  }
}
