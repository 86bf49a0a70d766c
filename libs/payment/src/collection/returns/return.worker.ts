import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Jobs, Passes } from '@tollgate/platform';
import { PaymentDatabase } from '../../payment.database.js';
import { waitingReturns } from '../../model/payments/returns.repository.js';
import { ReturnsService } from './returns.service.js';

const parallelJobs = 4;

/** Requests stored returns from providers and retries while an outcome is unknown; providers make each once. */
@Injectable()
export class ReturnWorker implements OnApplicationBootstrap {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly jobs: Jobs,
    private readonly returns: ReturnsService,
    private readonly passes: Passes,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.work(
      'payment-return',
      async ({ organization_id: organizationId, return_id: id }) => {
        await this.returns.request(organizationId, id);
      },
      parallelJobs,
    );
    await this.jobs.reconcileEvery('payment-return-sweep', () => this.reconcile());
  }

  /** Queues returns that have no job: their payment was completed by its message, or the process ended before. */
  private async reconcile(): Promise<void> {
    await this.passes.each(
      {
        name: 'payment-return-sweep',
        failure: 'a return was not queued; it stays due',
        about: ({ organization_id, id }) => ({ organization_id, return_id: id }),
      },
      await this.database.everyTenant(waitingReturns),
      ({ organization_id, id }) => this.returns.queue(organization_id, id),
    );
  }
}
