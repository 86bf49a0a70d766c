import { sql } from 'kysely';
import { mostOfCustomer, type Customer } from '@tollgate/contracts';
import { readPlans } from '@tollgate/catalog/reader';
import { groupBy, type TenantTransaction } from '@tollgate/platform';
import type { CustomerRow } from '../../model/customers/customers.repository.js';
import { presentCustomers } from './customer.presenter.js';

interface FoundSubscription {
  id: string;
  customer_id: string;
  external_id: string;
  name: string | null;
  status: string;
  plan_id: string;
}

/** Customers with their active and pending subscriptions, the newest 10 of each: two statements for all of them. */
export async function withSubscriptions(transaction: TenantTransaction, rows: CustomerRow[]): Promise<Customer[]> {
  const found = await openSubscriptions(
    transaction,
    rows.map(({ id }) => id),
  );
  const plans = await readPlans(transaction, [...new Set(found.map((one) => one.plan_id))]);
  const byCustomer = groupBy(found, (one) => one.customer_id);
  return (await presentCustomers(transaction, rows)).map((customer) => ({
    ...customer,
    subscriptions: (byCustomer.get(customer.svc_id) ?? []).map((one) => ({
      svc_id: one.id,
      external_id: one.external_id,
      name: one.name,
      status: one.status,
      plan_code: plans.get(one.plan_id)?.code ?? '',
    })),
  }));
}

async function openSubscriptions(transaction: TenantTransaction, ids: string[]): Promise<FoundSubscription[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<FoundSubscription>`
    select found.* from unnest(${ids}::uuid[]) as customer (id)
    cross join lateral (
      select id, customer_id, external_id, name, status, plan_id from subscription.subscriptions
      where organization_id = ${transaction.organizationId} and customer_id = customer.id
        and status in ('active', 'pending')
      order by created_at desc, id limit ${mostOfCustomer}
    ) found`.execute(transaction);
  return rows;
}
