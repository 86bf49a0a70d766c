import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CommandAnswer, CommandRequest } from '@tollgate/contracts';
import { CommandBus, groupBy } from '@tollgate/platform';
import { subscriptionIdsNamed } from '@tollgate/subscription/reader';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { invoicedInstants } from '../../model/billed-usage/invoiced-instants.repository.js';

/** Finds the usage that comes too late for its invoice (metering, section 2.10). */
@Injectable()
export class InvoicedInstantsService implements OnModuleInit {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly commands: CommandBus,
  ) {}

  onModuleInit(): void {
    this.commands.handle('invoicing', 'usage.invoiced_among', (request) => this.among(request));
  }

  private async among({
    organization_id: organizationId,
    usage,
  }: CommandRequest<'usage.invoiced_among'>): Promise<CommandAnswer<'usage.invoiced_among'>> {
    const names = [...new Set(usage.map(({ external_subscription_id: name }) => name))];
    const places = await this.database.tenant(organizationId, async (transaction) => {
      const ids = groupBy(await subscriptionIdsNamed(transaction, names), ({ externalId }) => externalId);
      const instants = usage.flatMap(({ external_subscription_id: name, at }, place) =>
        (ids.get(name) ?? []).map(({ id }) => ({ place, subscriptionId: id, at })),
      );
      return invoicedInstants(transaction, instants);
    });
    return { places };
  }
}
