import { Injectable, type OnModuleInit } from '@nestjs/common';
import { dunningCampaignsKind, paymentReceiptsKind, paymentRequestsKind, paymentsKind } from '@tollgate/contracts';
import { Clock, CommandBus, serveExports, tableReader, type TenantTransaction } from '@tollgate/platform';
import { presentCampaigns } from '../collection/dunning/dunning-campaign.presenter.js';
import { campaignsFound } from '../model/dunning/dunning-campaigns.repository.js';
import { receiptsFound } from '../model/payments/payment-receipts.repository.js';
import { paymentsFound, searchedPayments } from '../model/payments/payments.repository.js';
import { restrictedBillingEntities, restrictedCustomers } from '../model/payments/restriction.repository.js';
import { requestsFound, type PaymentRequestRow } from '../model/requests/payment-requests.repository.js';
import { PaymentDatabase } from '../payment.database.js';
import { presentReceipts } from '../payments/receipts/payment-receipt.presenter.js';
import { presentRequests } from '../payments/requests/payment-request.presenter.js';
import { presentPayments } from '../payments/resource/payment.presenter.js';

/** Exports payments, receipts, payment requests and dunning campaigns, page by page (docs/concepts/data.md). */
@Injectable()
export class PaymentExportsService implements OnModuleInit {
  constructor(
    private readonly database: PaymentDatabase,
    readonly commands: CommandBus,
    readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    serveExports(this, 'payment', [
      tableReader(this.database, paymentsKind, {
        table: 'payment.payments',
        find: async (transaction, filters) => {
          const customerIds = await restrictedCustomers(transaction, filters.external_customer_id, undefined);
          return paymentsFound(transaction, await searchedPayments(transaction, filters), customerIds);
        },
        present: presentPayments,
      }),
      tableReader(this.database, paymentReceiptsKind, {
        table: 'payment.payment_receipts',
        find: receiptsFound,
        present: presentReceipts,
      }),
      tableReader(this.database, paymentRequestsKind, {
        table: 'payment.payment_requests',
        find: async (transaction, filters) =>
          requestsFound(transaction, filters, {
            customerIds: await restrictedCustomers(transaction, filters.external_customer_id, undefined),
            billingEntityIds: await restrictedBillingEntities(transaction, filters.billing_entity_codes),
          }),
        present: requestRecords,
      }),
      tableReader(this.database, dunningCampaignsKind, {
        table: 'payment.dunning_campaigns',
        find: campaignsFound,
        present: presentCampaigns,
      }),
    ]);
  }
}

/** Payment requests with the names of their invoices. */
async function requestRecords(transaction: TenantTransaction, rows: PaymentRequestRow[]): Promise<object[]> {
  const requests = await presentRequests(transaction, rows);
  return requests.map(({ invoices, ...request }) => ({
    ...request,
    invoice_ids: invoices.map(({ svc_id: id }) => id),
    invoice_numbers: invoices.map(({ number }) => number),
  }));
}
