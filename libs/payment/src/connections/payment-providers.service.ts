import { Injectable } from '@nestjs/common';
import {
  changedIntegration,
  isBlank,
  type Meta,
  type PaymentProvider,
  type PaymentProviderCreate,
  type PaymentProviderHealth,
  type PaymentProviderUpdate,
} from '@tollgate/contracts';
import { readOrganization } from '@tollgate/identity/reader';
import { brokenUniqueIndex, Clock, Forbidden, newId, NotFound, ValidationFailed, type Page } from '@tollgate/platform';
import { PaymentDatabase } from '../payment.database.js';
import { ConnectionSecrets } from '../providers/connection-secrets.js';
import { PaymentProviders } from '../providers/payment-providers.js';
import { paymentProviders } from '../providers/registry.js';
import {
  findConnection,
  insertConnection,
  listConnections,
  removeConnection,
  updateConnection,
  type ConnectionRow,
} from '../model/connections/provider-connections.repository.js';
import { requestClosingOfConnection } from '../model/charges/provider-pages.repository.js';
import {
  assertTestKey,
  assertWebhookSecret,
  assertWorking,
  filledText,
  ownSettingsOf,
  presentConnection,
  settingsOf,
} from './connection-settings.js';
import { EventEndpoints } from './event-endpoints.service.js';

/** Connections to payment providers (webhooks, sections 10 and 11.1). */
@Injectable()
export class PaymentProvidersService {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly clock: Clock,
    private readonly providers: PaymentProviders,
    private readonly secrets: ConnectionSecrets,
    private readonly endpoints: EventEndpoints,
  ) {}

  /**
   * Connects a provider: checks the key and its rights, and has the provider send its events here. Only a sandbox
   * organization may have one that moves no money.
   * @throws Forbidden, ValidationFailed; ApiError `third_party_error` in the provider's words
   */
  async create(organizationId: string, input: PaymentProviderCreate): Promise<PaymentProvider> {
    const now = await this.clock.now(organizationId);
    const declaration = paymentProviders[input.provider];
    const owner = { id: newId(), organization_id: organizationId };
    const row: ConnectionRow = {
      ...owner,
      provider: input.provider,
      code: input.code,
      name: input.name,
      secret_key: isBlank(input.secret_key) ? null : this.secrets.seal(input.secret_key ?? '', owner, 'secret_key'),
      webhook_secret:
        isBlank(input.webhook_secret) || declaration.makesEventSecret
          ? null
          : this.secrets.seal(input.webhook_secret ?? '', owner, 'webhook_secret'),
      webhook_id: null,
      webhook_events: null,
      account_id: null,
      ...ownSettingsOf(input),
      redirect_url: null,
      requires_consent: false,
      supports_3ds: false,
      ...settingsOf(input),
      created_at: new Date(now),
      deleted_at: null,
    };
    const { sandbox } = await this.database.tenant(organizationId, readOrganization);
    if (declaration.isForTests && !sandbox) throw new Forbidden('feature_unavailable');
    assertTestKey(sandbox, row, filledText(input.secret_key));
    const connection = { ...row, account_id: await this.assertKey(row) };
    await this.store(organizationId, async (transaction) => {
      await insertConnection(transaction, connection);
      const change = changedIntegration('payment_provider', presentConnection(connection));
      await transaction.append('payment_provider.created', connection.id, change, now);
    });
    return presentConnection(await this.endpoints.register(connection, now));
  }

  /**
   * Changes a connection. A new key replaces the old one if it has the rights, and reaches the same account: payments
   * and customers belong to it.
   * @throws NotFound, ValidationFailed; ApiError `third_party_error` in the provider's words
   */
  async update(organizationId: string, code: string, input: PaymentProviderUpdate): Promise<PaymentProvider> {
    const now = await this.clock.now(organizationId);
    const before = await this.existing(organizationId, code);
    const key = filledText(input.secret_key);
    const { makesEventSecret } = paymentProviders[before.provider];
    const secret = makesEventSecret ? null : filledText(input.webhook_secret);
    if (key !== null) {
      const { sandbox } = await this.database.tenant(organizationId, readOrganization);
      assertTestKey(sandbox, before, key);
    }
    if (secret !== null) assertWebhookSecret(before.provider, secret);
    const changes = {
      ...(isBlank(input.code) ? {} : { code: input.code ?? '' }),
      ...(isBlank(input.name) ? {} : { name: input.name ?? '' }),
      ...(key === null ? {} : { secret_key: this.secrets.seal(key, before, 'secret_key') }),
      ...(secret === null ? {} : { webhook_secret: this.secrets.seal(secret, before, 'webhook_secret') }),
      ...settingsOf(input),
    };
    const after: ConnectionRow = { ...before, ...changes };
    if (key !== null) {
      const accountId = await this.assertKey(after);
      if (accountId !== before.account_id) throw new ValidationFailed({ secret_key: ['key_of_another_account'] });
      await this.endpoints.assertSameAccount(after);
    }
    await this.store(organizationId, async (transaction) => {
      await updateConnection(transaction, before.id, changes);
      const change = changedIntegration('payment_provider', presentConnection(after), input);
      await transaction.append('payment_provider.updated', before.id, change, now);
      if (after.code !== before.code) {
        const renamed = { payment_provider: after.provider, code: before.code, new_code: after.code };
        await transaction.append('payment_provider.renamed', before.id, renamed, now);
      }
      // Open pages show the old terms.
      if (after.requires_consent !== before.requires_consent)
        await requestClosingOfConnection(transaction, before.id, now);
    });
    return presentConnection(await this.endpoints.follow(after, before, now));
  }

  /** @throws NotFound */
  async health(organizationId: string, code: string): Promise<PaymentProviderHealth> {
    const { ports, account } = this.providers.at(await this.existing(organizationId, code));
    const { status, error } = await ports.connections.checkHealth(account);
    return {
      payment_provider_code: code,
      status,
      provider_error: error && { message: error.message, error_code: error.error_code },
    };
  }

  async list(organizationId: string, page: Page): Promise<{ payment_providers: PaymentProvider[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const { rows, meta } = await listConnections(transaction, page);
      return { payment_providers: rows.map(presentConnection), meta };
    });
  }

  /** Disconnects a provider. Its events still come while a payment is under way. @throws NotFound */
  async remove(organizationId: string, code: string): Promise<PaymentProvider> {
    const now = await this.clock.now(organizationId);
    const connection = await this.database.tenant(organizationId, async (transaction) => {
      const found = await findConnection(transaction, code);
      if (!found || !(await removeConnection(transaction, found.id, now))) throw new NotFound('payment_provider');
      const change = changedIntegration('payment_provider', presentConnection(found));
      await transaction.append('payment_provider.deleted', found.id, change, now);
      return found;
    });
    await this.endpoints.stop(connection);
    return presentConnection(connection);
  }

  /** @returns the account that the key reaches; null where the provider does not state it */
  private async assertKey(connection: ConnectionRow): Promise<string | null> {
    const { ports, account } = this.providers.at(connection);
    const health = await ports.connections.checkHealth(account);
    assertWorking(connection.provider, health);
    return health.accountId ?? null;
  }

  /** @throws NotFound */
  private async existing(organizationId: string, code: string): Promise<ConnectionRow> {
    const connection = await this.database.tenant(organizationId, (transaction) => findConnection(transaction, code));
    if (!connection) throw new NotFound('payment_provider');
    return connection;
  }

  /** @throws ValidationFailed for the code of another connection */
  private async store(organizationId: string, write: Parameters<PaymentDatabase['tenant']>[1]): Promise<void> {
    try {
      await this.database.tenant(organizationId, write);
    } catch (error) {
      if (brokenUniqueIndex(error) === 'provider_connections_code')
        throw new ValidationFailed({ code: ['value_already_exist'] });
      throw error;
    }
  }
}
