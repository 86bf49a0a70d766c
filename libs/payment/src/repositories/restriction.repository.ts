import { findBillingEntity } from '@tollgate/catalog/reader';
import { NotFound, type TenantTransaction } from '@tollgate/platform';
import { customerIdsOf, findCustomerView } from '@tollgate/subscription/reader';

/**
 * Whose documents a list is about; null where it is everybody's. Those of deleted customers are found by the filter.
 * @param filter an external customer id that may be nobody's
 * @param ofPath one that the path names: then the customer must exist
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

/** The issuers that a list is about; null where it is all. @throws NotFound */
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
