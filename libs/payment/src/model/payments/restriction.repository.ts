import { findBillingEntity } from '@tollgate/catalog/reader';
import { NotFound, type TenantTransaction } from '@tollgate/platform';
import { customerIdsOf, findCustomerView } from '@tollgate/subscription/reader';

/**
 * Reads the customers of a restricted list; null means no restriction. The filter also finds deleted customers.
 * @param filter an external customer id, which may not exist
 * @param pathCustomerId an id from the path: then the customer must exist
 * @throws NotFound
 */
export async function restrictedCustomers(
  transaction: TenantTransaction,
  filter: string | undefined,
  pathCustomerId: string | undefined,
): Promise<string[] | null> {
  if (pathCustomerId !== undefined) {
    const customer = await findCustomerView(transaction, pathCustomerId);
    if (!customer) throw new NotFound('customer');
    return [customer.id];
  }
  return filter === undefined ? null : customerIdsOf(transaction, filter);
}

/** Reads the issuers of a restricted list; null means no restriction. @throws NotFound */
export async function restrictedBillingEntities(
  transaction: TenantTransaction,
  codes: string[] | undefined,
): Promise<string[] | null> {
  if (!codes?.length) return null;
  const ids: string[] = [];
  for (const code of new Set(codes)) {
    const entity = await findBillingEntity(transaction, code);
    if (!entity) throw new NotFound('billing_entity');
    ids.push(entity.id);
  }
  return ids;
}
