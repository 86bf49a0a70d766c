import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { JobPayload } from '@tollgate/contracts';
import { Clock, Jobs } from '@tollgate/platform';
import { PaymentDatabase } from '../../payment.database.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { findPayment } from '../../model/repositories/payments.repository.js';
import { connectionsByIds, methodsByIds } from '../../model/repositories/provider-connections.repository.js';
import { endRefund, findPendingRefund, waitingRefunds } from '../../model/repositories/refunds.repository.js';
import { RefundsService } from './refunds.service.js';

const parallelJobs = 4;

/** Requests stored refunds from providers and retries while an outcome is unknown; providers make each refund once. */
@Injectable()
export class RefundWorker implements OnApplicationBootstrap {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly refunds: RefundsService,
    private readonly providers: PaymentProviders,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.work('payment-refund', (payload) => this.refund(payload), parallelJobs);
    await this.jobs.reconcileEvery('payment-refund-sweep', () => this.reconcile());
  }

  private async refund({
    organization_id: organizationId,
    credit_note_id: id,
  }: JobPayload<'payment-refund'>): Promise<void> {
    const loaded = await this.database.tenant(organizationId, async (transaction) => {
      const refund = await findPendingRefund(transaction, id);
      const payment = refund && (await findPayment(transaction, refund.payment_id));
      const methodId = payment?.payment_method_id;
      const method = methodId ? (await methodsByIds(transaction, [methodId])).get(methodId) : undefined;
      const connection =
        method && (await connectionsByIds(transaction, [method.connection_id])).get(method.connection_id);
      return refund && connection ? { refund, connection } : null;
    });
    if (!loaded) return;
    const { refund, connection } = loaded;
    const at = await this.clock.now(organizationId);
    const { error } = await this.providers
      .forConnection(connection)
      .refund(
        { organizationId, connectionId: connection.id },
        { key: id, chargeKey: refund.payment_id, amountCents: refund.amount_cents },
      );
    const status = error ? 'failed' : 'succeeded';
    await this.database.tenant(organizationId, async (transaction) => {
      if (!(await endRefund(transaction, id, { status, error: error && JSON.stringify(error) }))) return;
      const { customer_id: customerId, payment_id: paymentId } = refund;
      await transaction.append('credit_note.refunded', customerId, { credit_note_id: id, status }, at);
      if (!error) return;
      const failure = { credit_note_id: id, payment_id: paymentId, provider_error: error };
      await transaction.append('credit_note.refund_failure', customerId, failure, at);
    });
  }

  /** Queues pending refunds again after the loss of their jobs. */
  private async reconcile(): Promise<void> {
    for (const { organization_id, credit_note_id } of await this.database.everyTenant(waitingRefunds))
      await this.refunds.queue(organization_id, credit_note_id);
  }
}
