import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  BillingEntityUpdate,
  type CommandAnswer,
  type CommandRequest,
  type OrganizationCreate,
} from '@tollgate/contracts';
import { CommandBus, NotFound, type TenantTransaction, readRawInput } from '@tollgate/platform';
import { CatalogDatabase } from '../../catalog.database.js';
import {
  defaultBillingEntityId,
  insertBillingEntity,
  lockBillingEntity,
  settingsOfOrganizations,
} from '../repositories/billing-entities.repository.js';
import { changeIssuer } from './billing-entities.service.js';
import { presentSingleBillingEntity } from './billing-entity.presenter.js';
import { defaultPrefix } from './billing-entity.rules.js';
import { newBillingEntity } from './new-billing-entity.js';

type Settings = Partial<Omit<OrganizationCreate, 'name' | 'sandbox' | 'frozen_time'>>;

/** Reads and writes the default issuer: it stores the document settings of its organization. */
@Injectable()
export class DefaultBillingEntityService implements OnModuleInit {
  constructor(
    private readonly database: CatalogDatabase,
    private readonly commands: CommandBus,
  ) {}

  onModuleInit(): void {
    this.commands.handle('catalog', 'billing_entity.create_default', (request) => this.create(request));
    this.commands.handle('catalog', 'billing_entity.read_default', (request) => this.read(request));
    this.commands.handle('catalog', 'billing_entity.read_settings', async ({ organization_ids: ids }) => ({
      organizations: await this.database.everyTenant((transaction) => settingsOfOrganizations(transaction, ids)),
    }));
    this.commands.handle('catalog', 'billing_entity.update_default', (request, key) => this.update(request, key));
  }

  /** @throws NotFound */
  private async read(
    request: CommandRequest<'billing_entity.read_default'>,
  ): Promise<CommandAnswer<'billing_entity.read_default'>> {
    return this.database.tenant(request.organization_id, async (transaction) => {
      const row = await lockBillingEntity(transaction, await existingDefault(transaction));
      return { billing_entity: await presentSingleBillingEntity(transaction, row) };
    });
  }

  /** @throws NotFound, ValidationFailed */
  private async update(
    request: CommandRequest<'billing_entity.update_default'>,
    key: string,
  ): Promise<CommandAnswer<'billing_entity.update_default'>> {
    const input = readRawInput(BillingEntityUpdate, request.given);
    return this.database.answerOnce(request.organization_id, key, async (transaction) => {
      const id = await existingDefault(transaction);
      const row = await changeIssuer({ transaction, now: new Date(request.at) }, id, input);
      return { billing_entity: await presentSingleBillingEntity(transaction, row) };
    });
  }

  /** Creates the default issuer of a new organization; a repeated command changes nothing. */
  private async create(
    request: CommandRequest<'billing_entity.create_default'>,
  ): Promise<{ billing_entity_id: string }> {
    const { billing_entity_id: id, organization_id: organizationId, name } = request;
    const { email_settings: emailSettings, document_number_prefix: prefix, ...settings } = request.settings as Settings;
    const values = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
    const named = {
      id,
      organization_id: organizationId,
      code: codeOf(name),
      name,
      document_number_prefix: prefix ?? defaultPrefix(name, organizationId),
    };
    const row = newBillingEntity(
      named,
      { ...values, email_settings: JSON.stringify(emailSettings ?? []) },
      new Date(request.created_at),
    );
    await this.database.tenant(organizationId, (transaction) => insertBillingEntity(transaction, row));
    return { billing_entity_id: id };
  }
}

async function existingDefault(transaction: TenantTransaction): Promise<string> {
  const id = await defaultBillingEntityId(transaction);
  if (id === null) throw new NotFound('billing_entity');
  return id;
}

const codeOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^\w\s-]/g, '')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_') || 'default';
