import { beforeAll, describe, expect, it } from '@jest/globals';
import { notFound, Sandbox, validationFailed } from '@tollgate/testing';

interface Import {
  svc_id: string;
  status: string;
  rows_total: number;
  rows_created: number;
  rows_updated: number;
  rows_failed: number;
  row_errors: { line: number; errors: object }[];
}

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await Sandbox.create('2024-03-01T00:00:00Z');
  await sandbox.ok('POST', '/plans', {
    plan: { name: 'P', code: 'p', interval: 'monthly', amount_cents: 0, amount_currency: 'EUR', pay_in_advance: false },
  });
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'known', name: 'Before', city: 'Bonn' } });
});

async function imported(resource: string, lines: string[], dryRun = false): Promise<Import> {
  const { data_import: made } = await sandbox.ok<{ data_import: Import }>('POST', '/data_imports', {
    data_import: { resource_type: resource, dry_run: dryRun, csv: lines.join('\n') },
  });
  await sandbox.awaitIdle();
  return (await sandbox.ok<{ data_import: Import }>('GET', `/data_imports/${made.svc_id}`)).data_import;
}

const customers = [
  'external_id,name,currency,net_payment_term,shipping_address.city,metadata',
  'new,"New, Inc.",EUR,14,Rom,"[{""key"":""a"",""value"":""b"",""display_in_invoice"":true}]"',
  'known,After,,,,',
  'wrong,Wrong,XXX,many,,',
  'alone,Alone,USD,,,',
];
const wrongLine = { line: 4, errors: { currency: ['value_is_invalid'], net_payment_term: ['value_is_invalid'] } };

describe('an import', () => {
  it('writes nothing in a dry run', async () => {
    expect(await imported('customers', customers, true)).toMatchObject({
      status: 'completed',
      rows_total: 4,
      rows_created: 2,
      rows_updated: 1,
      rows_failed: 1,
      row_errors: [wrongLine],
    });
    expect(await sandbox.call('GET', '/customers/new')).toEqual(notFound('customer'));
    expect((await sandbox.ok<{ customer: object }>('GET', '/customers/known')).customer).toMatchObject({
      name: 'Before',
    });
  });

  it('creates and changes customers, and reports invalid lines', async () => {
    expect(await imported('customers', customers)).toMatchObject({
      rows_created: 2,
      rows_updated: 1,
      rows_failed: 1,
      row_errors: [wrongLine],
    });
    const read = async (id: string) => (await sandbox.ok<{ customer: object }>('GET', `/customers/${id}`)).customer;
    expect(await read('new')).toMatchObject({
      name: 'New, Inc.',
      net_payment_term: 14,
      shipping_address: { city: 'Rom' },
      metadata: [{ key: 'a', value: 'b' }],
    });
    expect(await read('known')).toMatchObject({ name: 'After', city: 'Bonn' });
    expect(await sandbox.call('GET', '/customers/wrong')).toEqual(notFound('customer'));
    const again = await imported('customers', customers);
    expect(again).toMatchObject({ rows_created: 0, rows_updated: 3, rows_failed: 1 });
  });

  it('subscribes customers', async () => {
    const lines = [
      'external_id,external_customer_id,plan_code,name,subscription_at',
      's1,new,p,First,',
      's2,known,none,,',
      's3,known,p,Later,2024-06-01T00:00:00Z',
      ',known,p,,',
    ];
    expect(await imported('subscriptions', lines)).toMatchObject({
      rows_created: 2,
      rows_failed: 2,
      row_errors: [
        { line: 3, errors: { base: ['plan_not_found'] } },
        { line: 5, errors: { external_id: ['value_is_mandatory'] } },
      ],
    });
    const { subscriptions } = await sandbox.ok<{ subscriptions: object[] }>(
      'GET',
      '/subscriptions?status[]=active&status[]=pending&external_customer_id=known',
    );
    expect(subscriptions).toMatchObject([{ external_id: 's3', status: 'pending', name: 'Later' }]);
  });

  it('rejects unreadable files, and is visible to its organization only', async () => {
    const create = (raw: object) => sandbox.call('POST', '/data_imports', { data_import: raw });
    expect(await create({ resource_type: 'customers', csv: 'external_id,shoe_size\na,7' })).toEqual(
      validationFailed({ 'csv.shoe_size': ['unknown_column'] }),
    );
    expect(await create({ resource_type: 'customers', csv: 'external_id' })).toEqual(
      validationFailed({ csv: ['value_is_invalid'] }),
    );
    expect(await create({ resource_type: 'customers' })).toEqual(validationFailed({ csv: ['value_is_mandatory'] }));
    const { data_imports: listed } = await sandbox.ok<{ data_imports: Import[] }>('GET', '/data_imports');
    const stranger = await Sandbox.create();
    expect(await stranger.call('GET', `/data_imports/${listed[0]?.svc_id}`)).toEqual(notFound('data_import'));
  });
});
