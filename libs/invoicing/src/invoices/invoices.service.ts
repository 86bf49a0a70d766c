import { Injectable } from '@nestjs/common';
import type { Invoice, InvoiceFilters, Meta, SingleInvoice } from '@tollgate/contracts';
import { findBillingEntity } from '@tollgate/catalog/reader';
import { Clock, isId, NotFound, type Transaction } from '@tollgate/platform';
import { customerIdsOf, findCustomerView, searchCustomerIds } from '@tollgate/subscription/reader';
import { InvoicingDatabase } from '../invoicing.database.js';
import { presentInvoice, presentInvoices } from './invoice.resource.js';
import { findInvoice, listInvoices, type InvoiceRestriction } from './invoices.repository.js';

/** Reading invoices. */
@Injectable()
export class InvoicesService {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly clock: Clock,
  ) {}

  /** @param externalCustomerId given by the path; then the customer must exist. @throws NotFound */
  async list(organizationId: string, filters: InvoiceFilters, externalCustomerId?: string): Promise<{ invoices: Invoice[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const restriction = await restrict(transaction, organizationId, filters, externalCustomerId);
      const { rows, meta } = await listInvoices(transaction, organizationId, filters, restriction);
      return { invoices: await presentInvoices(transaction, organizationId, rows), meta };
    });
  }

  /** @throws NotFound */
  async read(organizationId: string, id: string): Promise<SingleInvoice> {
    if (!isId(id)) throw new NotFound('invoice');
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const row = await findInvoice(transaction, organizationId, id);
      if (!row) throw new NotFound('invoice');
      return presentInvoice(transaction, row, now);
    });
  }
}

async function restrict(
  transaction: Transaction,
  organizationId: string,
  filters: InvoiceFilters,
  externalCustomerId: string | undefined,
): Promise<InvoiceRestriction> {
  const restriction: InvoiceRestriction = {};
  if (externalCustomerId !== undefined) {
    const customer = await findCustomerView(transaction, organizationId, externalCustomerId);
    if (!customer) throw new NotFound('customer');
    restriction.customerIds = [customer.id];
  } else if (filters.external_customer_id !== undefined) {
    restriction.customerIds = await customerIdsOf(transaction, organizationId, filters.external_customer_id);
  }
  if (filters.billing_entity_codes?.length) {
    const entities = await Promise.all(filters.billing_entity_codes.map((code) => findBillingEntity(transaction, organizationId, code)));
    restriction.billingEntityIds = entities.map((entity) => {
      if (!entity) throw new NotFound('billing_entity');
      return entity.id;
    });
  }
  if (filters.search_term?.trim() && !restriction.customerIds) {
    restriction.searchedCustomerIds = await searchCustomerIds(transaction, organizationId, filters.search_term.trim());
  }
  return restriction;
}
