import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exportKinds } from '@tollgate/contracts';
import { Bucket, bucketKey, Sandbox, validationFailed, waitFor } from '@tollgate/testing';
import { parquetMetadata, parquetReadObjects, parquetSchema } from 'hyparquet';
import { endedExport, fetchFile, readExport, type Export } from './exported-files.fixture.js';

interface Manifest {
  rows: number;
  changed_from: string | null;
  files: { name: string; rows: number; bytes: number; sha256: string }[];
}

let sandbox: Sandbox;
let bucket: Bucket;

/** Requests an export that must complete. */
async function completed(resource: string, more: object = {}, filters?: object): Promise<Export> {
  const done = await endedExport(sandbox, resource, filters, more);
  if (done.status !== 'completed') throw new Error(`the export of ${resource} ${done.status}: ${done.error}`);
  return done;
}
const bytesOf = async ({ file_url: url }: Export) => (await fetchFile(url ?? '')).arrayBuffer();
const linesOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const recordsOf = async (resource: string, filters?: object) =>
  linesOf(Buffer.from(await bytesOf(await completed(resource, { format: 'jsonl' }, filters))).toString());

beforeAll(async () => {
  bucket = await Bucket.open();
  sandbox = await Sandbox.create('2024-01-10T00:00:00Z', { country: 'DE' });
  const { billable_metric: metric } = await sandbox.ok<{ billable_metric: { svc_id: string } }>(
    'POST',
    '/billable_metrics',
    { billable_metric: { name: 'M', code: 'm', aggregation_type: 'sum_agg', field_name: 'n' } },
  );
  for (const code of ['p', 'q'])
    await sandbox.ok('POST', '/plans', {
      plan: {
        name: `Plan ${code}`,
        code,
        interval: 'monthly',
        amount_cents: 1234,
        amount_currency: 'EUR',
        pay_in_advance: false,
        charges: [{ billable_metric_id: metric.svc_id, charge_model: 'standard', properties: { amount: '0.5' } }],
      },
    });
  for (const external_id of ['c1', 'c2'])
    await sandbox.ok('POST', '/customers', { customer: { external_id, currency: 'EUR', name: `=${external_id}` } });
  for (const [external_id, external_customer_id, plan_code] of [
    ['s1', 'c1', 'p'],
    ['s2', 'c2', 'q'],
  ])
    await sandbox.ok('POST', '/subscriptions', { subscription: { external_id, external_customer_id, plan_code } });
  await sandbox.ok('POST', '/events/batch', {
    events: Array.from({ length: 7 }, (_, place) => ({
      transaction_id: `t${place}`,
      external_subscription_id: place < 5 ? 's1' : 's2',
      code: 'm',
      timestamp: Date.parse('2024-01-11T00:00:00Z') / 1000 + place,
      properties: { n: place, exact: '12345678901234567890.5' },
    })),
  });
  await sandbox.advanceClock('2024-02-01T01:00:00Z');
});
afterAll(() => bucket.close());

describe('files of records', () => {
  it('exist for every kind, with as many rows as records', async () => {
    for (const { name } of exportKinds) {
      const { rows_written: rows, records_done: done } = await completed(name, { format: 'jsonl' });
      expect([name, rows >= 0, done >= 0]).toEqual([name, true, true]);
    }
    expect(await recordsOf('subscriptions', { plan_code: 'p' })).toMatchObject([
      { external_id: 's1', plan_code: 'p', plan_amount_cents: 1234, plan_amount: '12.34', status: 'active' },
    ]);
    expect(await recordsOf('charges', { plan_code: 'q' })).toMatchObject([
      { plan_code: 'q', billable_metric_code: 'm', properties: { amount: '0.5' }, min_amount: '0.00' },
    ]);
    expect((await recordsOf('plans')).map(({ code, amount }) => [code, amount])).toEqual([
      ['p', '12.34'],
      ['q', '12.34'],
    ]);
  });

  it('have raw events, and billed ones with their fee', async () => {
    const raw = await recordsOf('events', { external_subscription_id: 's1' });
    expect(raw.map(({ transaction_id: id }) => id)).toEqual(['t0', 't1', 't2', 't3', 't4']);
    expect(raw[3]).toMatchObject({ code: 'm', properties: { n: 3, exact: '12345678901234567890.5' } });
    expect(await recordsOf('events', { timestamp_to: '2024-01-10' })).toEqual([]);
    const fees = await recordsOf('fees', { external_customer_id: 'c1', fee_type: 'charge' });
    const billed = await recordsOf('billed_events', { external_customer_id: 'c1' });
    expect(
      billed.map((event) => [event['svc_fee_id'], event['transaction_id'], event['status'], event['added']]),
    ).toEqual(raw.map((event, place) => [fees[0]?.['svc_id'], event['transaction_id'], 'counted', `${place}.0`]));
    expect(billed.map(({ svc_event_id: id }) => id)).toEqual(raw.map(({ svc_id: id }) => id));
  });

  it('are read by an independent reader of Parquet, with types', async () => {
    const done = await completed('invoices', { format: 'parquet' });
    const file = await bytesOf(done);
    expect(file.byteLength).toBe(done.file_size_bytes);
    const types = new Map(
      parquetSchema(parquetMetadata(file)).children.map(({ element }) => [element.name, element.type]),
    );
    expect(types.get('total_amount_cents')).toBe('INT64');
    expect(types.get('customer_external_id')).toBe('BYTE_ARRAY');
    const rows = await parquetReadObjects({ file });
    expect(rows).toHaveLength(2);
    expect(rows.find((row) => row['customer_external_id'] === 'c1')).toMatchObject({
      customer_name: '=c1',
      issuing_date: new Date('2024-02-01T00:00:00Z'),
      total_amount_cents: BigInt(Math.round((1234 * 22) / 31) + 500),
      created_at: new Date('2024-02-01T00:00:00Z'),
      payment_overdue: false,
    });
  });

  it('end by a call, and stay canceled', async () => {
    const { data_export: made } = await sandbox.ok<{ data_export: Export }>('POST', '/data_exports', {
      data_export: { resource_type: 'usage' },
    });
    const canceled = await sandbox.call('DELETE', `/data_exports/${made.svc_id}`);
    if (canceled.status === 405) return;
    expect(canceled.body).toMatchObject({ data_export: { status: 'canceled', file_url: null } });
    expect(await sandbox.call('DELETE', `/data_exports/${made.svc_id}`)).toEqual(canceled);
    await sandbox.awaitIdle();
    expect((await readExport(sandbox, made.svc_id)).status).toBe('canceled');
  });
});

describe('exports to a bucket', () => {
  const destination = (more: object = {}) =>
    sandbox.call('POST', '/data_export_destinations', {
      data_export_destination: { url: 's3://data/raw', endpoint: bucket.endpoint, ...bucketKey, ...more },
    });

  it('are refused where no file can be written', async () => {
    expect(await destination({ access_key_id: 'other' })).toEqual(validationFailed({ url: ['destination_refused'] }));
    expect(await destination({ endpoint: 'http://127.0.0.1:9' })).toEqual(
      validationFailed({ url: ['destination_unreachable'] }),
    );
    expect(bucket.objects.size).toBe(0);
  });

  it('have an object for each part, and the manifest last', async () => {
    const { body } = await destination();
    expect(body).toEqual({
      data_export_destination: {
        svc_id: expect.any(String),
        url: 's3://data/raw',
        endpoint: bucket.endpoint,
        region: 'us-east-1',
        access_key_id: bucketKey.access_key_id,
        created_at: '2024-02-01T01:00:00Z',
      },
    });
    expect(bucket.objects.size).toBe(0);
    const id = (body['data_export_destination'] as { svc_id: string }).svc_id;
    const to = { data_export_destination_id: id, incremental: true };
    const first = (await completed('customers', { ...to, format: 'parquet' })) as Export & { manifest: Manifest };
    const folder = `/data/raw/customers/2024-02-01/${first.svc_id}`;
    expect([...bucket.objects.keys()]).toEqual([`${folder}/part-00001.parquet`, `${folder}/manifest.json`]);
    expect(JSON.parse(bucket.objects.get(`${folder}/manifest.json`)?.toString() ?? '')).toEqual(first.manifest);
    const part = bucket.objects.get(`${folder}/part-00001.parquet`) ?? Buffer.alloc(0);
    expect(first.manifest.files).toEqual([
      {
        name: `customers/2024-02-01/${first.svc_id}/part-00001.parquet`,
        rows: 2,
        bytes: part.length,
        sha256: hash('sha256', part, 'hex'),
      },
    ]);
    expect(await parquetReadObjects({ file: new Uint8Array(part).buffer, columns: ['external_id'] })).toEqual([
      { external_id: 'c1' },
      { external_id: 'c2' },
    ]);
    expect(first.file_url).toBeNull();
    await sandbox.advanceClock('2024-02-02T00:00:00Z');
    await sandbox.ok('POST', '/customers', { customer: { external_id: 'c2', name: 'Two' } });
    // Beyond the overlap that the third run reads again.
    await sandbox.advanceClock('2024-02-02T01:00:00Z');
    const second = (await completed('customers', { ...to, format: 'parquet' })) as Export & { manifest: Manifest };
    expect(second.manifest).toMatchObject({ rows: 1, changed_from: '2024-02-01T00:50:00Z' });
    await sandbox.advanceClock('2024-02-03T00:00:00Z');
    const third = (await completed('customers', { ...to, format: 'parquet' })) as Export & { manifest: Manifest };
    expect(third.manifest).toMatchObject({ rows: 0, files: [] });
    expect(await sandbox.call('DELETE', `/data_export_destinations/${id}`)).toMatchObject({ status: 200 });
    expect(
      await sandbox.call('POST', '/data_exports', { data_export: { resource_type: 'plans', ...to } }),
    ).toMatchObject({
      status: 404,
    });
  });

  it('fail with the reason when the bucket refuses them later', async () => {
    const own = await Bucket.open();
    const { body } = await destination({ endpoint: own.endpoint });
    const id = (body['data_export_destination'] as { svc_id: string }).svc_id;
    own.refuses = true;
    const ended = await endedExport(sandbox, 'plans', undefined, { data_export_destination_id: id });
    expect(ended).toMatchObject({ status: 'failed', error: 'destination_refused' });
    await own.close();
  });

  it('run by a schedule, which needs its bucket', async () => {
    const { body } = await destination({ url: 's3://data/daily' });
    const id = (body['data_export_destination'] as { svc_id: string }).svc_id;
    const { data_export_schedule: schedule } = await sandbox.ok<{ data_export_schedule: { svc_id: string } }>(
      'POST',
      '/data_export_schedules',
      {
        data_export_schedule: {
          resource_type: 'plans',
          format: 'jsonl',
          interval: 'daily',
          hour: 5,
          data_export_destination_id: id,
        },
      },
    );
    expect(await sandbox.call('DELETE', `/data_export_destinations/${id}`)).toMatchObject({ status: 405 });
    await sandbox.advanceClock('2024-02-03T06:00:00Z');
    const names = () => [...bucket.objects.keys()].filter((name) => name.startsWith('/data/daily/plans/2024-02-03/'));
    await waitFor('the files of the run', () => Promise.resolve(names().length === 2));
    const part = names().find((name) => name.endsWith('.jsonl')) ?? '';
    expect(linesOf(bucket.objects.get(part)?.toString() ?? '').map(({ code }) => code)).toEqual(['p', 'q']);
    const { data_export_schedule: shown } = await sandbox.ok<{ data_export_schedule: object }>(
      'GET',
      `/data_export_schedules/${schedule.svc_id}`,
    );
    expect(shown).toMatchObject({
      next_run_at: '2024-02-04T05:00:00Z',
      last_run: { status: 'completed', error: null },
    });
    await sandbox.ok('DELETE', `/data_export_schedules/${schedule.svc_id}`);
  });
});

it('belong to their organization', async () => {
  const stranger = await Sandbox.create('2024-02-01T01:00:00Z');
  for (const path of ['/data_exports', '/data_export_schedules', '/data_export_destinations'])
    expect((await stranger.ok<{ meta: { total_count: number } }>('GET', path)).meta.total_count).toBe(0);
  for (const { name } of exportKinds)
    expect([name, (await endedExport(stranger, name, undefined, { format: 'jsonl' })).rows_written]).toEqual([name, 0]);
});
