import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CommandAnswer, CommandRequest } from '@tollgate/contracts';
import { workingOrganization } from '@tollgate/identity/reader';
import { CommandBus, type TenantTransaction } from '@tollgate/platform';
import { CatalogDatabase } from '../../catalog.database.js';
import { billingEntityByCode, defaultBillingEntityId } from '../repositories/billing-entities.repository.js';
import { readPortalSettings } from './portal-settings.reader.js';

/** The origins whose pages may frame parts of an issuer's portal (customers, section 3.10). */
@Injectable()
export class PortalOrigins implements OnModuleInit {
  constructor(
    private readonly database: CatalogDatabase,
    private readonly commands: CommandBus,
  ) {}

  onModuleInit(): void {
    this.commands.handle('catalog', 'portal.read_origins', async (request) => ({ origins: await this.read(request) }));
  }

  private async read({
    organization: slug,
    billing_entity_code: code,
  }: CommandRequest<'portal.read_origins'>): Promise<CommandAnswer<'portal.read_origins'>['origins']> {
    const organization = await this.database.everyTenant((transaction) => workingOrganization(transaction, { slug }));
    if (!organization) return [];
    return this.database.tenant(organization.id, async (transaction) => {
      const id = code === null ? await defaultBillingEntityId(transaction) : await idOf(transaction, code);
      return id === null ? [] : (await readPortalSettings(transaction, id)).origins;
    });
  }
}

const idOf = async (transaction: TenantTransaction, code: string): Promise<string | null> =>
  (await billingEntityByCode(transaction, code))?.id ?? null;
