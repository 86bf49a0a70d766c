import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { Config, Connections, newId, type TenantTransaction } from '@tollgate/platform';
import { databaseUrl, Sandbox } from '@tollgate/testing';
import { CatalogDatabase } from '../../catalog.database.js';
import { readBillingEntities } from '../../issuers/repositories/billing-entities.reader.js';
import { retainedParts } from '../plan-repositories/retained-versions.repository.js';
import { findPlansById } from '../plan-repositories/plans.repository.js';
import { readPlanParts } from '../../plans/resource/plan-parts.js';
import { toPlanView } from '../../plans/resource/plan.presenter.js';
import { readPlan } from '../../plans/resource/plans.reader.js';
import { readTaxesOfBillingEntity } from '../../issuers/taxes/taxes.reader.js';
import { tables } from '../tables/catalog.tables.js';
import type { PlanView } from '../../views.js';
import { readCatalogVersion } from './catalog-version.js';

let connections: Connections;
let database: CatalogDatabase;
let sandbox: Sandbox;
let planId: string;
let issuerId: string;

const inTenant = async <T>(work: (transaction: TenantTransaction) => Promise<T>) =>
  database.tenant(sandbox.organizationId, work);
const version = async () => inTenant(readCatalogVersion);

beforeAll(async () => {
  connections = new Connections(
    new Config({ DATABASE_URL: databaseUrl(), ADMIN_API_KEY: 'unused here', INTERNAL_TOKEN: 'unused here' }),
  );
  database = new CatalogDatabase(connections);
  sandbox = await Sandbox.create();
  const tax = { name: 't', code: 't', rate: 20 };
  await sandbox.ok('POST', '/taxes', { tax });
  const metric = await sandbox.ok<{ billable_metric: { svc_id: string } }>('POST', '/billable_metrics', {
    billable_metric: {
      name: 'm',
      code: 'm',
      aggregation_type: 'sum_agg',
      field_name: 'n',
      filters: [{ key: 'cloud', values: ['aws', 'gcp'] }],
    },
  });
  await sandbox.ok('POST', '/add_ons', { add_on: { name: 'a', code: 'a', amount_cents: 1, amount_currency: 'EUR' } });
  const { plan } = await sandbox.ok<{ plan: { svc_id: string } }>('POST', '/plans', {
    plan: {
      name: 'p',
      code: 'p',
      interval: 'monthly',
      amount_cents: 100,
      amount_currency: 'EUR',
      pay_in_advance: false,
      tax_codes: ['t'],
      minimum_commitment: { amount_cents: 1000, tax_codes: ['t'] },
      usage_thresholds: [{ amount_cents: 100 }],
      charges: [
        {
          billable_metric_id: metric.billable_metric.svc_id,
          code: 'of-m',
          charge_model: 'standard',
          properties: { amount: '1' },
          tax_codes: ['t'],
          filters: [{ values: { cloud: ['aws'] }, properties: { amount: '2' } }],
        },
      ],
      fixed_charges: [
        {
          add_on_code: 'a',
          code: 'of-a',
          charge_model: 'standard',
          units: 1,
          properties: { amount: '1' },
          tax_codes: ['t'],
        },
      ],
    },
  });
  planId = plan.svc_id;
  issuerId = await inTenant(async (transaction) => [...(await readBillingEntities(transaction)).keys()][0] as string);
});
afterAll(() => connections.onApplicationShutdown());

const readAgain = async (transaction: TenantTransaction): Promise<PlanView> => {
  const [part] = await readPlanParts(transaction, await findPlansById(transaction, [planId]));
  if (!part) throw new Error('no plan');
  return toPlanView(part, await retainedParts(transaction, [planId]));
};

const put = (path: string, body: object) => () => sandbox.ok('PUT', path, body);

it.each<[string, () => Promise<unknown>]>([
  ['the plan', put('/plans/p', { plan: { name: 'q' } })],
  ['a charge', put('/plans/p/charges/of-m', { charge: { charge_model: 'standard', properties: { amount: '3' } } })],
  [
    'a filter of a charge',
    () =>
      sandbox.ok('POST', '/plans/p/charges/of-m/filters', {
        filter: { values: { cloud: ['gcp'] }, properties: { amount: '4' } },
      }),
  ],
  ['its metric', put('/billable_metrics/m', { billable_metric: { name: 'n' } })],
  [
    'values of its metric',
    put('/billable_metrics/m', { billable_metric: { filters: [{ key: 'cloud', values: ['aws'] }] } }),
  ],
  [
    'taxes of a charge',
    put('/plans/p/charges/of-m', { charge: { charge_model: 'standard', properties: { amount: '3' }, tax_codes: [] } }),
  ],
  ['taxes of the plan', put('/plans/p', { plan: { tax_codes: [] } })],
  ['a tax', put('/taxes/t', { tax: { rate: 21 } })],
  [
    'a fixed charge',
    put('/plans/p/fixed_charges/of-a', {
      fixed_charge: { charge_model: 'standard', units: 2, properties: { amount: '5' } },
    }),
  ],
  ['an add-on', put('/add_ons/a', { add_on: { name: 'b' } })],
  ['the commitment', put('/plans/p', { plan: { minimum_commitment: { amount_cents: 2000 } } })],
  ['thresholds', put('/plans/p', { plan: { usage_thresholds: [{ amount_cents: 200 }] } })],
])('a plan is cached until another process changes %s', async (_, change) => {
  const before = await inTenant((transaction) => readPlan(transaction, planId));
  expect(await inTenant((transaction) => readPlan(transaction, planId))).toBe(before);
  await change();
  const [after, uncached] = await inTenant(async (transaction) => [
    await readPlan(transaction, planId),
    await readAgain(transaction),
  ]);
  expect(after).toEqual(uncached);
  expect(after).not.toEqual(before);
});

it('issuers and their taxes are cached until one changes', async () => {
  const read = () =>
    inTenant(async (transaction) => {
      const current = await readCatalogVersion(transaction);
      const issuer = (await readBillingEntities(transaction, current)).get(issuerId);
      return { issuer, taxes: await readTaxesOfBillingEntity(transaction, issuerId, current) };
    });
  const before = await read();
  expect((await read()).issuer).toBe(before.issuer);
  await sandbox.ok('PUT', `/billing_entities/${before.issuer?.code}`, {
    billing_entity: { timezone: 'Asia/Tokyo', tax_codes: ['t'] },
  });
  const after = await read();
  expect(after.issuer?.timezone).toBe('Asia/Tokyo');
  expect([before.taxes.length, after.taxes.length]).toEqual([0, 1]);
});

it('every table of a plan changes the version', async () => {
  const query = jest.spyOn(pg.Client.prototype, 'query');
  await inTenant(readAgain);
  const read = new Set(
    query.mock.calls.flatMap(
      ([text]) =>
        String(text)
          .replaceAll('"', '')
          .match(/catalog\.\w+/g) ?? [],
    ),
  );
  query.mockRestore();
  const client = new pg.Client(databaseUrl());
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select tgrelid::regclass::text as name from pg_trigger where tgname = 'note_change'`,
  );
  await client.end();
  const noted = new Set(rows.map(({ name }) => name));
  expect(read.size).toBeGreaterThan(10);
  expect([...read].filter((name) => !noted.has(name) && /^catalog\.[a-z_]+$/.test(name))).toEqual([]);
});

const changeOf = (code: string) => async (transaction: TenantTransaction) => {
  const tax = {
    id: newId(),
    organization_id: transaction.organizationId,
    code,
    name: code,
    rate: '1',
    created_at: new Date(),
  };
  await tables(transaction).insertInto('catalog.taxes').values(tax).execute();
};

it('reads of a transaction between its changes are not cached', async () => {
  const rename = (transaction: TenantTransaction, name: string) =>
    tables(transaction).updateTable('catalog.plans').set({ name }).where('id', '=', planId).execute();
  await inTenant(async (transaction) => {
    await rename(transaction, 'between');
    expect((await readPlan(transaction, planId)).name).toBe('between');
    await rename(transaction, 'in the end');
  });
  expect((await inTenant((transaction) => readPlan(transaction, planId))).name).toBe('in the end');
});

it('each commit gets another version in any order, and a rollback gets none', async () => {
  const seen = [await version()];
  await inTenant(async (first) => {
    await changeOf('first')(first);
    await inTenant(changeOf('second'));
    seen.push(await version());
    seen.push(await readCatalogVersion(first));
    await changeOf('first again')(first);
    seen.push(await readCatalogVersion(first));
  });
  seen.push(await version());
  await inTenant(changeOf('third'));
  seen.push(await version());
  expect(new Set(seen).size).toBe(6);
  expect(seen.at(-1)).toMatch(/^[0-9a-f-]{36}$/);
  await expect(
    inTenant(async (transaction) => {
      await changeOf('never')(transaction);
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  expect(await version()).toBe(seen.at(-1));
});
