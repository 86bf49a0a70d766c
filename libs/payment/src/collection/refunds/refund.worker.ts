import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { JobPayload } from '@tollgate/contracts';
import { findCreditNoteResource } from '@tollgate/invoicing/reader';
import { Clock, Jobs, Passes, type TenantTransaction } from '@tollgate/platform';
import { PaymentDatabase } from '../../payment.database.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { findPayment } from '../../model/payments/payments.repository.js';
import { ProviderOutages } from '../../providers/provider-outages.js';
import { refundOnce } from '../../providers/refunded-once.js';
import { placeOfPayment } from '../../model/connections/payment-connections.js';
import { findPendingRefund, markRefundRequested, waitingRefunds } from '../../model/payments/refunds.repository.js';
import { applyRefund } from './refund-outcomes.js';
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
    private readonly outages: ProviderOutages,
    private readonly passes: Passes,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.work('payment-refund', (payload) => this.refund(payload), parallelJobs);
    await this.jobs.reconcileEvery('payment-refund-sweep', () => this.reconcile());
  }

  private async refund({
    organization_id: organizationId,
    credit_note_id: id,
  }: JobPayload<'payment-refund'>): Promise<void> {
    const loaded = await this.database.tenant(organizationId, (transaction) => load(transaction, id));
    if (!loaded) return;
    const { refund, payment, place, reason } = loaded;
    const request = {
      key: id,
      chargeKey: payment.id,
      chargeId: payment.provider_payment_id,
      amountCents: refund.amount_cents,
      currency: payment.currency,
      reason,
    };
    const requestedAt = await this.database.tenant(organizationId, (transaction) =>
      markRefundRequested(transaction, id),
    );
    const outcome = await this.outages.around(place.connection, () =>
      refundOnce(this.providers.at(place.connection), request, requestedAt),
    );
    const at = await this.clock.now(organizationId);
    await this.database.tenant(organizationId, (transaction) => applyRefund(transaction, refund, outcome, at));
  }

  /** Queues pending refunds again after the loss of their jobs. */
  private async reconcile(): Promise<void> {
    await this.passes.each(
      {
        name: 'payment-refund-sweep',
        failure: 'a refund was not queued; it stays due',
        about: ({ organization_id, credit_note_id }) => ({ organization_id, credit_note_id }),
      },
      await this.database.everyTenant(waitingRefunds),
      ({ organization_id, credit_note_id }) => this.refunds.queue(organization_id, credit_note_id),
    );
  }
}

/** Loads a refund without an answer of its provider, with the data of its request. */
async function load(transaction: TenantTransaction, creditNoteId: string) {
  const refund = await findPendingRefund(transaction, creditNoteId);
  if (!refund || refund.provider_refund_id !== null) return null;
  const payment = await findPayment(transaction, refund.payment_id);
  const place = payment && (await placeOfPayment(transaction, payment));
  const note = await findCreditNoteResource(transaction, creditNoteId);
  return place ? { refund, payment, place, reason: note?.reason ?? null } : null;
}
