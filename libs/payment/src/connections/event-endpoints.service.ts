import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { paymentEventPath } from '@tollgate/contracts';
import { Clock, Config, Jobs, Logger, Passes, ValidationFailed, type Instant } from '@tollgate/platform';
import { PaymentDatabase } from '../payment.database.js';
import { ConnectionSecrets } from '../providers/connection-secrets.js';
import { PaymentProviders } from '../providers/payment-providers.js';
import { ProviderUnavailable, whileCallerWaits } from '../providers/provider-errors.js';
import { hasPaymentsUnderWay } from '../model/payments/payments.repository.js';
import {
  connectionsByIds,
  outdatedConnections,
  refusedEvents,
  updateConnection,
  type ConnectionRow,
} from '../model/connections/provider-connections.repository.js';
import type { ProviderError } from '../model/payments/payments.tables.js';

/** The addresses to which providers send their events (webhooks, sections 11.1 and 13). */
@Injectable()
export class EventEndpoints implements OnApplicationBootstrap {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly config: Config,
    private readonly providers: PaymentProviders,
    private readonly secrets: ConnectionSecrets,
    private readonly passes: Passes,
    private readonly logger: Logger,
  ) {}

  /**
   * Has the provider send its events here, and stores the secret that signs them. A refusal is a webhook; the next
   * change of the connection tries again.
   * @returns the connection as stored
   */
  async register(connection: ConnectionRow, at: Instant): Promise<ConnectionRow> {
    const {
      ports: { endpoints },
      account,
    } = this.providers.at(connection);
    if (!endpoints) return connection;
    try {
      const endpoint = await endpoints.registerEndpoint(account, this.urlOf(connection));
      if ('refused' in endpoint) throw new RefusedEndpoint(endpoint.refused);
      const changes = {
        webhook_id: endpoint.id,
        webhook_events: endpoints.events,
        webhook_secret: this.secrets.seal(endpoint.secret, connection, 'webhook_secret'),
      };
      await this.database.tenant(connection.organization_id, (transaction) =>
        updateConnection(transaction, connection.id, changes),
      );
      return { ...connection, ...changes };
    } catch (error) {
      await this.report(connection, error, at);
      return connection;
    }
  }

  /** Has the endpoint get all events at the present address, or registers a missing one. */
  async follow(connection: ConnectionRow, before: ConnectionRow, at: Instant): Promise<ConnectionRow> {
    const { webhook_id: endpointId, webhook_events: events } = connection;
    if (endpointId === null) return this.register(connection, at);
    const {
      ports: { endpoints },
      account,
    } = this.providers.at(connection);
    if (!endpoints || (connection.code === before.code && events === endpoints.events)) return connection;
    try {
      const refusal = await endpoints.moveEndpoint(account, endpointId, this.urlOf(connection));
      if (refusal) throw new RefusedEndpoint(refusal.refused);
      await this.setEvents(connection, endpoints.events);
    } catch (error) {
      await this.report(connection, error, at);
    }
    return connection;
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.reconcileEvery('payment-endpoint-sweep', () => this.updateEndpoints());
  }

  /** Has the endpoints of an earlier version get the events of this one. A refusal is published once. */
  private async updateEndpoints(): Promise<void> {
    const { endpointEvents } = this.providers;
    const outdated = await this.database.everyTenant((transaction) => outdatedConnections(transaction, endpointEvents));
    await this.passes.each(
      {
        name: 'payment-endpoint-sweep',
        failure: 'a provider does not send new events here yet',
        about: ({ organization_id, id }) => ({ organization_id, connection_id: id }),
      },
      outdated,
      (connection) => this.updateEndpoint(connection),
    );
  }

  private async updateEndpoint({ organization_id: organizationId, id }: ConnectionRow): Promise<void> {
    const connection = await this.database.tenant(organizationId, async (transaction) =>
      (await connectionsByIds(transaction, [id])).get(id),
    );
    if (!connection) return;
    const {
      ports: { endpoints },
      account,
    } = this.providers.at(connection);
    if (!endpoints) return;
    const refusal = await endpoints.moveEndpoint(account, connection.webhook_id ?? '', this.urlOf(connection));
    await this.setEvents(connection, refusal ? refusedEvents : endpoints.events);
    if (!refusal) return;
    const at = await this.clock.now(connection.organization_id);
    await this.report(connection, new RefusedEndpoint(refusal.refused), at);
  }

  private async setEvents({ id, organization_id: organizationId }: ConnectionRow, events: string): Promise<void> {
    await this.database.tenant(organizationId, (transaction) =>
      updateConnection(transaction, id, { webhook_events: events }),
    );
  }

  /** A key of another account does not know our endpoint. @throws ValidationFailed */
  async assertSameAccount(connection: ConnectionRow): Promise<void> {
    const { webhook_id: endpointId } = connection;
    const {
      ports: { endpoints },
      account,
    } = this.providers.at(connection);
    if (endpointId === null || !endpoints) return;
    const refusal = await whileCallerWaits(connection.provider, () =>
      endpoints.moveEndpoint(account, endpointId, this.urlOf(connection)),
    );
    if (refusal) throw new ValidationFailed({ secret_key: ['key_of_another_account'] });
  }

  /** Stops the events of a removed connection, unless one of its payments still awaits its outcome. */
  async stop(connection: ConnectionRow): Promise<void> {
    const { organization_id: organizationId, id, webhook_id: endpointId } = connection;
    if (endpointId === null) return;
    if (await this.database.tenant(organizationId, (transaction) => hasPaymentsUnderWay(transaction, id))) return;
    const { ports, account } = this.providers.at(connection);
    try {
      await ports.endpoints?.removeEndpoint(account, endpointId);
    } catch (error) {
      this.logger.warn('a provider still sends events of a removed connection', {
        organization_id: organizationId,
        connection_id: id,
        error,
      });
    }
  }

  private urlOf({ provider, organization_id: organizationId, code }: ConnectionRow): string {
    const path = paymentEventPath.replace(':provider', provider).replace(':organization_id', organizationId);
    return `${this.config.publicUrl}${path}?code=${encodeURIComponent(code)}`;
  }

  private async report(connection: ConnectionRow, error: unknown, at: Instant): Promise<void> {
    const { id, organization_id: organizationId, code, name, provider: source } = connection;
    const { message, error_code } =
      error instanceof RefusedEndpoint
        ? error.refusal
        : { message: error instanceof ProviderUnavailable ? error.words : 'no answer', error_code: null };
    this.logger.warn('a provider does not send its events here', {
      organization_id: organizationId,
      connection_id: id,
      reason: message,
    });
    const reported = {
      svc_payment_provider_id: id,
      payment_provider_code: code,
      payment_provider_name: name,
      source,
      action: 'payment_provider.register_webhook' as const,
      provider_error: { message, code: error_code },
    };
    await this.database.tenant(organizationId, (transaction) =>
      transaction.append(
        'payment_provider.error',
        id,
        { payment_provider_id: id, payment_provider_error: reported },
        at,
      ),
    );
  }
}

/** A refusal on its way to the report. */
class RefusedEndpoint extends Error {
  constructor(readonly refusal: ProviderError) {
    super(refusal.message);
  }
}
