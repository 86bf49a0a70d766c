import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PaymentFilters, PaymentReceiptFilters, type CommandAnswer, type CommandRequest } from '@tollgate/contracts';
import {
  CommandBus,
  exportFiltersOf,
  exportProgressOf,
  exportWalkOf,
  rowOf,
  walk,
  type TenantTransaction,
} from '@tollgate/platform';
import { currencyExponent } from '@tollgate/rating';
import { PaymentDatabase } from '../../payment.database.js';
import { receiptsFound } from '../../model/payments/payment-receipts.repository.js';
import { paymentsFound, searchedPayments } from '../../model/payments/payments.repository.js';
import { restrictedCustomers } from '../../model/payments/restriction.repository.js';
import { presentReceipts } from '../receipts/payment-receipt.presenter.js';
import { presentPayments } from '../resource/payment.presenter.js';
import { paymentColumns, receiptColumns } from './exported-columns.js';

type Request = CommandRequest<'export.page'>;
type Page = CommandAnswer<'export.page'>;

/** Exports payments and receipts, page by page (docs/concepts/data.md). */
@Injectable()
export class PaymentExportsService implements OnModuleInit {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly commands: CommandBus,
  ) {}

  onModuleInit(): void {
    this.commands.handle('payment', 'export.page', (request) =>
      this.database.tenant(request.organization_id, (transaction) =>
        request.resource_type === 'payments' ? paymentPage(transaction, request) : receiptPage(transaction, request),
      ),
    );
  }
}

async function paymentPage(transaction: TenantTransaction, request: Request): Promise<Page> {
  const filters = exportFiltersOf(PaymentFilters, request);
  const customerIds = await restrictedCustomers(transaction, filters.external_customer_id, undefined);
  const query = paymentsFound(transaction, await searchedPayments(transaction, filters), customerIds);
  const { rows, total } = await walk(query, 'payment.payments', exportWalkOf(request));
  const payments = await presentPayments(transaction, rows);
  return {
    columns: paymentColumns,
    rows: payments.map((payment) => rowOf(payment, paymentColumns, currencyExponent(payment.amount_currency))),
    ...exportProgressOf(rows, request, total),
  };
}

async function receiptPage(transaction: TenantTransaction, request: Request): Promise<Page> {
  const query = receiptsFound(transaction, exportFiltersOf(PaymentReceiptFilters, request));
  const { rows, total } = await walk(query, 'payment.payment_receipts', exportWalkOf(request));
  const receipts = await presentReceipts(transaction, rows);
  return {
    columns: receiptColumns,
    rows: receipts.map((receipt) => rowOf(receipt, receiptColumns, currencyExponent(receipt.payment.amount_currency))),
    ...exportProgressOf(rows, request, total),
  };
}
