import { Injectable } from '@nestjs/common';
import {
  changedIntegration,
  isBlank,
  type AccountingProvider,
  type AccountingProviderCreate,
  type AccountingProviderUpdate,
  type AccountingSync,
  type AccountingSyncFilters,
  type Meta,
} from '@tollgate/contracts';
import {
  Clock,
  CommandBus,
  newId,
  SecretBox,
  ValidationFailed,
  type Page,
  type TenantTransaction,
} from '@tollgate/platform';
import { IntegrationConnections } from '../../integration-connections.js';
import { InvoicingDatabase } from '../../invoicing.database.js';
import {
  findAccountingProvider,
  insertAccountingProvider,
  listAccountingProviders,
  placeOfSecret,
  removeAccountingProvider,
  updateAccountingProvider,
  type AccountingProviderRow,
} from '../../model/accounting/accounting-providers.repository.js';
import { listSyncs, retrySyncs } from '../../model/accounting/accounting-syncs.repository.js';
import { publishPendingSyncs } from '../../model/accounting/enqueue-accounting-syncs.js';
import { ConnectionRefused, LedgerUnavailable } from '../ledger/accounting-system.js';
import { AccountingConnections } from '../sources/accounting-connections.js';
import { AccountingSystems } from '../systems/accounting-systems.js';
import { readMappings } from './accounting-mappings.rules.js';
import { presentProvider, presentSync } from './accounting-provider.presenter.js';

/** Connections to accounting systems (webhooks, section 20). */
@Injectable()
export class AccountingProvidersService extends IntegrationConnections<AccountingProviderRow, AccountingProvider> {
  constructor(
    database: InvoicingDatabase,
    private readonly ledger: AccountingSystems,
    private readonly connections: AccountingConnections,
    private readonly secrets: SecretBox,
    commands: CommandBus,
    private readonly clock: Clock,
  ) {
    super(database, commands, {
      resource: 'accounting_provider',
      codes: 'accounting_providers_code',
      find: findAccountingProvider,
      list: listAccountingProviders,
      present: presentProvider,
    });
  }

  /** Connects a system, whose keys it checks if the system answers. @throws ValidationFailed */
  async create(organizationId: string, input: AccountingProviderCreate): Promise<AccountingProvider> {
    const id = newId();
    const at = new Date(await this.clock.now(organizationId));
    const wallTime = new Date();
    const row: AccountingProviderRow = {
      id,
      organization_id: organizationId,
      provider: input.provider,
      code: input.code,
      name: input.name,
      client_id: input.client_id.trim(),
      secret: this.secrets.seal(input.client_secret.trim(), placeOfSecret({ id, organization_id: organizationId })),
      tenant_id: filled(input.tenant_id),
      sync_invoices: input.sync_invoices ?? true,
      sync_credit_notes: input.sync_credit_notes ?? true,
      sync_payments: input.sync_payments ?? true,
      mappings: readMappings(input.mappings ?? []),
      rests_until: wallTime,
      claimed_until: wallTime,
      last_error: null,
      created_at: at,
      updated_at: at,
      deleted_at: null,
    };
    await this.refuseTaken(row);
    await this.refuseWrongKeys(row);
    await this.store(row, async (transaction) => {
      await insertAccountingProvider(transaction, row);
      const change = changedIntegration('accounting_provider', presentProvider(row));
      await transaction.append('accounting_provider.created', id, change, at.getTime());
    });
    await this.connect(row, true);
    return presentProvider(row);
  }

  async list(organizationId: string, page: Page): Promise<{ accounting_providers: AccountingProvider[]; meta: Meta }> {
    const { shown, meta } = await this.listed(organizationId, page);
    return { accounting_providers: shown, meta };
  }

  /** Changes settings, and sends refused documents again. @throws NotFound, ValidationFailed */
  async update(organizationId: string, code: string, input: AccountingProviderUpdate): Promise<AccountingProvider> {
    refuseEmptied(input);
    const row = await this.existing(organizationId, code);
    const secret = input.client_secret?.trim();
    const settings = {
      name: input.name ?? row.name,
      client_id: input.client_id?.trim() ?? row.client_id,
      secret: secret === undefined ? row.secret : this.secrets.seal(secret, placeOfSecret(row)),
      tenant_id: input.tenant_id === undefined ? row.tenant_id : filled(input.tenant_id),
      sync_invoices: input.sync_invoices ?? row.sync_invoices,
      sync_credit_notes: input.sync_credit_notes ?? row.sync_credit_notes,
      sync_payments: input.sync_payments ?? row.sync_payments,
      updated_at: new Date(await this.clock.now(organizationId)),
    };
    const mappings = input.mappings ? readMappings(input.mappings) : row.mappings;
    await this.refuseWrongKeys({ ...row, ...settings });
    await this.database.tenant(organizationId, async (transaction) => {
      await updateAccountingProvider(transaction, row.id, { ...settings, mappings: JSON.stringify(mappings) });
      const shown = presentProvider({ ...row, ...settings, mappings });
      const change = changedIntegration('accounting_provider', shown, input);
      await transaction.append('accounting_provider.updated', row.id, change, settings.updated_at.getTime());
      await sendAgain(transaction, row);
    });
    // Repeats what an interrupted call to connect it has not done.
    await this.connect({ ...row, ...settings }, true);
    return presentProvider({ ...row, ...settings, mappings });
  }

  /** Disconnects a system and deletes its secret; what it has stays there. @throws NotFound */
  async remove(organizationId: string, code: string): Promise<AccountingProvider> {
    const row = await this.existing(organizationId, code);
    await this.connect(row, false);
    const at = new Date(await this.clock.now(organizationId));
    await this.database.tenant(organizationId, async (transaction) => {
      if (!(await removeAccountingProvider(transaction, row.id, at))) throw this.missing();
      const change = changedIntegration('accounting_provider', presentProvider(row));
      await transaction.append('accounting_provider.deleted', row.id, change, at.getTime());
    });
    return presentProvider(row);
  }

  /** Lists the documents that a system gets or has. @throws NotFound */
  async syncs(
    organizationId: string,
    code: string,
    filters: AccountingSyncFilters,
  ): Promise<{ accounting_syncs: AccountingSync[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const { rows, meta } = await listSyncs(transaction, (await this.existingIn(transaction, code)).id, filters);
      return { accounting_syncs: rows.map(presentSync), meta };
    });
  }

  /** Sends refused documents again, and postponed ones at once. @throws NotFound */
  async retry(organizationId: string, code: string): Promise<AccountingProvider> {
    return this.database.tenant(organizationId, async (transaction) => {
      const row = await this.existingIn(transaction, code);
      await sendAgain(transaction, row);
      return presentProvider(row);
    });
  }

  /** A system that does not answer now decides nothing. @throws ValidationFailed when it refuses the keys */
  private async refuseWrongKeys(row: AccountingProviderRow): Promise<void> {
    try {
      await this.ledger.check(this.connections.open(row));
    } catch (error) {
      if (error instanceof ConnectionRefused) throw new ValidationFailed({ client_secret: ['value_is_invalid'] });
      if (!(error instanceof LedgerUnavailable)) throw error;
    }
  }
}

/** New settings end the rest of a system too. */
async function sendAgain(transaction: TenantTransaction, { id }: AccountingProviderRow): Promise<void> {
  await updateAccountingProvider(transaction, id, { rests_until: new Date() });
  await retrySyncs(transaction, id);
  await publishPendingSyncs(transaction, [id], Date.now());
}

const filled = (text: string | null | undefined): string | null => (isBlank(text) ? null : (text ?? '').trim());

const mandatory = ['name', 'client_id', 'client_secret'] as const;

/** @throws ValidationFailed */
function refuseEmptied(input: AccountingProviderUpdate): void {
  const emptied = mandatory.filter((key) => input[key] !== undefined && isBlank(input[key]));
  if (emptied.length > 0)
    throw new ValidationFailed(Object.fromEntries(emptied.map((key) => [key, ['value_is_mandatory']])));
}
