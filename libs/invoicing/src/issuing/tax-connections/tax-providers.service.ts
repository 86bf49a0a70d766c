import { Injectable } from '@nestjs/common';
import {
  changedIntegration,
  type Meta,
  type TaxProvider,
  type TaxProviderCreate,
  type TaxProviderUpdate,
} from '@tollgate/contracts';
import {
  Clock,
  CommandBus,
  isoSeconds,
  newId,
  SecretBox,
  ValidationFailed,
  type Page,
  type TenantTransaction,
} from '@tollgate/platform';
import { IntegrationConnections } from '../../integration-connections.js';
import { InvoicingDatabase } from '../../invoicing.database.js';
import {
  findTaxProvider,
  insertTaxProvider,
  listTaxProviders,
  placeOfSecret,
  removeTaxProvider,
  updateTaxProvider,
  type TaxProviderRow,
} from '../../model/taxes/tax-providers.repository.js';
import { hurryTaxRequests } from '../../model/taxes/tax-requests.repository.js';
import { hurryUninvoicedRequests } from '../../model/taxes/uninvoiced-tax-requests.repository.js';
import { EngineRefusal, EngineUnavailable } from '../tax-engines/tax-engine.js';
import { TaxEngines } from '../tax-engines/tax-engines.service.js';
import { TaxConnections } from '../tax-sources/tax-connections.js';
import { keysOf, readMappings } from './tax-mappings.rules.js';

/** Connections to tax engines (webhooks, section 19). */
@Injectable()
export class TaxProvidersService extends IntegrationConnections<TaxProviderRow, TaxProvider> {
  constructor(
    database: InvoicingDatabase,
    private readonly engines: TaxEngines,
    private readonly connections: TaxConnections,
    private readonly secrets: SecretBox,
    commands: CommandBus,
    private readonly clock: Clock,
  ) {
    super(database, commands, {
      resource: 'tax_provider',
      codes: 'tax_providers_code',
      find: findTaxProvider,
      list: listTaxProviders,
      present,
    });
  }

  /** Connects an engine, whose keys it checks if the engine answers. @throws ValidationFailed */
  async create(organizationId: string, input: TaxProviderCreate): Promise<TaxProvider> {
    const { provider, code, name } = input;
    const id = newId();
    const at = new Date(await this.clock.now(organizationId));
    const { secret = '', account_id = null, company_code = null } = keysOf(provider, input);
    const row: TaxProviderRow = {
      id,
      organization_id: organizationId,
      provider,
      code,
      name,
      secret: this.secrets.seal(secret, placeOfSecret({ id, organization_id: organizationId })),
      account_id,
      company_code,
      mappings: readMappings(input.mappings ?? []),
      created_at: at,
      updated_at: at,
      deleted_at: null,
    };
    await this.refuseTaken(row);
    await this.refuseWrongKeys(organizationId, row);
    // The integration is connected first: an invoice that is written in between waits for the connection.
    await this.connect(row, true);
    const write = async (transaction: TenantTransaction): Promise<void> => {
      await insertTaxProvider(transaction, row);
      const change = changedIntegration('tax_provider', present(row));
      await transaction.append('tax_provider.created', id, change, at.getTime());
    };
    await this.store(row, write, () => this.disconnectLoser(row));
    return present(row);
  }

  /** Of two calls at once with one code, the second connects nothing: the first may be about the same integration. */
  private async disconnectLoser(row: TaxProviderRow): Promise<void> {
    const winner = await this.database.tenant(row.organization_id, (transaction) =>
      findTaxProvider(transaction, row.code),
    );
    if (winner?.provider !== row.provider) await this.connect(row, false);
  }

  async list(organizationId: string, page: Page): Promise<{ tax_providers: TaxProvider[]; meta: Meta }> {
    const { shown, meta } = await this.listed(organizationId, page);
    return { tax_providers: shown, meta };
  }

  /**
   * Changes name, keys or mappings. The requests of waiting invoices are repeated at once.
   * @throws NotFound, ValidationFailed
   */
  async update(organizationId: string, code: string, input: TaxProviderUpdate): Promise<TaxProvider> {
    const row = await this.existing(organizationId, code);
    const { secret, account_id = row.account_id, company_code = row.company_code } = keysOf(row.provider, input);
    const changed: TaxProviderRow = {
      ...row,
      name: input.name ?? row.name,
      secret: secret === undefined ? row.secret : this.secrets.seal(secret, placeOfSecret(row)),
      account_id,
      company_code,
      mappings: input.mappings ? readMappings(input.mappings) : row.mappings,
      updated_at: new Date(await this.clock.now(organizationId)),
    };
    await this.refuseWrongKeys(organizationId, changed);
    const { name, mappings, updated_at } = changed;
    await this.database.tenant(organizationId, async (transaction) => {
      const keys = { secret: changed.secret, account_id, company_code };
      await updateTaxProvider(transaction, row.id, { name, ...keys, mappings: JSON.stringify(mappings), updated_at });
      const change = changedIntegration('tax_provider', present(changed), input);
      await transaction.append('tax_provider.updated', row.id, change, updated_at.getTime());
      await hurryTaxRequests(transaction);
      await hurryUninvoicedRequests(transaction);
    });
    // Repeats what an interrupted call to connect it has not done.
    await this.connect(changed, true);
    return present(changed);
  }

  /** Disconnects an engine and deletes its keys; its customers have local taxes again. @throws NotFound */
  async remove(organizationId: string, code: string): Promise<TaxProvider> {
    const row = await this.existing(organizationId, code);
    await this.connect(row, false);
    const at = new Date(await this.clock.now(organizationId));
    await this.database.tenant(organizationId, async (transaction) => {
      if (!(await removeTaxProvider(transaction, row.id, at))) throw this.missing();
      const change = changedIntegration('tax_provider', present(row));
      await transaction.append('tax_provider.deleted', row.id, change, at.getTime());
      await hurryTaxRequests(transaction);
      await hurryUninvoicedRequests(transaction);
    });
    return present(row);
  }

  /** An engine that does not answer now decides nothing. @throws ValidationFailed when it refuses the keys */
  private async refuseWrongKeys(organizationId: string, row: TaxProviderRow): Promise<void> {
    const connection = await this.database.tenant(organizationId, (transaction) =>
      this.connections.open(transaction, row),
    );
    const accepted = await this.engines.check(connection).catch((error: unknown) => {
      if (error instanceof EngineUnavailable) return true;
      if (error instanceof EngineRefusal) return false;
      throw error;
    });
    if (!accepted) throw new ValidationFailed({ license_key: ['value_is_invalid'] });
  }
}

const present = (row: TaxProviderRow): TaxProvider => ({
  svc_id: row.id,
  provider: row.provider,
  code: row.code,
  name: row.name,
  account_id: row.account_id,
  company_code: row.company_code,
  mappings: row.mappings,
  created_at: isoSeconds(row.created_at),
});
