import { Injectable, type OnModuleInit } from '@nestjs/common';
import { IntegrationCreate, readBody, type CommandAnswer, type CommandRequest } from '@tollgate/contracts';
import { brokenUniqueIndex, CommandBus } from '@tollgate/platform';
import { connectIntegration, insertIntegration } from '../../model/repositories/integrations.repository.js';
import { SubscriptionDatabase } from '../../subscription.database.js';

/** Registers external systems of organizations: for operators, and for connected tax engines. */
@Injectable()
export class IntegrationsService implements OnModuleInit {
  constructor(
    private readonly database: SubscriptionDatabase,
    private readonly commands: CommandBus,
  ) {}

  onModuleInit(): void {
    this.commands.handle('subscription', 'integration.create', (request, key) => this.create(request, key));
    this.commands.handle('subscription', 'integration.connect_taxes', (request, key) => this.connect(request, key));
  }

  private connect(
    { organization_id, integration_id: id, at, ...integration }: CommandRequest<'integration.connect_taxes'>,
    key: string,
  ): Promise<CommandAnswer<'integration.connect_taxes'>> {
    return this.database.answerOnce(organization_id, key, async (transaction) => {
      await connectIntegration(transaction, { id, organization_id, ...integration, created_at: new Date(at) });
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
