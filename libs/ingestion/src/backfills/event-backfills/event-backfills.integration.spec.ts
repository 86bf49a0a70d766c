import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EventBackfillRow, SingleEventBackfill } from '@tollgate/contracts';
import { Bucket, bucketKey, notFound, Sandbox, validationFailed, waitFor } from '@tollgate/testing';
import fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';

let sandbox: Sandbox;
let bucket: Bucket;
beforeAll(async () => {
  bucket = await Bucket.open();
  sandbox = await Sandbox.create('2024-01-01T00:00:00Z');
  const { billable_metric: metric } = await sandbox.ok<{ billable_metric: { svc_id: string } }>(
    'POST',
    '/billable_metrics',
    { billable_metric: { name: 'GB', code: 'gb', aggregation_type: 'sum_agg', field_name: 'gb' } },
  );
  const charge = { billable_metric_id: metric.svc_id, charge_model: 'standard', properties: { amount: '1' } };
  await sandbox.ok('POST', '/plans', {
    plan: {
      name: 'P',
      code: 'p',
      interval: 'monthly',
      amount_cents: 0,
      amount_currency: 'EUR',
      pay_in_advance: false,
      charges: [charge],
    },
  });
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c1', name: 'C' } });
  await sandbox.ok('POST', '/subscriptions', {
    subscription: {
      external_customer_id: 'c1',
      plan_code: 'p',
      external_id: 's1',
      subscription_at: '2024-01-01T00:00:00Z',
    },
  });
  await sandbox.advanceClock('2024-02-10T00:00:00Z');
});
afterAll(() => bucket.close());

const read = async (id: string) =>
  (await sandbox.ok<{ event_backfill: SingleEventBackfill }>('GET', `/event_backfills/${id}`)).event_backfill;

const create = (input: object) =>
  sandbox.ok<{ event_backfill: SingleEventBackfill }>('POST', '/event_backfills', { event_backfill: input });

const ended = (id: string) =>
  waitFor('the end of the backfill', async () => {
    const shown = await read(id);
    return shown.status === 'pending' || shown.status === 'processing' ? undefined : shown;
  });

async function backfilled(input: object): Promise<SingleEventBackfill> {
  const { event_backfill: made } = await create(input);
  expect(made).toMatchObject({ status: 'pending', rows_read: 0, completed_at: null });
  return ended(made.svc_id);
}

const usedUnits = async () => {
  await sandbox.awaitIdle();
  const { customer_usage: usage } = await sandbox.ok<{ customer_usage: { charges_usage: { units: string }[] } }>(
    'GET',
    '/customers/c1/current_usage?external_subscription_id=s1',
  );
  return Number(usage.charges_usage[0]?.units);
};

const csv = [
  'transaction_id,external_subscription_id,code,timestamp,properties.gb',
  'a,s1,gb,2024-02-01T10:00:00Z,1',
  'b,s1,gb,1706875200,2',
  'b,s1,gb,1706875200,2',
  'c,s1,gb,2024-01-15T00:00:00Z,100',
  'd,s1,,2024-02-02T00:00:00Z,5',
  'e,s1,gb',
].join('\n');
const counts = { rows_read: 6, taken: 2, repeated: 1, refused: 2, refused_invoiced: 1 };
const invoiced: EventBackfillRow = {
  object: 'usage.csv',
  row: 4,
  outcome: 'refused_invoiced',
  rule: null,
  transaction_id: 'c',
  errors: { timestamp: ['period_is_invoiced'] },
};

describe('a backfill of a file', () => {
  it('is judged in a dry run, stored once, and leaves invoiced periods alone', async () => {
    const dry = await backfilled({ format: 'csv', content: csv, file_name: 'usage.csv', dry_run: true });
    expect(dry).toMatchObject({ status: 'completed', dry_run: true, ...counts, objects_done: 1 });
    expect(await usedUnits()).toBe(0);
    const first = await backfilled({ format: 'csv', content: csv, file_name: 'usage.csv' });
    expect(first).toMatchObject({
      ...counts,
      status: 'completed',
      objects_total: 1,
      bytes_total: csv.length,
      bytes_done: csv.length,
      refused_reasons: {
        'base: row_is_invalid': 1,
        'code: value_is_mandatory': 1,
        'timestamp: period_is_invoiced': 1,
      },
    });
    expect(first.first_refused).toEqual([invoiced, expect.objectContaining({ row: 5 }), expect.anything()]);
    expect(await usedUnits()).toBe(3);
    const again = await backfilled({ format: 'csv', content: csv });
    expect(again).toMatchObject({ taken: 0, repeated: 3, refused: 2, refused_invoiced: 1 });
    expect(await usedUnits()).toBe(3);
    const rows = await sandbox.ok('GET', `/event_backfills/${first.svc_id}/rows?outcome=refused&per_page=1`);
    expect(rows).toMatchObject({ event_backfill_rows: [{ row: 5, outcome: 'refused' }], meta: { total_count: 2 } });
    const late = await backfilled({ format: 'csv', content: csv, invoiced_period_events: 'accept' });
    expect(late).toMatchObject({ taken: 1, repeated: 3, refused_invoiced: 0 });
  });

  it('applies the rules of an event source, and names rows without an identifier', async () => {
    const rule = {
      code: 'gb',
      subscription: 'customer',
      timestamp: 'at',
      properties: [{ name: 'gb', path: 'used.gb' }],
    };
    await sandbox.ok('POST', '/event_sources', {
      event_source: { code: 'files', name: 'Files', kind: 'webhook', rules: [rule] },
    });
    const before = await usedUnits();
    const content = ['{"customer":"c1","at":"2024-02-03T00:00:00Z","used":{"gb":4}}', '{', '{"customer":"c1"}'].join(
      '\n',
    );
    const shown = await backfilled({ format: 'jsonl', content, event_source: 'files' });
    expect(shown).toMatchObject({ event_source: 'files', rows_read: 3, taken: 1, refused: 2 });
    expect((await backfilled({ format: 'jsonl', content, event_source: 'files' })).repeated).toBe(1);
    expect(await usedUnits()).toBe(before + 4);
  });

  it('names what is broken', async () => {
    const shown = await backfilled({ format: 'csv', content: 'transaction_id,code\n1,gb\n2,g"b', file_name: 'b.csv' });
    expect(shown).toMatchObject({ status: 'failed', error: 'row_is_invalid', error_object: 'b.csv', error_row: 2 });
    expect(await backfilled({ format: 'csv', content: 'transaction_id,shoe\n1,2' })).toMatchObject({
      status: 'failed',
      error: 'unknown_column: shoe',
    });
    expect(await backfilled({ format: 'parquet', content: 'UEFSMQ==' })).toMatchObject({ error: 'file_is_invalid' });
  });

  it('is refused without a file, and for an unknown source', async () => {
    const refused = (input: object) => sandbox.call('POST', '/event_backfills', { event_backfill: input });
    expect(await refused({ format: 'csv' })).toEqual(validationFailed({ content: ['value_is_mandatory'] }));
    expect(await refused({ format: 'xml', content: 'x' })).toEqual(validationFailed({ format: ['value_is_invalid'] }));
    expect(await refused({ format: 'parquet', content: '!' })).toEqual(
      validationFailed({ content: ['value_is_invalid'] }),
    );
    expect(await refused({ format: 'csv', content: 'a', event_source: 'none' })).toEqual(
      validationFailed({ event_source: ['event_source_not_found'] }),
    );
    expect(await refused({ format: 'csv', url: 's3://data' })).toEqual(
      validationFailed({ access_key_id: ['value_is_mandatory'], secret_access_key: ['value_is_mandatory'] }),
    );
  });
});

describe('a backfill of a bucket', () => {
  const place = () => ({ url: 's3://data/past', endpoint: bucket.endpoint, ...bucketKey });
  const fileOf = (first: number, rows: number) => {
    const numbers = Array.from({ length: rows }, (_, place) => first + place);
    return Buffer.from(
      parquetWriteBuffer({
        columnData: [
          { name: 'transaction_id', data: numbers.map((number) => `p${number}`), type: 'STRING' },
          { name: 'external_subscription_id', data: numbers.map(() => 's1'), type: 'STRING' },
          { name: 'code', data: numbers.map(() => 'gb'), type: 'STRING' },
          { name: 'timestamp', data: numbers.map(() => new Date('2024-02-04T00:00:00Z')), type: 'TIMESTAMP' },
          { name: 'properties.gb', data: numbers.map(() => 1), type: 'INT32' },
        ],
        rowGroupSize: 700,
      }),
    );
  };

  it('reads all objects, and continues behind the last row after a stop', async () => {
    bucket.objects.set('/data/past/1.parquet', fileOf(0, 1_500));
    bucket.objects.set('/data/past/2.parquet', fileOf(1_000, 1_500));
    bucket.objects.set('/data/other/3.parquet', fileOf(9_000, 10));
    const before = await usedUnits();
    const { event_backfill: made } = await create({ format: 'parquet', ...place() });
    expect(made).toMatchObject({ url: 's3://data/past', objects_total: 2, access_key_id: bucketKey.access_key_id });
    expect(JSON.stringify(made)).not.toContain(bucketKey.secret_access_key);
    const stopped = await sandbox.call('POST', `/event_backfills/${made.svc_id}/stop`);
    expect([200, 405]).toContain(stopped.status);
    if (stopped.status === 200) await sandbox.ok('POST', `/event_backfills/${made.svc_id}/resume`);
    const shown = await ended(made.svc_id);
    expect(shown).toMatchObject({ status: 'completed', objects_done: 2, rows_read: 3_000, refused: 0 });
    expect(shown.taken + shown.repeated).toBe(3_000);
    expect(await usedUnits()).toBe(before + 2_500);
    expect(await sandbox.call('POST', `/event_backfills/${made.svc_id}/stop`)).toMatchObject({ status: 405 });
  });

  it('ends soon for a damaged file, with a fault or with its rows', async () => {
    const file = fileOf(20_000, 300);
    const random = fc.sample(
      fc.array(fc.tuple(fc.nat(file.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
      8,
    );
    for (const damages of random) {
      const damaged = Buffer.from(file);
      for (const [place, byte] of damages) damaged[place] = byte;
      const shown = await backfilled({ format: 'parquet', content: damaged.toString('base64'), dry_run: true });
      expect(['completed', 'failed']).toContain(shown.status);
      if (shown.status === 'failed') expect([damages, shown.error]).toEqual([damages, expect.stringMatching(/^\w+/)]);
    }
  }, 120_000);

  it('is refused where nothing can be read, and fails when an object is replaced', async () => {
    const refused = (input: object) =>
      sandbox.call('POST', '/event_backfills', { event_backfill: { format: 'csv', ...place(), ...input } });
    expect(await refused({})).toEqual(validationFailed({ url: ['objects_not_found'] }));
    expect(await refused({ access_key_id: 'other' })).toEqual(validationFailed({ url: ['bucket_refused'] }));
    expect(await refused({ url: 'https://data' })).toEqual(validationFailed({ url: ['url_is_invalid'] }));
    expect(await refused({ endpoint: 'http://127.0.0.1:9' })).toEqual(
      validationFailed({ url: ['bucket_unreachable'] }),
    );
  });
});

it('belongs to its organization, and is an activity', async () => {
  const { event_backfills: listed } = await sandbox.ok<{ event_backfills: SingleEventBackfill[] }>(
    'GET',
    '/event_backfills?status=failed&dry_run=false',
  );
  expect(listed.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed']);
  const stranger = await Sandbox.create();
  expect(await stranger.call('GET', `/event_backfills/${listed[0]?.svc_id}`)).toEqual(notFound('event_backfill'));
  const { activity_logs: activities } = await sandbox.ok<{ activity_logs: { activity_type: string }[] }>(
    'GET',
    `/activity_logs?resource_ids[]=${listed[0]?.svc_id}`,
  );
  expect(activities.map(({ activity_type: type }) => type).sort()).toEqual([
    'event_backfill.created',
    'event_backfill.updated',
  ]);
});
