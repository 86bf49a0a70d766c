import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  FeeFilters,
  InvoiceFilters,
  readQuery,
  UsageExportFilters,
  type CommandAnswer,
  type CommandRequest,
  type Query,
  type QueryInput,
} from '@tollgate/contracts';
import { CommandBus, rowOf, ValidationFailed, walk, type TenantTransaction } from '@tollgate/platform';
import { presentFees } from '../../documents/fees/fee.presenter.js';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { presentInvoices } from '../../documents/invoices/invoice.presenter.js';
import { restrictFees } from '../../documents/fees/fees.service.js';
import { feesFound } from '../../model/repositories/fees.repository.js';
import { invoicesFound } from '../../model/repositories/invoices.repository.js';
import { restrict } from '../../model/repositories/restriction.repository.js';
import { feeColumns, invoiceColumns } from './exported-columns.js';
import { UsageExports } from './usage-exports.js';

type Request = CommandRequest<'export.page'>;
type Page = CommandAnswer<'export.page'>;

/** Exports invoices, fees and usage, page by page (docs/concepts/data.md). */
@Injectable()
export class InvoicingExportsService implements OnModuleInit {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly usage: UsageExports,
    private readonly commands: CommandBus,
  ) {}

  onModuleInit(): void {
    this.commands.handle('invoicing', 'export.page', (request) => this.page(request));
  }

  private async page(request: Request): Promise<Page> {
    if (request.resource_type === 'usage') return this.usage.page(request, filtersOf(UsageExportFilters, request));
    return this.database.tenant(request.organization_id, (transaction) =>
      request.resource_type === 'fees' ? feePage(transaction, request) : invoicePage(transaction, request),
    );
  }
}

function filtersOf<Q extends Query>(contract: Q, { filters }: Request): QueryInput<Q> {
  const read = readQuery(contract, filters);
  if ('errors' in read) throw new ValidationFailed(read.errors);
  return read.input as QueryInput<Q>;
}

const walkOf = ({ after, until, limit }: Request) => ({ after, until: new Date(until), limit });

const nextOf = (rows: { id: string }[], { limit }: Request): string | null =>
  rows.length < limit ? null : (rows.at(-1)?.id ?? null);

async function invoicePage(transaction: TenantTransaction, request: Request): Promise<Page> {
  const filters = filtersOf(InvoiceFilters, request);
  const query = invoicesFound(transaction, filters, await restrict(transaction, filters, undefined));
  const { rows, total } = await walk(query, 'invoicing.invoices', walkOf(request));
  const invoices = await presentInvoices(transaction, rows);
  return {
    columns: invoiceColumns,
    rows: invoices.map((invoice) => rowOf(invoice, invoiceColumns)),
    walked: rows.length,
    next: nextOf(rows, request),
    total,
  };
}

async function feePage(transaction: TenantTransaction, request: Request): Promise<Page> {
  const filters = filtersOf(FeeFilters, request);
  const query = feesFound(transaction, filters, await restrictFees(transaction, filters));
  const { rows, total } = await walk(query, 'invoicing.fees', walkOf(request));
  const fees = await presentFees(transaction, rows);
  return {
    columns: feeColumns,
    rows: fees.map((fee) => rowOf(fee, feeColumns)),
    walked: rows.length,
    next: nextOf(rows, request),
    total,
  };
}
