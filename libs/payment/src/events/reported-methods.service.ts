import { Injectable } from '@nestjs/common';
import type { Instant } from '@tollgate/platform';
import { PaymentDatabase } from '../payment.database.js';
import {
  attachMethod,
  detachReportedMethod,
  followDefault,
  updateReportedMethod,
} from '../methods/attached-methods.js';
import type { ProviderEvent } from '../providers/ports/meanings.js';
import { PaymentProviders } from '../providers/payment-providers.js';
import { ProviderRefused } from '../providers/provider-errors.js';
import type { ConnectionRow } from '../model/connections/provider-connections.repository.js';
import { customerAtProvider } from '../model/customers/provider-customers.repository.js';

/**
 * Applies events about payment methods (webhooks, section 11.6). They name objects of the provider alone: those of
 * other systems are ignored.
 */
@Injectable()
export class ReportedMethods {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly providers: PaymentProviders,
  ) {}

  async update(connection: ConnectionRow, { method }: ProviderEvent<'method_updated'>): Promise<null> {
    await this.database.tenant(connection.organization_id, (transaction) =>
      updateReportedMethod(transaction, connection.id, method),
    );
    return null;
  }

  async detach(connection: ConnectionRow, { methodId }: ProviderEvent<'method_detached'>, at: Instant): Promise<null> {
    await this.database.tenant(connection.organization_id, (transaction) =>
      detachReportedMethod(transaction, connection.id, methodId, at),
    );
    return null;
  }

  /** A default that is unknown here was entered at the provider itself. */
  async follow(
    connection: ConnectionRow,
    { customerId, methodId }: ProviderEvent<'default_changed'>,
    at: Instant,
  ): Promise<null> {
    if (methodId === null) return null;
    const isKnown = await this.database.tenant(connection.organization_id, (transaction) =>
      followDefault(transaction, connection.id, { customerId, methodId }, at),
    );
    if (isKnown) return null;
    const { ports, account } = this.providers.at(connection);
    const details = await ports.methods.describeMethod(account, methodId);
    if (details === null) return null;
    const method = { id: methodId, details, mandateId: null };
    return this.attach(connection, { kind: 'method_attached', customerId, method }, at);
  }

  /** The method becomes the customer's default here and at the provider. */
  async attach(connection: ConnectionRow, event: ProviderEvent<'method_attached'>, at: Instant): Promise<null> {
    const { organization_id: organizationId, id: connectionId } = connection;
    const customerId = await this.database.tenant(organizationId, (transaction) =>
      customerAtProvider(transaction, connectionId, event.customerId),
    );
    if (customerId === undefined) return null;
    const { ports, account } = this.providers.at(connection);
    try {
      await ports.methods.makeDefault(account, event.customerId, event.method.id);
    } catch (error) {
      // The method is gone again: an event about that follows.
      if (error instanceof ProviderRefused) return null;
      throw error;
    }
    const details = event.method.details ?? (await ports.methods.describeMethod(account, event.method.id));
    const method = { ...event.method, details };
    const attached = { connectionId, providerCustomerId: event.customerId, method };
    await this.database.tenant(organizationId, async (transaction) => {
      await attachMethod(transaction, customerId, attached, at);
    });
    return null;
  }
}
