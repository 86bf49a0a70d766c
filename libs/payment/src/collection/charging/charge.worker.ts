import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { sql } from 'kysely';
import type { JobPayload } from '@tollgate/contracts';
import { Clock, Jobs, Passes, type Instant, type TenantTransaction, type Transaction } from '@tollgate/platform';
import { PaymentDatabase } from '../../payment.database.js';
import type { ChargeReference, ChargeRequest } from '../../providers/ports/charges.js';
import type { ChargeOutcome } from '../../providers/ports/outcomes.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { ProviderOutages } from '../../providers/provider-outages.js';
import { requestOnce } from '../../providers/repeated-requests.rules.js';
import { placeOfPayment, type PaymentPlace } from '../../model/connections/payment-connections.js';
import {
  findPayment,
  markRequested,
  updatePayment,
  type PaymentRow,
} from '../../model/payments/payments.repository.js';
import { findProviderCustomer } from '../../model/customers/provider-customers.repository.js';
import { readChargePurpose } from './charge-purpose.js';
import type { ChargePurpose } from './charge-purpose.rules.js';
import { canceled, chargeStep, methodTypesOf } from './charge-steps.rules.js';
import { ChargesService } from './charges.service.js';
import { beginWaiting, unbegunWaits } from './waiting-starts.js';
import { OutcomesService } from './outcomes.service.js';

const parallelJobs = 8;
const mostReconciled = 500;

/** A payment with what its request needs. */
interface LoadedCharge {
  payment: PaymentRow;
  place: PaymentPlace;
  purpose: ChargePurpose;
  /** The customer's id at the provider, and the ways to pay of its link. */
  customerId: string;
  methodTypes: readonly string[];
}

/**
 * Requests stored payments from providers and retries while an outcome is unknown; providers make each payment once.
 * It cancels payments that were called off.
 */
@Injectable()
export class ChargeWorker implements OnApplicationBootstrap {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly charges: ChargesService,
    private readonly outcomes: OutcomesService,
    private readonly providers: PaymentProviders,
    private readonly outages: ProviderOutages,
    private readonly passes: Passes,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.work('payment-charge', (payload) => this.charge(payload), parallelJobs);
    await this.jobs.reconcileEvery('payment-sweep', () => this.reconcile());
  }

  private async charge({
    organization_id: organizationId,
    payment_id: id,
  }: JobPayload<'payment-charge'>): Promise<void> {
    const loaded = await this.database.tenant(organizationId, (transaction) => load(transaction, id));
    if (!loaded) return;
    const at = await this.clock.now(organizationId);
    const step = chargeStep(loaded.payment);
    if (step === 'request') {
      const outcome = await this.request(loaded, at);
      if (outcome) await this.outcomes.apply(organizationId, id, outcome, 'answer', at);
    } else if (step === 'cancel') {
      const outcome = (await this.cancel(loaded)) ?? canceled;
      await this.outcomes.apply(organizationId, id, outcome, 'answer', at);
      // The provider has answered. A payment that it cannot cancel ends as every other.
      await this.database.tenant(organizationId, (transaction) =>
        updatePayment(transaction, id, { cancel_requested_at: null }),
      );
    }
  }

  /** @returns undefined for a payment that was called off meanwhile */
  private async request(loaded: LoadedCharge, at: Instant): Promise<ChargeOutcome | undefined> {
    const { payment, place, purpose, customerId, methodTypes } = loaded;
    const requestedAt = await this.database.tenant(payment.organization_id, (transaction) =>
      markRequested(transaction, payment.id),
    );
    if (!requestedAt) return undefined;
    const { ports, account } = this.providers.at(place.connection);
    const request: ChargeRequest = {
      key: payment.id,
      amountCents: payment.amount_cents,
      currency: payment.currency,
      customerId,
      methodId: place.method?.provider_method_id ?? null,
      methodTypes: place.method ? methodTypesOf(place.method) : methodTypes,
      ...purpose,
      at,
    };
    return this.outages.around(place.connection, () =>
      requestOnce(requestedAt.getTime(), Date.now(), {
        find: () => ports.charges.findCharge(account, referenceTo(loaded, requestedAt)),
        request: () => ports.charges.charge(account, request),
      }),
    );
  }

  /** @returns null when the provider has no such payment */
  private async cancel(loaded: LoadedCharge): Promise<ChargeOutcome | null> {
    const { payment, place } = loaded;
    if (!payment.requested_at) return null;
    const { ports, account } = this.providers.at(place.connection);
    const reference = referenceTo(loaded, payment.requested_at);
    return this.outages.around(place.connection, () => ports.charges.cancelCharge(account, reference));
  }

  /**
   * Begins payments whose message was lost, and queues pending ones again after the loss of their jobs. A parked payment
   * waits for an operator.
   */
  private async reconcile(): Promise<void> {
    await this.passes.steps('payment-sweep', {
      starts: () => this.beginStarts(),
      payments: () => this.queueWaiting(),
    });
  }

  private async beginStarts(): Promise<void> {
    await this.passes.each(
      {
        name: 'payment-sweep',
        failure: 'the payment of a start was not started; it stays due',
        about: ({ organization_id, id }) => ({ organization_id, invoice_id: id }),
      },
      await this.database.everyTenant(unbegunWaits),
      (wait) => this.beginAgain(wait),
    );
  }

  private async queueWaiting(): Promise<void> {
    await this.passes.each(
      {
        name: 'payment-sweep',
        failure: 'a payment was not queued; it stays due',
        about: ({ organization_id, id }) => ({ organization_id, payment_id: id }),
      },
      await this.database.everyTenant(waitingPayments),
      ({ organization_id, id }) => this.charges.queue(organization_id, id),
    );
  }

  private async beginAgain({ organization_id, id }: { organization_id: string; id: string }): Promise<void> {
    const at = await this.clock.now(organization_id);
    await this.database.tenant(organization_id, (transaction) => beginWaiting(transaction, id, at));
  }
}

async function load(transaction: TenantTransaction, id: string): Promise<LoadedCharge | null> {
  const payment = await findPayment(transaction, id);
  if (!payment || chargeStep(payment) === 'none') return null;
  const place = await placeOfPayment(transaction, payment);
  if (!place) return null;
  const link = place.method ? undefined : await findProviderCustomer(transaction, payment.customer_id);
  return {
    payment,
    place,
    purpose: await readChargePurpose(transaction, payment),
    customerId: place.method?.provider_customer_id ?? link?.provider_customer_id ?? '',
    methodTypes: link?.method_types ?? [],
  };
}

const referenceTo = ({ payment, customerId }: LoadedCharge, requestedAt: Date): ChargeReference => ({
  key: payment.id,
  id: payment.provider_payment_id,
  customerId,
  requestedAt: requestedAt.getTime(),
});

async function waitingPayments(transaction: Transaction): Promise<{ organization_id: string; id: string }[]> {
  const { rows } = await sql<{ organization_id: string; id: string }>`
    select organization_id, id from payment.payments payment
    where type = 'provider'
      and (payment_status = 'pending' or payment_status = 'processing' and cancel_requested_at is not null)
      and not exists (
        select from platform.parked
        where service = 'payment' and kind = 'job' and key = 'payment-charge/' || payment.id)
    order by id limit ${mostReconciled}
  `.execute(transaction);
  return rows;
}
