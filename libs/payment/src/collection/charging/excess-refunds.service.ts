import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Logger, Parked, type ParkedRow } from '@tollgate/platform';
import { PaymentDatabase } from '../../payment.database.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import {
  connectionsByIds,
  methodsByIds,
  type ConnectionRow,
} from '../../model/repositories/provider-connections.repository.js';
import { findPayment, updatePayment, type PaymentRow } from '../../model/repositories/payments.repository.js';
import type { ProviderError } from '../../model/tables/payments.tables.js';

const parkedRefund = 'refund';

/** Why a payment counts as failed although the provider made it. */
export const refunded: ProviderError = {
  message: 'Nothing was due any more; the payment was given back.',
  error_code: 'refunded',
};
export const refundFailed: ProviderError = {
  message: 'Nothing was due any more, and the provider did not give the payment back.',
  error_code: 'refund_failed',
};

/**
 * Refunds the part of a payment that no invoice needed, once. A refund that the provider refuses is parked, so an
 * operator sees the money.
 */
@Injectable()
export class ExcessRefunds implements OnModuleInit {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly providers: PaymentProviders,
    private readonly parked: Parked,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.parked.register('payment', parkedRefund, { retry: (item) => this.retry(item) });
  }

  /** @returns whether the provider gave it back */
  async refund(payment: PaymentRow, amountCents: bigint): Promise<boolean> {
    const error = await this.request(payment, amountCents);
    if (!error) return true;
    const { organization_id: organizationId, id: paymentId } = payment;
    this.logger.error('what was not needed of a payment was not given back', {
      organization_id: organizationId,
      payment_id: paymentId,
      provider_error: error,
    });
    await this.database.tenant(organizationId, (transaction) =>
      this.parked.park(transaction, {
        service: 'payment',
        kind: parkedRefund,
        organizationId,
        key: paymentId,
        reason: error.error_code,
        details: error.message,
        payload: { payment_id: paymentId, amount_cents: String(amountCents) },
      }),
    );
    return false;
  }

  private async retry({ organization_id: organizationId, payload }: ParkedRow): Promise<void> {
    const { payment_id: id, amount_cents: cents } = payload as { payment_id: string; amount_cents: string };
    const payment = await this.database.tenant(organizationId, (transaction) => findPayment(transaction, id));
    if (!payment) return;
    const error = await this.request(payment, BigInt(cents));
    if (error) throw new Error(`${error.error_code}: ${error.message}`);
    if (payment.payment_status !== 'failed') return;
    await this.database.tenant(organizationId, (transaction) =>
      updatePayment(transaction, id, { error: JSON.stringify(refunded) }),
    );
  }

  private async request(payment: PaymentRow, amountCents: bigint): Promise<ProviderError | null> {
    const connection = await this.connectionOf(payment);
    const account = { organizationId: payment.organization_id, connectionId: connection.id };
    const request = { key: payment.id, chargeKey: payment.id, amountCents };
    return (await this.providers.forConnection(connection).refund(account, request)).error;
  }

  private async connectionOf(payment: PaymentRow): Promise<ConnectionRow> {
    return this.database.tenant(payment.organization_id, async (transaction) => {
      const methodId = payment.payment_method_id ?? '';
      const method = (await methodsByIds(transaction, [methodId])).get(methodId);
      const connection =
        method && (await connectionsByIds(transaction, [method.connection_id])).get(method.connection_id);
      if (!connection) throw new Error(`payment ${payment.id} has no connection`);
      return connection;
    });
  }
}
