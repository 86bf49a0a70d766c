import { customerRoutes, type NamedCustomer } from '@tollgate/contracts';
import { readBillingEntities } from '@tollgate/catalog/reader';
import type { Rights, TenantTransaction } from '@tollgate/platform';
import { customersByIds } from '../../model/customers/customers.repository.js';

/** The expansions of a request, and the rights of its caller. */
export interface CustomerExpansionRequest {
  expand: string | readonly string[] | undefined;
  may: Rights;
}

/**
 * Adds the customer of each object on request, in two statements whatever their number. It is null where the caller may
 * not read customers (subscriptions, section 1.1).
 */
export async function withCustomers<Shown>(
  transaction: TenantTransaction,
  objects: Shown[],
  idOf: (shown: Shown) => string,
  { expand = [], may }: CustomerExpansionRequest,
): Promise<(Shown & Expanded)[]> {
  const isRequested = expand.includes('customer');
  const customers =
    isRequested && may(customerRoutes.read) ? await namedCustomers(transaction, objects.map(idOf)) : undefined;
  const memberOf = (shown: Shown): Expanded => (isRequested ? { customer: customers?.get(idOf(shown)) ?? null } : {});
  return objects.map((shown) => ({ ...shown, ...memberOf(shown) }));
}

interface Expanded {
  customer?: NamedCustomer | null;
}

/** Customers by their names, by id; deleted ones too. */
async function namedCustomers(transaction: TenantTransaction, ids: string[]): Promise<Map<string, NamedCustomer>> {
  const customers = await customersByIds(transaction, [...new Set(ids)]);
  const entities = await readBillingEntities(transaction);
  return new Map(
    customers.map(({ id, external_id, name, firstname, lastname, timezone, billing_entity_id: entity }) => [
      id,
      {
        svc_id: id,
        external_id,
        name,
        firstname,
        lastname,
        applicable_timezone: timezone ?? entities.get(entity)?.timezone ?? 'UTC',
      },
    ]),
  );
}
