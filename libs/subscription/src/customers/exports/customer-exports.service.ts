import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CustomerFilters, readQuery, type CommandAnswer, type CommandRequest } from '@tollgate/contracts';
import { CommandBus, rowOf, ValidationFailed, walk } from '@tollgate/platform';
import { presentCustomers } from '../resource/customer.presenter.js';
import { issuerIdsFor } from '../resource/customers.service.js';
import { customerColumns, customerPartColumns } from '../resource/file-columns.js';
import { customersFound } from '../../model/repositories/customers-list.repository.js';
import { SubscriptionDatabase } from '../../subscription.database.js';

/** Columns of customer files; imports accept those that requests accept. */
const columns = [
  'svc_id',
  ...customerColumns,
  'sequential_id',
  'slug',
  ...customerPartColumns,
  'metadata',
  'created_at',
  'updated_at',
];

/** Customers for exports, page by page (docs/concepts/data.md). */
@Injectable()
export class CustomerExportsService implements OnModuleInit {
  constructor(
    private readonly database: SubscriptionDatabase,
    private readonly commands: CommandBus,
  ) {}

  onModuleInit(): void {
    this.commands.handle('subscription', 'export.page', (request) => this.page(request));
  }

  private async page({
    organization_id: organizationId,
    filters,
    after,
    until,
    limit,
  }: CommandRequest<'export.page'>): Promise<CommandAnswer<'export.page'>> {
    const read = readQuery(CustomerFilters, filters);
    if ('errors' in read) throw new ValidationFailed(read.errors);
    return this.database.tenant(organizationId, async (transaction) => {
      const entityIds = await issuerIdsFor(transaction, read.input.billing_entity_codes);
      const { rows, total } = await walk(customersFound(transaction, read.input, entityIds), 'subscription.customers', {
        after,
        until: new Date(until),
        limit,
      });
      const customers = await presentCustomers(transaction, rows);
      return {
        columns,
        rows: customers.map((customer) => rowOf(customer, columns)),
        walked: rows.length,
        next: rows.length < limit ? null : (rows.at(-1)?.id ?? null),
        total,
      };
    });
  }
}
