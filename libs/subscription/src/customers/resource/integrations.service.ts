import { Injectable, type OnModuleInit } from '@nestjs/common';
import { IntegrationCreate, readBody, type CommandAnswer, type CommandRequest } from '@tollgate/contracts';
import { brokenUniqueIndex, CommandBus } from '@tollgate/platform';
import { setContactId } from '../../model/customers/accounting-links.repository.js';
import { clearCustomerError } from '../../model/customers/customer-errors.repository.js';
import { connectIntegration, insertIntegration } from '../../model/customers/integrations.repository.js';
import { SubscriptionDatabase } from '../../subscription.database.js';
import { accountingErrorCode } from './accounting-errors.rules.js';

/** Registers external systems of organizations: for operators, and for connected tax engines and accounting systems. */
@Injectable()
export class IntegrationsService implements OnModuleInit {
  constructor(
    private readonly database: SubscriptionDatabase,
    private readonly commands: CommandBus,
  ) {}

  onModuleInit(): void {
    this.commands.handle('subscription', 'integration.create', (request, key) => this.create(request, key));
    this.commands.handle('subscription', 'integration.connect', (request, key) => this.connect(request, key));
    this.commands.handle('subscription', 'customer.set_contact_id', (request, key) => this.setContact(request, key));
  }

  private connect(
    { organization_id, integration_id: id, at, ...integration }: CommandRequest<'integration.connect'>,
    key: string,
  ): Promise<CommandAnswer<'integration.connect'>> {
    return this.database.answerOnce(organization_id, key, async (transaction) => {
      await connectIntegration(transaction, { id, organization_id, ...integration, created_at: new Date(at) });
      return {};
    });
  }

  /** A customer that was linked to another integration meanwhile stays as it is. */
  private setContact(
    { organization_id: organizationId, customer_id: customerId, ...link }: CommandRequest<'customer.set_contact_id'>,
    key: string,
  ): Promise<CommandAnswer<'customer.set_contact_id'>> {
    return this.database.answerOnce(organizationId, key, async (transaction) => {
      await setContactId(transaction, customerId, {
        provider: link.integration_type,
        code: link.integration_code,
        contactId: link.external_customer_id,
      });
      await clearCustomerError(transaction, customerId, accountingErrorCode);
      return {};
    });
  }

  private async create(
    {
      organization_id: organizationId,
      integration_id: id,
      given: raw,
      created_at: at,
    }: CommandRequest<'integration.create'>,
    key: string,
  ): Promise<CommandAnswer<'integration.create'>> {
    const read = readBody(IntegrationCreate, raw);
    if ('errors' in read) return { errors: read.errors };
    const { integration_type, code, name } = read.input;
    try {
      return await this.database.answerOnce(organizationId, key, async (transaction) => {
        await insertIntegration(transaction, {
          id,
          organization_id: organizationId,
          integration_type,
          code,
          name: name ?? null,
          created_at: new Date(at),
        });
        return { errors: null };
      });
    } catch (error) {
      if (brokenUniqueIndex(error) === 'integrations_code') return { errors: { code: ['value_already_exist'] } };
      throw error;
    }
  }
}
