import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CustomerFilters, type CommandAnswer, type CommandRequest } from '@tollgate/contracts';
import { CommandBus, exportFiltersOf, exportProgressOf, exportWalkOf, rowOf, walk } from '@tollgate/platform';
import { presentCustomers } from '../resource/customer.presenter.js';
import { issuerIdsFor } from '../resource/customers.service.js';
import { customerColumns, customerPartColumns } from '../resource/file-columns.js';
import { customersFound } from '../../model/customers/customers-list.repository.js';
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

  private async page(request: CommandRequest<'export.page'>): Promise<CommandAnswer<'export.page'>> {
    const filters = exportFiltersOf(CustomerFilters, request);
    return this.database.tenant(request.organization_id, async (transaction) => {
      const entityIds = await issuerIdsFor(transaction, filters.billing_entity_codes);
      const query = customersFound(transaction, filters, entityIds);
      const { rows, total } = await walk(query, 'subscription.customers', exportWalkOf(request));
      const customers = await presentCustomers(transaction, rows);
      return {
        columns,
        rows: customers.map((customer) => rowOf(customer, columns)),
        ...exportProgressOf(rows, request, total),
      };
    });
  }
}
