import { Injectable, type OnModuleInit } from '@nestjs/common';
import { customersKind, subscriptionsKind } from '@tollgate/contracts';
import { Clock, CommandBus, serveExports, tableReader } from '@tollgate/platform';
import { presentCustomers } from '../customers/resource/customer.presenter.js';
import { issuerIdsFor } from '../customers/resource/customers.service.js';
import { customersFound } from '../model/customers/customers-list.repository.js';
import { SubscriptionDatabase } from '../subscription.database.js';
import { presentSubscriptions } from '../subscriptions/resource/subscription.presenter.js';
import { exportedSubscriptions } from '../subscriptions/resource/subscriptions.list.js';

/** Exports customers and subscriptions, page by page (docs/concepts/data.md). */
@Injectable()
export class SubscriptionExportsService implements OnModuleInit {
  constructor(
    private readonly database: SubscriptionDatabase,
    readonly commands: CommandBus,
    readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    serveExports(this, 'subscription', [
      tableReader(this.database, customersKind, {
        table: 'subscription.customers',
        find: async (transaction, filters) =>
          customersFound(transaction, filters, await issuerIdsFor(transaction, filters.billing_entity_codes)),
        present: (transaction, rows) => presentCustomers(transaction, rows),
        selected: { customer: 'id', name: 'external_id' },
      }),
      tableReader(this.database, subscriptionsKind, {
        table: 'subscription.subscriptions',
        find: exportedSubscriptions,
        present: presentSubscriptions,
        selected: { customer: 'customer_id', name: 'external_id' },
      }),
    ]);
  }
}
