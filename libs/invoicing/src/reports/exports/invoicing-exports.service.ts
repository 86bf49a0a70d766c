import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  CreditNoteFilters,
  FeeFilters,
  InvoiceFilters,
  TaxExportFilters,
  UsageExportFilters,
  type CommandAnswer,
  type CommandRequest,
} from '@tollgate/contracts';
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
import { presentCreditNotes } from '../../documents/credit-notes/credit-note.presenter.js';
import { presentFees } from '../../documents/fees/fee.presenter.js';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { presentInvoices } from '../../documents/invoices/invoice.presenter.js';
import { restrictFees } from '../../documents/fees/fees.service.js';
import { notesFound } from '../../model/credit-notes/credit-notes.repository.js';
import { feesFound } from '../../model/fees/fees.repository.js';
import { invoicesFound } from '../../model/invoices/invoices.repository.js';
import { restrict } from '../../model/invoices/restriction.repository.js';
import { creditNoteColumns, feeColumns, invoiceColumns } from './exported-columns.js';
import { taxPage } from './tax-exports.js';
import { UsageExports } from './usage-exports.js';

type Request = CommandRequest<'export.page'>;
type Page = CommandAnswer<'export.page'>;

/** Exports invoices, credit notes, their taxes, fees and usage, page by page (docs/concepts/data.md). */
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
    if (request.resource_type === 'usage')
      return this.usage.page(request, exportFiltersOf(UsageExportFilters, request));
    const read = pages[request.resource_type];
    if (!read) throw new Error(`${request.resource_type} are not exported here`);
    return this.database.tenant(request.organization_id, (transaction) => read(transaction, request));
  }
}

type ReadPage = (transaction: TenantTransaction, request: Request) => Promise<Page>;

const pages: Partial<Record<Request['resource_type'], ReadPage>> = {
  invoices: invoicePage,
  fees: feePage,
  credit_notes: creditNotePage,
  taxes: async (transaction, request) => taxPage(transaction, request, exportFiltersOf(TaxExportFilters, request)),
};

async function invoicePage(transaction: TenantTransaction, request: Request): Promise<Page> {
  const filters = exportFiltersOf(InvoiceFilters, request);
  const query = invoicesFound(transaction, filters, await restrict(transaction, filters, undefined));
  const { rows, total } = await walk(query, 'invoicing.invoices', exportWalkOf(request));
  const invoices = await presentInvoices(transaction, rows);
  return {
    columns: invoiceColumns,
    rows: invoices.map((invoice) => rowOf(invoice, invoiceColumns, currencyExponent(invoice.currency))),
    ...exportProgressOf(rows, request, total),
  };
}

async function feePage(transaction: TenantTransaction, request: Request): Promise<Page> {
  const filters = exportFiltersOf(FeeFilters, request);
  const query = feesFound(transaction, filters, await restrictFees(transaction, filters));
  const { rows, total } = await walk(query, 'invoicing.fees', exportWalkOf(request));
  const fees = await presentFees(transaction, rows);
  return {
    columns: feeColumns,
    rows: fees.map((fee) => rowOf(fee, feeColumns, currencyExponent(fee.amount_currency))),
    ...exportProgressOf(rows, request, total),
  };
}

async function creditNotePage(transaction: TenantTransaction, request: Request): Promise<Page> {
  const filters = exportFiltersOf(CreditNoteFilters, request);
  const restriction = await restrict(transaction, filters, undefined, 'invoicing.credit_notes');
  const query = notesFound(transaction, filters, restriction);
  const { rows, total } = await walk(query, 'invoicing.credit_notes', exportWalkOf(request));
  const notes = await presentCreditNotes(transaction, rows);
  return {
    columns: creditNoteColumns,
    rows: notes.map((note) => rowOf(note, creditNoteColumns, currencyExponent(note.currency))),
    ...exportProgressOf(rows, request, total),
  };
}
