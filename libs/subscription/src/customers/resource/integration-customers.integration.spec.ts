import { beforeAll, expect, it } from '@jest/globals';
import { call, Sandbox, validationFailed } from '@tollgate/testing';

interface Shown {
  svc_id: string;
  type: string;
  external_customer_id: string | null;
}

let sandbox: Sandbox;
const integrate = (integration: object) =>
  call(
    'POST',
    `/admin/organizations/${sandbox.organizationId}/integrations`,
    `Bearer ${process.env['ADMIN_API_KEY'] ?? ''}`,
    { integration },
  );
const upsert = async (integrations?: object[], more: object = {}): Promise<Shown[]> =>
  (
    await sandbox.ok<{ customer: { integration_customers: Shown[] } }>('POST', '/customers', {
      customer: { external_id: 'c', integration_customers: integrations, ...more },
    })
  ).customer.integration_customers;

beforeAll(async () => {
  sandbox = await Sandbox.create();
  const xero = { integration_type: 'xero', code: 'books', name: 'Books' };
  expect(await integrate(xero)).toMatchObject({ status: 200, body: { integration: xero } });
  expect(await integrate(xero)).toEqual(validationFailed({ code: ['value_already_exist'] }));
  expect((await integrate({ integration_type: 'hubspot', code: 'sales' })).status).toBe(200);
  expect((await integrate({ integration_type: 'none', code: 'x' })).status).toBe(422);
});

it('stores links of a customer to existing systems, and drops missing links', async () => {
  const xero = { integration_type: 'xero', integration_code: 'books' };
  const unknown = { integration_type: 'netsuite', integration_code: 'none', sync_with_provider: true };
  expect(await upsert([xero, unknown])).toEqual([]);
  const [made, ...others] = await upsert([
    { ...xero, external_customer_id: 'x-1' },
    unknown,
    { integration_type: 'hubspot', integration_code: 'sales', sync_with_provider: true, targeted_object: 'companies' },
  ]);
  expect(made).toEqual({
    svc_id: expect.any(String),
    type: 'xero',
    integration_code: 'books',
    external_customer_id: 'x-1',
    sync_with_provider: null,
    subsidiary_id: null,
    targeted_object: null,
    email: null,
  });
  expect(others).toMatchObject([{ type: 'hubspot', sync_with_provider: true, targeted_object: 'companies' }]);
  expect(await upsert(undefined, { name: 'Same' })).toHaveLength(2);
  expect(await upsert([{ id: made?.svc_id, ...xero, external_customer_id: 'x-2' }])).toMatchObject([
    { svc_id: made?.svc_id, external_customer_id: 'x-2' },
  ]);
  const { customers } = await sandbox.ok<{ customers: { integration_customers: Shown[] }[] }>('GET', '/customers');
  expect(customers[0]?.integration_customers).toMatchObject([{ type: 'xero' }]);
  expect(await upsert([])).toEqual([]);
});

it('stores no links for partners', async () => {
  const links = [{ integration_type: 'xero', integration_code: 'books', external_customer_id: 'p' }];
  expect(await upsert(links, { external_id: 'partner', account_type: 'partner' })).toEqual([]);
});
