import type { CustomerFilters, SortsOf } from '@tollgate/contracts';
import {
  containing,
  instantKey,
  listForm,
  nameKey,
  narrowed,
  newestFirst,
  readList,
  textKey,
  withCandidates,
  type ListRequest,
  type Page,
  type TenantTransaction,
} from '@tollgate/platform';
import { tables } from '../subscription.tables.js';

const list = listForm<SortsOf<CustomerFilters>>({
  updated: 'updated_at',
  keys: {
    created_at: instantKey('created_at'),
    name: nameKey('name'),
    external_id: textKey('external_id'),
  },
  order: newestFirst,
  indexed: 'subscription.customers',
});

/** One page of customers, newest first (customers, section 2.7). */
export async function listCustomers(
  transaction: TenantTransaction,
  filters: CustomerFilters,
  billingEntityIds: string[] | null,
) {
  const searched = filters.external_id === undefined ? await withCandidates(transaction, list, filters) : filters;
  return readList(transaction, customersFound(transaction, searched, billingEntityIds), list, filters);
}

/** Customers that match the filters of a list, unordered. */
export function customersFound(
  transaction: TenantTransaction,
  filters: Omit<CustomerFilters, keyof Page> & Pick<ListRequest, 'candidates'>,
  billingEntityIds: string[] | null,
) {
  let query = tables(transaction)
    .selectFrom('subscription.customers')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('deleted_at', 'is', null);
  const { external_id: externalId, search_term: term } = filters;
  if (externalId !== undefined) query = query.where('external_id', '=', externalId);
  else if (term?.trim()) {
    const pattern = containing(term.trim());
    query = query.where((where) =>
      where.or(
        (['name', 'firstname', 'lastname', 'legal_name', 'external_id', 'email'] as const).map((column) =>
          where(column, 'ilike', pattern),
        ),
      ),
    );
  }
  if (filters.account_type?.length) query = query.where('account_type', 'in', filters.account_type);
  if (filters.customer_type !== undefined) query = query.where('customer_type', '=', filters.customer_type);
  else if (filters.has_customer_type !== undefined)
    query = query.where('customer_type', filters.has_customer_type ? 'is not' : 'is', null);
  if (billingEntityIds) query = query.where('billing_entity_id', 'in', billingEntityIds);
  if (filters.countries?.length) query = query.where('country', 'in', filters.countries);
  if (filters.currencies?.length) query = query.where('currency', 'in', filters.currencies);
  if (filters.states?.length) query = query.where('state', 'in', filters.states);
  if (filters.zipcodes?.length) query = query.where('zipcode', 'in', filters.zipcodes);
  if (filters.has_tax_identification_number !== undefined) {
    query = query.where('tax_identification_number', filters.has_tax_identification_number ? 'is not' : 'is', null);
  }
  for (const [key, value] of Object.entries(filters.metadata ?? {})) {
    query = query.where(({ exists, not, selectFrom }) => {
      const entry = selectFrom('subscription.customer_metadata as entry')
        .select('entry.id')
        .whereRef('entry.customer_id', '=', 'subscription.customers.id')
        .where('entry.key', '=', key);
      return value === '' ? not(exists(entry)) : exists(entry.where('entry.value', '=', value));
    });
  }
  return narrowed(query, list, filters);
}
