import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Meta, Plan, PlanVersion, PlanVersionWithPlan } from '@tollgate/contracts';
import { aMetric, callAs, Sandbox, signUp, waitFor } from '@tollgate/testing';

interface Versions {
  plan_versions: PlanVersion[];
  meta: Meta;
}

let sandbox: Sandbox;
let metric: string;
beforeAll(async () => {
  sandbox = await Sandbox.create('2026-03-01T00:00:00Z');
  metric = await aMetric('api_calls')
    .with({ filters: [{ key: 'region', values: ['eu', 'us'] }] })
    .createIn(sandbox);
  await sandbox.ok('POST', '/taxes', { tax: { name: 'VAT', code: 'vat', rate: '20' } });
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'Setup', code: 'setup', amount_cents: 900, amount_currency: 'EUR' },
  });
  await sandbox.ok('POST', '/features', {
    feature: { code: 'seats', name: 'Seats', privileges: [{ code: 'max', value_type: 'integer' }] },
  });
});

const planNamed = (code: string) =>
  sandbox.ok('POST', '/plans', {
    plan: {
      name: 'Pro',
      code,
      interval: 'monthly',
      amount_cents: 10_000,
      amount_currency: 'EUR',
      pay_in_advance: true,
      charges: [
        { billable_metric_id: metric, code: 'calls', charge_model: 'standard', properties: { amount: '0.10' } },
      ],
    },
  });
const planOf = async (code: string) => (await sandbox.ok<{ plan: Plan }>('GET', `/plans/${code}`)).plan;
const versionsOf = async (code: string, query = '') =>
  (await sandbox.ok<Versions>('GET', `/plans/${code}/versions${query}`)).plan_versions;
const sentences = ({ changes }: PlanVersion) => changes.map(({ sentence }) => sentence);

describe('versions of a plan', () => {
  it('follow each kind of write, with its author, and none that changes nothing', async () => {
    await planNamed('pro');
    await sandbox.ok('PUT', '/plans/pro', {
      plan: { amount_cents: 12_000, minimum_commitment: { amount_cents: 500 } },
    });
    await sandbox.ok('PUT', '/plans/pro', { plan: { amount_cents: 12_000 } });
    await sandbox.ok('PUT', '/plans/pro', { plan: { metadata: { team: 'a' } } });
    await sandbox.ok('PUT', '/plans/pro/charges/calls', {
      charge: { billable_metric_id: metric, charge_model: 'standard', properties: { amount: '0.12' } },
    });
    const { filter } = await sandbox.ok<{ filter: { svc_id: string } }>('POST', '/plans/pro/charges/calls/filters', {
      filter: { values: { region: ['eu'] }, properties: { amount: '0.2' } },
    });
    await sandbox.ok('PUT', `/plans/pro/charges/calls/filters/${filter.svc_id}`, {
      filter: { properties: { amount: '0.3' } },
    });
    await sandbox.ok('POST', '/plans/pro/fixed_charges', {
      fixed_charge: {
        add_on_code: 'setup',
        code: 'setup',
        charge_model: 'standard',
        units: '2',
        properties: { amount: '9' },
      },
    });
    await sandbox.ok('POST', '/plans/pro/entitlements', { entitlements: { seats: { max: 5 } } });
    await sandbox.ok('PUT', '/plans/pro', { plan: { tax_codes: ['vat'], usage_thresholds: [{ amount_cents: 700 }] } });
    await sandbox.ok('DELETE', `/plans/pro/charges/calls/filters/${filter.svc_id}`);

    const versions = await versionsOf('pro');
    expect(versions.map(({ number, is_current: isCurrent }) => [number, isCurrent])).toEqual([
      [9, true],
      ...[8, 7, 6, 5, 4, 3, 2, 1].map((number) => [number, false]),
    ]);
    expect(versions.map(sentences)).toEqual([
      ['Charge calls, filter region eu removed'],
      ['Plan: tax codes set to vat', 'Usage threshold of 7.00 EUR added'],
      ['Feature seats added'],
      ['Fixed charge setup added'],
      ['Charge calls, filter region eu: amount from 0.2 to 0.3 EUR'],
      ['Charge calls, filter region eu added'],
      ['Charge calls: amount from 0.10 to 0.12 EUR'],
      ['Plan: amount from 100.00 to 120.00 EUR', 'Minimum commitment added'],
      [],
    ]);
    for (const { author } of versions)
      expect(author).toMatchObject({ user_email: null, svc_user_id: null, svc_api_key_id: expect.any(String) });
    const page = await sandbox.ok<Versions>('GET', '/plans/pro/versions?per_page=2&page=2');
    expect(page.plan_versions.map(({ number }) => number)).toEqual([7, 6]);
    expect(page.meta.total_count).toBe(9);
  });

  it('make a plan again as it was, by the rules of an update', async () => {
    await planNamed('again');
    await sandbox.ok('POST', '/plans/again/entitlements', { entitlements: { seats: { max: 5 } } });
    await sandbox.ok('POST', '/customers', { customer: { external_id: 'acme' } });
    await sandbox.ok('POST', '/subscriptions', {
      subscription: { external_customer_id: 'acme', external_id: 'sub', plan_code: 'again' },
    });
    const before = await planOf('again');
    const charge = { billable_metric_id: metric, charge_model: 'standard' };
    await sandbox.ok('PUT', '/plans/again', {
      plan: {
        name: 'Other',
        amount_cents: 1,
        minimum_commitment: { amount_cents: 5 },
        charges: [
          { id: before.charges[0]?.svc_id, ...charge, properties: { amount: '5' } },
          { ...charge, code: 'more', properties: { amount: '6' } },
        ],
      },
    });
    await sandbox.ok('POST', '/plans/again/entitlements', { entitlements: {} });
    const { plan } = await sandbox.ok<{ plan: Plan }>('POST', '/plans/again/versions/2/restore');
    const { active_subscriptions_count: count, ...rest } = plan;
    expect(count).toBe(1);
    expect(rest).toMatchObject({ name: 'Pro', amount_cents: 10_000, code: 'again' });
    expect(rest.charges.map(({ svc_id: id, properties }) => [id, properties])).toEqual([
      [before.charges[0]?.svc_id, { amount: '0.10' }],
    ]);
    expect(plan.minimum_commitment).toBeUndefined();
    expect((await planOf('again')).entitlements[0]).toMatchObject({ code: 'seats', privileges: [{ value: 5 }] });
    const versions = await versionsOf('again');
    expect(versions[0]).toMatchObject({ number: 5, is_current: true });
    const read = async (number: number) =>
      (await sandbox.ok<{ plan_version: PlanVersionWithPlan }>('GET', `/plans/again/versions/${number}`)).plan_version;
    expect((await read(5)).plan).toEqual((await read(2)).plan);
    // The plan is this version already, so no version results.
    await sandbox.ok('POST', '/plans/again/versions/5/restore');
    expect(await versionsOf('again')).toHaveLength(5);
  });

  it('record what changed without a call of the plan before its next change', async () => {
    await planNamed('older');
    await sandbox.ok('PUT', '/plans/older', { plan: { tax_codes: ['vat'] } });
    const gone = await aMetric('gone').createIn(sandbox);
    await sandbox.ok('POST', '/plans/older/charges', {
      charge: { billable_metric_id: gone, code: 'gone', charge_model: 'standard', properties: { amount: '1' } },
    });
    await sandbox.ok('DELETE', '/billable_metrics/gone');
    await sandbox.ok('PUT', '/plans/older', { plan: { amount_cents: 5 } });
    const versions = await versionsOf('older');
    expect(versions.slice(0, 2).map((version) => [sentences(version), version.author === null])).toEqual([
      [['Plan: amount from 100.00 to 0.05 EUR'], false],
      [['Charge gone removed'], true],
    ]);
    const refused = await sandbox.call('POST', '/plans/older/versions/3/restore');
    expect([refused.status, refused.body]).toEqual([
      404,
      expect.objectContaining({ code: 'billable_metrics_not_found' }),
    ]);
    expect((await planOf('older')).amount_cents).toBe(5);
  });

  it('name the person who made them, until that person is erased', async () => {
    await planNamed('person');
    const person = await signUp(sandbox, ['admin']);
    const plan = { amount_cents: 7 };
    await callAs(person.token, 'PUT', '/plans/person', { plan }, sandbox.organizationId);
    const author = async () => (await versionsOf('person'))[0]?.author;
    const known = { api_key_name: null, svc_user_id: expect.any(String), svc_api_key_id: null };
    expect(await author()).toEqual({ user_email: person.email, ...known });
    await signUp(sandbox, ['admin']);
    await sandbox.ok('POST', `/members/${person.memberId}/erase`);
    await waitFor('the erasure', async () => (await author())?.user_email === null, 120_000);
    expect(await author()).toEqual({ user_email: null, ...known });
  });

  it('belong to one plan of one organization, and go with it', async () => {
    await planNamed('own');
    for (const path of ['own/versions/2', 'own/versions/0', 'own/versions/x', 'own/versions/99999999999']) {
      const missing = await sandbox.call('GET', `/plans/${path}`);
      expect([missing.status, missing.body]).toEqual([
        404,
        expect.objectContaining({ code: 'plan_version_not_found' }),
      ]);
    }
    const other = await Sandbox.create();
    expect((await other.call('GET', '/plans/own/versions')).status).toBe(404);
    await sandbox.ok('DELETE', '/plans/own');
    await sandbox.awaitIdle();
    expect((await sandbox.call('GET', '/plans/own/versions')).status).toBe(404);
    await planNamed('own');
    expect(await versionsOf('own')).toHaveLength(1);
  });
});
