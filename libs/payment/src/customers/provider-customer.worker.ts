import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { CommandRequest, JobPayload } from '@tollgate/contracts';
import { Clock, CommandBus, Jobs, Passes } from '@tollgate/platform';
import { PaymentDatabase } from '../payment.database.js';
import { ProviderOutages } from '../providers/provider-outages.js';
import { dueProviderCustomers, findProviderCustomer } from '../model/customers/provider-customers.repository.js';
import { CustomerRemovals } from './customer-removals.service.js';
import { ProviderCustomersService } from './provider-customers.service.js';

const parallelJobs = 4;

/** Keeps customers at providers in step, and removes deleted ones, in the background or at once for a call that waits for it. */
@Injectable()
export class ProviderCustomerWorker implements OnApplicationBootstrap {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly commands: CommandBus,
    private readonly customers: ProviderCustomersService,
    private readonly removals: CustomerRemovals,
    private readonly outages: ProviderOutages,
    private readonly passes: Passes,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.commands.handle('payment', 'customer.sync_with_provider', (request) => this.syncNow(request));
    this.jobs.work('payment-customer', (payload) => this.sync(payload), parallelJobs);
    await this.jobs.reconcileEvery('payment-customer-sweep', () => this.reconcile());
  }

  private async sync({
    organization_id: organizationId,
    customer_id: customerId,
  }: JobPayload<'payment-customer'>): Promise<void> {
    const at = await this.clock.now(organizationId);
    const link = await this.database.tenant(organizationId, (transaction) =>
      findProviderCustomer(transaction, customerId),
    );
    if (!link) return;
    await this.outages.around({ id: link.connection_id }, async () => {
      if (await this.removals.run(organizationId, customerId, at)) return;
      await this.customers.sync(organizationId, customerId, at);
    });
  }

  /** The message of the change may come later: it finds the work done. */
  private async syncNow({
    organization_id: organizationId,
    customer_id: customerId,
  }: CommandRequest<'customer.sync_with_provider'>): Promise<Record<string, never>> {
    const at = await this.clock.now(organizationId);
    await this.database.tenant(organizationId, (transaction) => this.customers.note(transaction, customerId, at));
    await this.customers.sync(organizationId, customerId, at);
    return {};
  }

  /** Queues links again whose jobs are lost. */
  private async reconcile(): Promise<void> {
    await this.passes.each(
      {
        name: 'payment-customer-sweep',
        failure: 'the link of a customer was not queued; it stays due',
        about: ({ organization_id, customer_id }) => ({ organization_id, customer_id }),
      },
      await this.database.everyTenant(dueProviderCustomers),
      ({ organization_id, customer_id }) => this.customers.queue(organization_id, customer_id),
    );
  }
}
