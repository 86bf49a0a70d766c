import { Injectable } from '@nestjs/common';
import { CommandBus, isId, Logger, type Instant } from '@tollgate/platform';
import { PaymentDatabase } from '../payment.database.js';
import { readChargePurpose } from '../collection/charging/charge-purpose.js';
import { ExcessRefunds } from '../collection/charging/excess-refunds.service.js';
import { OutcomesService } from '../collection/charging/outcomes.service.js';
import { applyRefund } from '../collection/refunds/refund-outcomes.js';
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
import { invoicesOfRequests } from '../model/repositories/payment-requests.repository.js';
import { findByProviderId, findPayment, type PaymentRow } from '../model/repositories/payments.repository.js';
import type { ConnectionRow } from '../model/repositories/provider-connections.repository.js';
import { customerAtProvider } from '../model/repositories/provider-customers.repository.js';
import { findPendingRefund, findRefundByProviderId } from '../model/repositories/refunds.repository.js';
import { isEffective } from './reported-payments.rules.js';
import { findReportedPayment } from './reported-payments.js';

type Of<K extends ProviderEvent['kind']> = Extract<ProviderEvent, { kind: K }>;

/**
 * Applies the events of providers (webhooks, section 11.6). Each effect may run twice: a success is final, and
 * what is unknown here is ignored.
 */
@Injectable()
export class EventEffects {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly providers: PaymentProviders,
    private readonly outcomes: OutcomesService,
    private readonly excessRefunds: ExcessRefunds,
    private readonly customers: AuthorizedCustomers,
    private readonly commands: CommandBus,
    private readonly logger: Logger,
  ) {}

  /** @param at the organization's time, Unix ms */
  async apply(connection: ConnectionRow, event: ProviderEvent, at: Instant): Promise<void> {
    const { organization_id: organizationId, id: connectionId } = connection;
    switch (event.kind) {
      case 'charge':
        return this.applyCharge(connection, event, at);
      case 'refund':
        return this.applyRefund(organizationId, event, at);
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

  /** A payment that succeeded and was taken back later stays a success, as a lost dispute (webhooks, section 10.3). */
  private async applyCharge(connection: ConnectionRow, event: Of<'charge'>, at: Instant): Promise<void> {
    const { organization_id: organizationId, id: connectionId, supports_3ds: supportsActions } = connection;
    const { charge, outcome, method, takenBack } = event;
    const payment = await this.database.tenant(organizationId, async (transaction) => {
      if (method) await updateReportedMethod(transaction, connectionId, method);
      const found = await findReportedPayment(transaction, connectionId, charge, outcome, at);
      if (!found) return undefined;
      const mayRequireAction = supportsActions || (await readChargePurpose(transaction, found)).mayRequireAction;
      return isEffective(found, outcome, { mayRequireAction }) ? found : undefined;
    });
    if (payment?.payment_status === 'succeeded' && takenBack)
      return this.applyDispute(connection, { kind: 'dispute', chargeId: charge.id, status: 'lost', ...takenBack });
    if (payment) await this.outcomes.apply(organizationId, payment.id, outcome, 'event', at);
  }

  /** A refund without a credit note gave back what was not needed of a payment: its failure is for an operator. */
  private async applyRefund(
    organizationId: string,
    { key, amountCents, outcome }: Of<'refund'>,
    at: Instant,
  ): Promise<void> {
    const excess = await this.database.tenant(organizationId, async (transaction) => {
      const refund =
        (await findRefundByProviderId(transaction, outcome.id)) ??
        (key === null ? undefined : await findPendingRefund(transaction, key));
      if (refund) await applyRefund(transaction, refund, outcome, at);
      const isExcess = !refund && outcome.error !== null && key !== null && isId(key);
      return isExcess ? findPayment(transaction, key) : undefined;
    });
    if (excess && outcome.error) await this.excessRefunds.fail(excess, amountCents, outcome.error);
  }

  /** A lost dispute is recorded at each invoice of the payment; an open or a won one changes nothing. */
  private async applyDispute(
    { organization_id: organizationId, id: connectionId }: ConnectionRow,
    { chargeId, status, reason, at }: Of<'dispute'>,
  ): Promise<void> {
    const { payment, invoiceIds } = await this.database.tenant(organizationId, async (transaction) => {
      const found = await findByProviderId(transaction, connectionId, chargeId);
      const ofRequest =
        found?.payable_type === 'PaymentRequest'
          ? (await invoicesOfRequests(transaction, [found.payable_id])).get(found.payable_id)
          : undefined;
      return { payment: found, invoiceIds: found ? (ofRequest ?? [found.payable_id]) : [] };
    });
    if (!payment) return;
    if (status !== 'lost') return this.reportDispute(payment, status, reason);
    for (const invoiceId of invoiceIds)
      await this.commands.send(
        'invoicing',
        'invoice.lose_dispute',
        { organization_id: organizationId, invoice_id: invoiceId, reason, at },
        `dispute-${payment.id}-${invoiceId}`,
      );
  }

  private reportDispute(payment: PaymentRow, status: 'opened' | 'won', reason: string | null): void {
    this.logger.info('a payer disputes a payment', {
      organization_id: payment.organization_id,
      payment_id: payment.id,
      status,
      reason,
    });
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
