import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  PaymentFilters,
  PaymentReceiptFilters,
  readQuery,
  type CommandAnswer,
  type CommandRequest,
  type Query,
  type QueryInput,
} from '@tollgate/contracts';
import { CommandBus, rowOf, ValidationFailed, walk, type TenantTransaction } from '@tollgate/platform';
import { currencyExponent } from '@tollgate/rating';
import { PaymentDatabase } from '../../payment.database.js';
import { receiptsFound } from '../../model/repositories/payment-receipts.repository.js';
import { paymentsFound, searchedPayments } from '../../model/repositories/payments.repository.js';
import { restrictedCustomers } from '../../model/repositories/restriction.repository.js';
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
  const filters = filtersOf(PaymentFilters, request);
  const customerIds = await restrictedCustomers(transaction, filters.external_customer_id, undefined);
  const query = paymentsFound(transaction, await searchedPayments(transaction, filters), customerIds);
  const { rows, total } = await walk(query, 'payment.payments', walkOf(request));
  const payments = await presentPayments(transaction, rows);
  return {
    columns: paymentColumns,
    rows: payments.map((payment) => rowOf(payment, paymentColumns, currencyExponent(payment.amount_currency))),
    ...progressOf(rows, request, total),
  };
}

async function receiptPage(transaction: TenantTransaction, request: Request): Promise<Page> {
  const query = receiptsFound(transaction, filtersOf(PaymentReceiptFilters, request));
  const { rows, total } = await walk(query, 'payment.payment_receipts', walkOf(request));
  const receipts = await presentReceipts(transaction, rows);
  return {
    columns: receiptColumns,
    rows: receipts.map((receipt) => rowOf(receipt, receiptColumns, currencyExponent(receipt.payment.amount_currency))),
    ...progressOf(rows, request, total),
  };
}

const walkOf = ({ after, until, limit }: Request) => ({ after, until: new Date(until), limit });

const progressOf = (rows: { id: string }[], { limit }: Request, total: number | null) => ({
  walked: rows.length,
  next: rows.length < limit ? null : (rows.at(-1)?.id ?? null),
  total,
});

function filtersOf<Q extends Query>(contract: Q, { filters }: Request): QueryInput<Q> {
  const read = readQuery(contract, filters);
  if ('errors' in read) throw new ValidationFailed(read.errors);
  return read.input as QueryInput<Q>;
}
