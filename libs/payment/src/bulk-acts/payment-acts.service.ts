import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PaymentRequestCreate } from '@tollgate/contracts';
import { overdueBalances, readOverdueInvoices, readPayableInvoices } from '@tollgate/invoicing/reader';
import { CommandBus, Logger, NotFound, readRawInput, serveBulkActs, type BulkActOn } from '@tollgate/platform';
import { readExternalCustomerIds } from '@tollgate/subscription/reader';
import { InvoicePaymentsService } from '../collection/charging/invoice-payments.service.js';
import { PaymentDatabase } from '../payment.database.js';
import { PaymentRequestsService } from '../payments/requests/payment-requests.service.js';

/** Acts on many records that collect money, as their calls do (invoices, section 15). */
@Injectable()
export class PaymentActsService implements OnModuleInit {
  constructor(
    readonly database: PaymentDatabase,
    readonly commands: CommandBus,
    readonly logger: Logger,
    private readonly payments: InvoicePaymentsService,
    private readonly requests: PaymentRequestsService,
  ) {}

  onModuleInit(): void {
    serveBulkActs(this, 'payment', {
      'invoices.retry_payment': {
        alreadySo: ({ organizationId, ids }) => this.paidAmong(organizationId, ids),
        perform: ({ organizationId, id, once }) => this.payments.retry(organizationId, id, {}, once),
      },
      'customers.request_payment': {
        alreadySo: ({ organizationId, ids }) => this.withoutOverdue(organizationId, ids),
        perform: (on) => this.requestAll(on),
      },
    });
  }

  private async paidAmong(organizationId: string, ids: string[]): Promise<Set<string>> {
    const invoices = await this.database.tenant(organizationId, (transaction) => readPayableInvoices(transaction, ids));
    return new Set(invoices.filter(({ paymentStatus }) => paymentStatus === 'succeeded').map(({ id }) => id));
  }

  private async withoutOverdue(organizationId: string, ids: string[]): Promise<Set<string>> {
    const overdue = await this.database.tenant(organizationId, (transaction) =>
      overdueBalances(transaction).where('customer_id', 'in', ids).execute(),
    );
    const due = new Set(overdue.map(({ customer_id: id }) => id));
    return new Set(ids.filter((id) => !due.has(id)));
  }

  private async requestAll({ organizationId, id, once }: BulkActOn<'customers.request_payment'>): Promise<void> {
    const { externalId, invoices } = await this.database.tenant(organizationId, async (transaction) => ({
      externalId: (await readExternalCustomerIds(transaction, [id])).get(id),
      invoices: await readOverdueInvoices(transaction, id),
    }));
    if (externalId === undefined) throw new NotFound('customer');
    const request = { external_customer_id: externalId, svc_invoice_ids: invoices.map((invoice) => invoice.id) };
    await this.requests.create(organizationId, readRawInput(PaymentRequestCreate, request), once);
  }
}
