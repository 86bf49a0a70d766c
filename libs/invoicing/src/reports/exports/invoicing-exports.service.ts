import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  appliedCouponsKind,
  creditNotesKind,
  feesKind,
  invoicesKind,
  priceTestResultsKind,
  taxesKind,
} from '@tollgate/contracts';
import { Clock, CommandBus, exportFiltersOf, serveExports, tableReader, type ExportReader } from '@tollgate/platform';
import { presentAppliedCoupons } from '../../documents/coupons/applied-coupon.presenter.js';
import { appliedCouponRestriction } from '../../documents/coupons/applied-coupons.service.js';
import { presentCreditNotes } from '../../documents/credit-notes/credit-note.presenter.js';
import { presentFees } from '../../documents/fees/fee.presenter.js';
import { restrictFees } from '../../documents/fees/fees.service.js';
import { presentInvoices } from '../../documents/invoices/invoice.presenter.js';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { appliedCouponsFound } from '../../model/coupons/applied-coupons.repository.js';
import { notesFound } from '../../model/credit-notes/credit-notes.repository.js';
import { feesFound } from '../../model/fees/fees.repository.js';
import { invoicesFound } from '../../model/invoices/invoices.repository.js';
import { restrict } from '../../model/invoices/restriction.repository.js';
import { resultsFound } from '../../model/price-tests/price-test-results.repository.js';
import { BilledEvents } from './billed-events.js';
import { presentExportedResults } from './price-test-exports.js';
import { taxPage } from './tax-exports.js';
import { UsageExports } from './usage-exports.js';

/** Exports invoices, credit notes, their taxes, fees, usage, coupons and tests of prices, page by page (docs/concepts/data.md). */
@Injectable()
export class InvoicingExportsService implements OnModuleInit {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly usage: UsageExports,
    private readonly billedEvents: BilledEvents,
    readonly commands: CommandBus,
    readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    serveExports(this, 'invoicing', [...this.documents(), this.taxes(), this.usage, this.billedEvents]);
  }

  private documents(): ExportReader[] {
    return [
      tableReader(this.database, invoicesKind, {
        table: 'invoicing.invoices',
        find: async (transaction, filters) =>
          invoicesFound(transaction, filters, await restrict(transaction, filters, undefined)),
        present: (transaction, rows) => presentInvoices(transaction, rows),
        selected: { customer: 'customer_id', name: 'number' },
      }),
      tableReader(this.database, feesKind, {
        table: 'invoicing.fees',
        find: async (transaction, filters) => feesFound(transaction, filters, await restrictFees(transaction, filters)),
        present: (transaction, rows) => presentFees(transaction, rows),
      }),
      tableReader(this.database, creditNotesKind, {
        table: 'invoicing.credit_notes',
        find: async (transaction, filters) =>
          notesFound(transaction, filters, await restrict(transaction, filters, undefined, 'invoicing.credit_notes')),
        present: (transaction, rows) => presentCreditNotes(transaction, rows),
        selected: { customer: 'customer_id', name: 'number' },
      }),
      tableReader(this.database, appliedCouponsKind, {
        table: 'invoicing.applied_coupons',
        find: async (transaction, filters) =>
          appliedCouponsFound(transaction, filters, await appliedCouponRestriction(transaction, filters, undefined)),
        present: presentAppliedCoupons,
      }),
      tableReader(this.database, priceTestResultsKind, {
        table: 'invoicing.price_test_results',
        find: resultsFound,
        present: presentExportedResults,
      }),
    ];
  }

  private taxes(): ExportReader {
    return {
      name: taxesKind.name,
      page: (request) =>
        this.database.tenant(request.organization_id, (transaction) =>
          taxPage(transaction, request, exportFiltersOf(taxesKind.filters, request)),
        ),
    };
  }
}
