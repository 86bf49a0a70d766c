import { Injectable } from '@nestjs/common';
import type { InvoiceFilters, ListedInvoice, Meta, SingleInvoice } from '@tollgate/contracts';
import { Clock, isId, NotFound } from '@tollgate/platform';
import type { CustomerName } from '@tollgate/subscription/reader';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { presentInvoice, presentListed } from './invoice.presenter.js';
import { findInvoice, listInvoices } from '../../model/invoices/invoices.repository.js';
import { restrict } from '../../model/invoices/restriction.repository.js';

/** Reads invoices. */
@Injectable()
export class InvoicesService {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly clock: Clock,
  ) {}

  /** @param only the customer of a path or of the portal; then it must exist. @throws NotFound */
  async list(
    organizationId: string,
    filters: InvoiceFilters,
    only?: CustomerName,
  ): Promise<{ invoices: ListedInvoice[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const restriction = await restrict(transaction, filters, only);
      const { rows, meta } = await listInvoices(transaction, filters, restriction);
      return { invoices: await presentListed(transaction, rows, filters.expand), meta };
    });
  }

  /** @throws NotFound */
  async read(organizationId: string, id: string): Promise<SingleInvoice> {
    if (!isId(id)) throw new NotFound('invoice');
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const row = await findInvoice(transaction, id);
      if (!row) throw new NotFound('invoice');
      return presentInvoice(transaction, row, now);
    });
  }
}
