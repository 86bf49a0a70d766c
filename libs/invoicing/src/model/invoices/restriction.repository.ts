import type { InvoiceFilters } from '@tollgate/contracts';
import { findBillingEntity } from '@tollgate/catalog/reader';
import { NotFound, rowsContaining, type IndexedTable, type TenantTransaction } from '@tollgate/platform';
import { customerIdsOf, findCustomerView, searchCustomerIds, type CustomerName } from '@tollgate/subscription/reader';
import type { InvoiceRestriction } from './invoices.repository.js';

type Filters = Pick<
  InvoiceFilters,
  'external_customer_id' | 'customer_external_id' | 'billing_entity_codes' | 'search_term'
>;

/**
 * Resolves the customers, issuers and search term in the filters of invoices or credit notes.
 * @param only the customer of a path or of the portal; then it must exist
 * @throws NotFound
 */
export async function restrict(
  transaction: TenantTransaction,
  filters: Filters,
  only: CustomerName | undefined,
  documents: IndexedTable = 'invoicing.invoices',
): Promise<InvoiceRestriction> {
  const restriction: InvoiceRestriction = {};
  if (only !== undefined) {
    const customer = await findCustomerView(transaction, only);
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
  const term = filters.search_term?.trim();
  if (term) {
    restriction.candidates = await rowsContaining(transaction, documents, term);
    if (!restriction.customerIds) restriction.searchedCustomerIds = await searchCustomerIds(transaction, term);
  }
  return restriction;
}
