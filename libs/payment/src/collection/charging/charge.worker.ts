import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { sql } from 'kysely';
import type { JobPayload } from '@tollgate/contracts';
import { Clock, Jobs, Logger, type Transaction } from '@tollgate/platform';
import { PaymentDatabase } from '../../payment.database.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { connectionsByIds, methodsByIds } from '../../model/repositories/provider-connections.repository.js';
import { findPayment } from '../../model/repositories/payments.repository.js';
import { ChargesService } from './charges.service.js';
import { beginWaiting, unbegunWaits } from './waiting-starts.js';
import { OutcomesService } from './outcomes.service.js';

const parallelJobs = 8;
const mostReconciled = 500;

/**
 * Requests stored payments from providers and retries while an outcome is unknown; providers make each payment once.
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
    private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.work('payment-charge', (payload) => this.charge(payload), parallelJobs);
    await this.jobs.reconcileEvery('payment-sweep', () => this.reconcile());
  }

  private async charge({
    organization_id: organizationId,
    payment_id: id,
  }: JobPayload<'payment-charge'>): Promise<void> {
    const loaded = await this.database.tenant(organizationId, async (transaction) => {
      const payment = await findPayment(transaction, id);
      const methodId = payment?.payment_method_id ?? '';
      const method = (await methodsByIds(transaction, methodId === '' ? [] : [methodId])).get(methodId);
      const connection =
        method && (await connectionsByIds(transaction, [method.connection_id])).get(method.connection_id);
      return payment?.payment_status === 'pending' && method && connection ? { payment, method, connection } : null;
    });
    if (!loaded) return;
    const { payment, method, connection } = loaded;
    const at = await this.clock.now(organizationId);
    const outcome = await this.providers.forConnection(connection).charge(
      { organizationId, connectionId: connection.id },
      {
        key: payment.id,
        amountCents: payment.amount_cents,
        currency: payment.currency,
        customerId: method.provider_customer_id,
        methodId: method.provider_method_id,
        at,
      },
    );
    await this.outcomes.apply(organizationId, id, outcome, 'answer', at);
  }

  /**
   * Begins payments whose message was lost, and queues pending ones again after the loss of their jobs. A parked payment
   * waits for an operator.
   */
  private async reconcile(): Promise<void> {
    for (const wait of await this.database.everyTenant(unbegunWaits))
      await this.beginAgain(wait).catch((error: unknown) =>
        this.logger.error('the payment of a start was not begun; it stays due', {
          organization_id: wait.organization_id,
          invoice_id: wait.id,
          error,
        }),
      );
    for (const { organization_id, id } of await this.database.everyTenant(waitingPayments))
      await this.charges.queue(organization_id, id);
  }

  private async beginAgain({ organization_id, id }: { organization_id: string; id: string }): Promise<void> {
    const at = await this.clock.now(organization_id);
    await this.database.tenant(organization_id, (transaction) => beginWaiting(transaction, id, at));
  }
}

async function waitingPayments(transaction: Transaction): Promise<{ organization_id: string; id: string }[]> {
  const { rows } = await sql<{ organization_id: string; id: string }>`
    select organization_id, id from payment.payments payment
    where type = 'provider' and payment_status = 'pending' and not exists (
      select from platform.parked where service = 'payment' and kind = 'job' and key = 'payment-charge/' || payment.id)
    order by id limit ${mostReconciled}
  `.execute(transaction);
  return rows;
}
