// Customers at the double, after the deletion of ours.
import type { Api } from '@tollgate/harness/api';
import { equal } from '@tollgate/harness/expect';
import { waitFor } from '@tollgate/harness/process';
import type { StripeDouble } from '@tollgate/stripe/double';
import { queryOf } from '../database.ts';
import { patience, type PaymentsPlay } from './shop.ts';

interface LinkedCustomer {
  billing_configuration: { provider_customer_id: string };
}

/**
 * A month after the deletion of our customer, the provider removes the one that we created. A customer that was linked
 * stays there.
 */
export async function removeDeleted({ databaseUrl, stripe }: PaymentsPlay, api: Api): Promise<void> {
  const created = await linkedId(api, 'leaving', { sync_with_provider: true, sync: true });
  const { id: other } = await atStripe(stripe, 'POST', 'customers');
  equal('the linked one', await linkedId(api, 'linked', { provider_customer_id: other }), other);
  for (const id of ['leaving', 'linked']) await api.ok('DELETE', `/api/v1/customers/${id}`);
  await waitFor('the request of the removal', () => passMonth(databaseUrl(), created), patience);
  const isRemoved = async (id: string) => (await atStripe(stripe, 'GET', `customers/${id}`)).deleted === true;
  await waitFor('the removal', () => isRemoved(created), patience);
  equal('the removal of the linked one', await isRemoved(other), false);
}

async function linkedId(api: Api, id: string, link: object): Promise<string> {
  const billing_configuration = { payment_provider: 'stripe', payment_provider_code: 'main', ...link };
  await api.ok('POST', '/api/v1/customers', { customer: { external_id: id, name: 'Acme', billing_configuration } });
  const { customer } = await api.ok<{ customer: LinkedCustomer }>('GET', `/api/v1/customers/${id}`);
  return customer.billing_configuration.provider_customer_id;
}

/** Brings a requested removal forward. @returns whether it was requested, at least 29 days ahead */
async function passMonth(url: string, providerCustomerId: string): Promise<boolean> {
  const passed = await queryOf(
    url,
    `update payment.provider_customers set removal_at = now()
     where provider_customer_id = $1 and removal_at > now() + interval '29 days' returning provider_customer_id`,
    [providerCustomerId],
  );
  return passed.length === 1;
}

async function atStripe({ url, key }: StripeDouble, method: string, path: string) {
  const answer = await fetch(`${url}/v1/${path}`, { method, headers: { authorization: `Bearer ${key}` } });
  return (await answer.json()) as { id: string; deleted?: boolean };
}
