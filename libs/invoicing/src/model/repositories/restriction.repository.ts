import type { InvoiceFilters } from '@tollgate/contracts';
import { findBillingEntity } from '@tollgate/catalog/reader';
import { NotFound, type TenantTransaction } from '@tollgate/platform';
import { customerIdsOf, findCustomerView, searchCustomerIds } from '@tollgate/subscription/reader';
import type { InvoiceRestriction } from './invoices.repository.js';

type Filters = Pick<
  InvoiceFilters,
  'external_customer_id' | 'customer_external_id' | 'billing_entity_codes' | 'search_term'
>;

/** Resolves the customers and issuers in the filters of invoices or credit notes. @throws NotFound */
export async function restrict(
  transaction: TenantTransaction,
  filters: Filters,
  externalCustomerId: string | undefined,
): Promise<InvoiceRestriction> {
  const restriction: InvoiceRestriction = {};
  if (externalCustomerId !== undefined) {
    const customer = await findCustomerView(transaction, externalCustomerId);
    if (!customer) throw new NotFound('customer');
    restriction.customerIds = [customer.id];
  } else {
    const named = filters.external_customer_id ?? filters.customer_external_id;
    if (named !== undefined) restriction.customerIds = await customerIdsOf(transaction, named);
  }
  if (filters.billing_entity_codes?.length) {
    const entities = await Promise.all(
      filters.billing_entity_codes.map((code) => findBillingEntity(transaction, code)),
    );
    restriction.billingEntityIds = entities.map((entity) => {
      if (!entity) throw new NotFound('billing_entity');
      return entity.id;
    });
  }
  if (filters.search_term?.trim() && !restriction.customerIds) {
    restriction.searchedCustomerIds = await searchCustomerIds(transaction, filters.search_term.trim());
  }
  return restriction;
}
