import { readQuery, TestedCustomerFilters } from '@tollgate/contracts';
import { planWithCopies } from '@tollgate/catalog/reader';
import { asParameters, ValidationFailed, type TenantTransaction } from '@tollgate/platform';
import type { SubscriptionsOfPlans } from '@tollgate/subscription/reader';
import type { PriceTestRow } from '../../model/price-tests/price-tests.repository.js';

/**
 * Reads the filters of customers in a request, as parameters of their list.
 * @throws ValidationFailed for wrong values, and for names that are none of these filters
 */
export function readCustomerFilters(raw: Record<string, unknown>): Record<string, unknown> {
  const unknown = Object.keys(raw).filter((name) => !Object.hasOwn(TestedCustomerFilters.shape, name));
  if (unknown.length > 0)
    throw new ValidationFailed({
      customer_filters: Object.fromEntries(unknown.map((name) => [name, ['value_is_invalid']])),
    });
  const parameters = asParameters(raw);
  filtersOf(parameters);
  return parameters;
}

/** The subscriptions of a test: active ones of its plan and the copies of it, as its request limits them. */
export async function selectionOf(
  transaction: TenantTransaction,
  row: Pick<PriceTestRow, 'plan_id' | 'external_customer_ids' | 'customer_filters' | 'as_of'>,
): Promise<SubscriptionsOfPlans> {
  return {
    planIds: await planWithCopies(transaction, row.plan_id),
    externalCustomerIds: row.external_customer_ids,
    customerFilters: row.customer_filters && filtersOf(row.customer_filters),
    startedUntil: row.as_of,
  };
}

function filtersOf(parameters: Record<string, unknown>): TestedCustomerFilters {
  const read = readQuery(TestedCustomerFilters, parameters);
  if ('errors' in read) throw new ValidationFailed({ customer_filters: read.errors });
  return read.input;
}
