import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ReturnedPart } from '@tollgate/contracts';
import {
  clearInFlight,
  Clock,
  Jobs,
  Parked,
  type Instant,
  type ParkedRow,
  type TenantTransaction,
} from '@tollgate/platform';
import { centsNumber } from '@tollgate/rating';
import { PaymentDatabase } from '../../payment.database.js';
import { placeOfPayment } from '../../model/connections/payment-connections.js';
import { invoicesOfRequests } from '../../model/requests/payment-requests.repository.js';
import { findPayment, updatePayment, type PaymentRow } from '../../model/payments/payments.repository.js';
import {
  findReturn,
  insertReturn,
  lockReturn,
  markReturnRequested,
  renewReturn,
  updateReturn,
  workOfReturn,
  type ReturnRow,
} from '../../model/payments/returns.repository.js';
import type { ProviderError } from '../../model/payments/payments.tables.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import type { RefundOutcome } from '../../providers/ports/outcomes.js';
import { ProviderOutages } from '../../providers/provider-outages.js';
import { refundOnce } from '../../providers/refunded-once.js';
import { nextStatus } from './refund-states.rules.js';

const parkedRefund = 'refund';

/** Why a payment counts as failed although the provider made it. */
export const returned = {
  message: 'The invoice had no amount due; the payment was refunded.',
  error_code: 'refunded',
} satisfies ProviderError;
const returnFailed = {
  message: 'Nothing was due any more, and the provider did not give the payment back.',
  error_code: 'refund_failed',
} satisfies ProviderError;

/**
 * Gives back what no invoice needed of payments, and publishes the end of each part that goes back without a credit
 * note. A part that the provider does not give back is parked, so an operator sees the money.
 */
@Injectable()
export class ReturnsService implements OnModuleInit {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly providers: PaymentProviders,
    private readonly outages: ProviderOutages,
    private readonly parked: Parked,
  ) {}

  onModuleInit(): void {
    this.parked.register('payment', parkedRefund, { retry: (item) => this.retry(item) });
  }

  /** Queues the job that requests a stored return from its provider. */
  async queue(organizationId: string, id: string): Promise<void> {
    const payload = { organization_id: organizationId, request_id: null, return_id: id };
    await this.jobs.add('payment-return', payload, { id });
    await this.database.tenant(organizationId, (transaction) => clearInFlight(transaction, workOfReturn(id)));
  }

  /** Requests a return that no provider has answered yet, once. @returns why it failed; null otherwise */
  async request(organizationId: string, id: string): Promise<ProviderError | null> {
    const loaded = await this.database.tenant(organizationId, (transaction) => load(transaction, id));
    if (!loaded) return null;
    const { row, payment, place } = loaded;
    const requestedAt = await this.database.tenant(organizationId, (transaction) =>
      markReturnRequested(transaction, id),
    );
    const request = {
      key: row.request_key,
      chargeKey: payment.id,
      chargeId: payment.provider_payment_id,
      amountCents: row.amount_cents,
      currency: payment.currency,
      reason: null,
    };
    const outcome = await this.outages.around(place.connection, () =>
      refundOnce(this.providers.at(place.connection), request, requestedAt),
    );
    const at = await this.clock.now(organizationId);
    await this.database.tenant(organizationId, (transaction) => this.apply(transaction, id, outcome, at));
    return outcome.error;
  }

  /**
   * Applies what a provider answers about a return, or reports later. A success is published, and a failure too, also
   * after a success. @param at the organization's time, Unix ms
   */
  async apply(transaction: TenantTransaction, id: string, outcome: RefundOutcome, at: Instant): Promise<void> {
    const row = await lockReturn(transaction, id);
    if (!row) return;
    const providerRefundId = outcome.id ?? row.provider_refund_id;
    const status = nextStatus(row.status, outcome.status);
    if (status === null)
      return updateReturn(transaction, id, { status: row.status, providerRefundId, error: row.error });
    const { error } = outcome;
    await updateReturn(transaction, id, { status, providerRefundId, error });
    const payment = await findPayment(transaction, row.payment_id);
    if (!payment) return;
    const refund = shownRefund({ ...row, provider_refund_id: providerRefundId }, payment, { status, error });
    const type = status === 'succeeded' ? 'payment.refunded' : 'payment.refund_failure';
    await transaction.append(type, row.customer_id, { payment_id: payment.id, return_id: id, refund }, at);
    if (row.origin === 'provider')
      return status === 'succeeded' ? recordActivities(transaction, payment, at) : undefined;
    const reason = status === 'succeeded' ? returned : returnFailed;
    if (payment.payment_status === 'failed')
      await updatePayment(transaction, payment.id, { error: JSON.stringify(reason) });
    if (status === 'failed') await this.park(transaction, row, error ?? returnFailed);
  }

  private async park(transaction: TenantTransaction, row: ReturnRow, error: ProviderError): Promise<void> {
    await this.parked.park(transaction, {
      service: 'payment',
      kind: parkedRefund,
      organizationId: row.organization_id,
      key: row.payment_id,
      reason: error.error_code ?? returnFailed.error_code,
      details: error.message,
      payload: { payment_id: row.payment_id, amount_cents: String(row.amount_cents) },
    });
  }

  /** Requests a failed return again, under another key. Items of an earlier version have no return yet. */
  private async retry({ organization_id: organizationId, payload }: ParkedRow): Promise<void> {
    const { payment_id: id, amount_cents: cents } = payload as { payment_id: string; amount_cents: string };
    const at = await this.clock.now(organizationId);
    await this.database.tenant(organizationId, async (transaction) => {
      const payment = await findPayment(transaction, id);
      if (!payment) return;
      await insertReturn(transaction, {
        ...olderReturn(payment),
        amount_cents: BigInt(cents),
        created_at: new Date(at),
      });
      await renewReturn(transaction, id);
    });
    const error = await this.request(organizationId, id);
    if (error) throw new Error(`${error.error_code}: ${error.message}`);
  }
}

const olderReturn = ({ id, organization_id, customer_id }: PaymentRow) => ({
  id,
  organization_id,
  customer_id,
  payment_id: id,
  origin: 'not_due' as const,
  request_key: id,
  provider_refund_id: null,
});

/** Records at the invoices of a payment that people refunded it at the provider. */
async function recordActivities(transaction: TenantTransaction, payment: PaymentRow, at: Instant): Promise<void> {
  const { payable_type: type, payable_id: id, customer_id: customerId } = payment;
  const invoiceIds = type === 'Invoice' ? [id] : ((await invoicesOfRequests(transaction, [id])).get(id) ?? []);
  for (const invoiceId of invoiceIds)
    await transaction.append('invoice.payment_refunded_externally', customerId, { invoice_id: invoiceId }, at);
}

/** Loads a return without an answer of its provider, with the data of its request. */
async function load(transaction: TenantTransaction, id: string) {
  const row = await findReturn(transaction, id);
  if (row?.status !== 'pending' || row.provider_refund_id !== null) return null;
  const payment = await findPayment(transaction, row.payment_id);
  const place = payment && (await placeOfPayment(transaction, payment));
  return place ? { row, payment, place } : null;
}

/** A return that succeeded or failed, as webhooks show it. */
function shownRefund(
  { origin, amount_cents: cents, provider_refund_id: refundId }: ReturnRow,
  { currency }: PaymentRow,
  { status, error }: { status: 'succeeded' | 'failed'; error: ProviderError | null },
): ReturnedPart['refund'] {
  return {
    amount_cents: centsNumber(cents),
    amount_currency: currency,
    origin,
    status,
    provider_refund_id: refundId,
    provider_error: error && { message: error.message, error_code: error.error_code },
  };
}
