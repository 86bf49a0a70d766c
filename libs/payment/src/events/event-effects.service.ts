import { Injectable } from '@nestjs/common';
import { isId, type Instant, type TenantTransaction } from '@tollgate/platform';
import { PaymentDatabase } from '../payment.database.js';
import { readChargePurpose } from '../collection/charging/charge-purpose.js';
import { OutcomesService } from '../collection/charging/outcomes.service.js';
import { applyRefund } from '../collection/refunds/refund-outcomes.js';
import { ReturnsService } from '../collection/returns/returns.service.js';
import { AuthorizedCustomers } from '../customers/authorized-customers.service.js';
import {
  attachMethod,
  detachReportedMethod,
  followDefault,
  updateReportedMethod,
} from '../methods/attached-methods.js';
import type { ProviderEvent } from '../providers/payment-provider.js';
import { PaymentProviders } from '../providers/payment-providers.js';
import { ProviderRefused } from '../providers/provider-errors.js';
import { findByProviderId, type PaymentRow } from '../model/repositories/payments.repository.js';
import type { ConnectionRow } from '../model/repositories/provider-connections.repository.js';
import { customerAtProvider } from '../model/repositories/provider-customers.repository.js';
import { findRefund, findRefundByProviderId } from '../model/repositories/refunds.repository.js';
import { findReturn } from '../model/repositories/returns.repository.js';
import { ReportedDisputes } from './reported-disputes.service.js';
import { isEffective } from './reported-payments.rules.js';
import { findReportedPayment } from './reported-payments.js';
import { findReportedRefund } from './reported-refunds.js';

type Of<K extends ProviderEvent['kind']> = Extract<ProviderEvent, { kind: K }>;

/**
 * Applies the events of providers (webhooks, section 11.6). Each effect may run twice: a success is final, reports
 * about it are passed on, and objects of other systems are ignored.
 */
@Injectable()
export class EventEffects {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly providers: PaymentProviders,
    private readonly outcomes: OutcomesService,
    private readonly returns: ReturnsService,
    private readonly disputes: ReportedDisputes,
    private readonly customers: AuthorizedCustomers,
  ) {}

  /** @param at the organization's time, Unix ms */
  async apply(connection: ConnectionRow, event: ProviderEvent, at: Instant): Promise<void> {
    const { organization_id: organizationId, id: connectionId } = connection;
    switch (event.kind) {
      case 'charge':
        return this.applyCharge(connection, event, at);
      case 'refund':
        return this.applyRefund(connection, event, at);
      case 'dispute':
        return this.applyDispute(connection, event);
      case 'method_attached':
        return this.attach(connection, event, at);
      case 'method_updated':
        return this.database.tenant(organizationId, (transaction) =>
          updateReportedMethod(transaction, connectionId, event.method),
        );
      case 'method_detached':
        return this.database.tenant(organizationId, (transaction) =>
          detachReportedMethod(transaction, connectionId, event.methodId, at),
        );
      case 'default_changed':
        return this.follow(connection, event, at);
      case 'customer_authorized':
        return this.customers.apply(connection, event, at);
      case 'page_expired':
        return undefined;
    }
  }

  /** A payment stays a success, whatever becomes of it later: that is recorded beside it (webhooks, amendments). */
  private async applyCharge(connection: ConnectionRow, event: Of<'charge'>, at: Instant): Promise<void> {
    const { organization_id: organizationId, id: connectionId, supports_3ds: supportsActions } = connection;
    const { charge, outcome, method, afterSuccess } = event;
    const { payment, isSuccess } = await this.database.tenant(organizationId, async (transaction) => {
      if (method) await updateReportedMethod(transaction, connectionId, method);
      const found = await findReportedPayment(transaction, connectionId, charge, outcome, at);
      if (!found) return { payment: undefined, isSuccess: false };
      const mayRequireAction = supportsActions || (await readChargePurpose(transaction, found)).mayRequireAction;
      const counts = isEffective(found, outcome, { mayRequireAction });
      return { payment: counts ? found : undefined, isSuccess: await hadSuccess(transaction, found) };
    });
    if (!payment) return;
    if (isSuccess && afterSuccess) return this.disputes.report(payment, afterSuccess);
    await this.outcomes.apply(organizationId, payment.id, outcome, 'event', at);
  }

  /** Refunds belong to a credit note, or give back a part of a payment without one. */
  private async applyRefund(connection: ConnectionRow, event: Of<'refund'>, at: Instant): Promise<void> {
    const { key, outcome } = event;
    await this.database.tenant(connection.organization_id, async (transaction) => {
      const refund =
        (await findRefundByProviderId(transaction, outcome.id)) ??
        (key !== null && isId(key) ? await findRefund(transaction, key) : undefined);
      if (refund) return applyRefund(transaction, refund, outcome, at);
      const part = await findReportedRefund(transaction, connection.id, event, at);
      if (part) await this.returns.apply(transaction, part.id, outcome, at);
    });
  }

  private async applyDispute(
    { organization_id: organizationId, id: connectionId }: ConnectionRow,
    { chargeId, ...report }: Of<'dispute'>,
  ): Promise<void> {
    const payment = await this.database.tenant(organizationId, (transaction) =>
      findByProviderId(transaction, connectionId, chargeId),
    );
    if (payment) await this.disputes.report(payment, report);
  }

  /** A default that is unknown here was entered at the provider itself. */
  private async follow(
    connection: ConnectionRow,
    { customerId, methodId }: Of<'default_changed'>,
    at: Instant,
  ): Promise<void> {
    if (methodId === null) return;
    const isKnown = await this.database.tenant(connection.organization_id, (transaction) =>
      followDefault(transaction, connection.id, { customerId, methodId }, at),
    );
    if (isKnown) return;
    const { provider, account } = this.providers.at(connection);
    const details = await provider.describeMethod(account, methodId);
    if (details === null) return;
    const method = { id: methodId, details, mandateId: null };
    await this.attach(connection, { kind: 'method_attached', customerId, method }, at);
  }

  /** The method becomes the customer's default here and at the provider. */
  private async attach(connection: ConnectionRow, event: Of<'method_attached'>, at: Instant): Promise<void> {
    const { organization_id: organizationId, id: connectionId } = connection;
    const customerId = await this.database.tenant(organizationId, (transaction) =>
      customerAtProvider(transaction, connectionId, event.customerId),
    );
    if (customerId === undefined) return;
    const { provider, account } = this.providers.at(connection);
    try {
      await provider.makeDefault(account, event.customerId, event.method.id);
    } catch (error) {
      // The method is gone again: an event about that follows.
      if (error instanceof ProviderRefused) return;
      throw error;
    }
    const details = event.method.details ?? (await provider.describeMethod(account, event.method.id));
    const method = { ...event.method, details };
    const attached = { connectionId, providerCustomerId: event.customerId, method };
    await this.database.tenant(organizationId, async (transaction) => {
      await attachMethod(transaction, customerId, attached, at);
    });
  }
}

/** Whether the provider made a payment: also one that went back, because no invoice needed it. */
const hadSuccess = async (
  transaction: TenantTransaction,
  { id, payment_status: status }: PaymentRow,
): Promise<boolean> =>
  status === 'succeeded' || (status === 'failed' && (await findReturn(transaction, id)) !== undefined);
