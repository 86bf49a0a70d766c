import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Logger, Parked, type ParkedRow } from '@tollgate/platform';
import { PaymentDatabase } from '../../payment.database.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { requestOnce } from '../../providers/repeated-requests.rules.js';
import { placeOfPayment } from '../../model/repositories/payment-connections.js';
import type { ConnectionRow } from '../../model/repositories/provider-connections.repository.js';
import { findPayment, updatePayment, type PaymentRow } from '../../model/repositories/payments.repository.js';
import type { ProviderError } from '../../model/tables/payments.tables.js';

const parkedRefund = 'refund';

/** Why a payment counts as failed although the provider made it. */
export const refunded = {
  message: 'Nothing was due any more; the payment was given back.',
  error_code: 'refunded',
} satisfies ProviderError;
export const refundFailed = {
  message: 'Nothing was due any more, and the provider did not give the payment back.',
  error_code: 'refund_failed',
} satisfies ProviderError;

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
    if (error) await this.park(payment, amountCents, error);
    return error === null;
  }

  /** Records that a refund failed which the provider had taken: the money is still there. */
  async fail(payment: PaymentRow, amountCents: bigint, error: ProviderError): Promise<void> {
    await this.park(payment, amountCents, error);
    if (payment.payment_status !== 'failed') return;
    await this.database.tenant(payment.organization_id, (transaction) =>
      updatePayment(transaction, payment.id, { error: JSON.stringify(refundFailed) }),
    );
  }

  private async park(payment: PaymentRow, amountCents: bigint, error: ProviderError): Promise<void> {
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
        reason: error.error_code ?? refundFailed.error_code,
        details: error.message,
        payload: { payment_id: paymentId, amount_cents: String(amountCents) },
      }),
    );
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

  /** A pending refund counts as given back; the provider reports its failure. */
  private async request(payment: PaymentRow, amountCents: bigint): Promise<ProviderError | null> {
    const { provider, account } = this.providers.at(await this.connectionOf(payment));
    const request = {
      key: payment.id,
      chargeKey: payment.id,
      chargeId: payment.provider_payment_id,
      amountCents,
      currency: payment.currency,
      reason: null,
    };
    const { error } = await requestOnce(payment.requested_at?.getTime() ?? null, Date.now(), {
      find: () => provider.findRefund(account, request),
      request: () => provider.refund(account, request),
    });
    return error;
  }

  private async connectionOf(payment: PaymentRow): Promise<ConnectionRow> {
    return this.database.tenant(payment.organization_id, async (transaction) => {
      const place = await placeOfPayment(transaction, payment);
      if (!place) throw new Error(`payment ${payment.id} has no connection`);
      return place.connection;
    });
  }
}
