import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { baseUrl, eventsWith, Sandbox, storedEvents, waitFor } from '@tollgate/testing';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await Sandbox.create()));

interface Source {
  secret: string;
  paths: string[];
  taken: number;
  repeated: number;
  refused: number;
  last_error: string | null;
}

async function create(code: string, input: object): Promise<Source> {
  const { event_source: source } = await sandbox.ok<{ event_source: Source }>('POST', '/event_sources', {
    event_source: { code, name: code, ...input },
  });
  return source;
}

async function send(path: string, secret: string, body: string | Buffer, headers: Record<string, string> = {}) {
  const response = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const type = response.headers.get('content-type') ?? '';
  return {
    status: response.status,
    type,
    bytes,
    body: type.startsWith('application/json') ? (JSON.parse(bytes.toString()) as Record<string, unknown>) : null,
  };
}

/** The codes and subscriptions of stored events, in the order of their ids. */
const storedCodes = async (transactionIds: string[]) =>
  (await Promise.all(transactionIds.map((id) => storedEvents(sandbox, id))))
    .flat()
    .map(({ code, external_subscription_id: subscription }) => `${code} ${subscription}`);

const calls = [
  {
    code: 'calls',
    subscription: 'customer',
    timestamp: 'at',
    properties: [{ name: 'units', path: 'units', factor: '0.001' }],
  },
];

describe('an event source', () => {
  it('shows its secret once, takes records, and counts a repetition once', async () => {
    const { secret, paths } = await create('hook', { kind: 'webhook', rules: calls });
    expect(paths).toEqual(['/api/v1/event_sources/hook/events']);
    const body = JSON.stringify([
      { id: 'a', customer: 's1', at: '2024-01-01T00:00:00Z', units: 1500 },
      { id: 'b', customer: 's2', units: 2 },
      { id: 'c', units: 2 },
    ]);
    const receipt = { refused: 1, ignored: 0, refusals: [{ input: 2, rule: 'calls' }] };
    expect((await send(paths[0] ?? '', secret, body)).body).toMatchObject({
      event_source_receipt: { taken: 2, repeated: 0, ...receipt },
    });
    expect((await send(paths[0] ?? '', secret, body)).body).toMatchObject({
      event_source_receipt: { taken: 0, repeated: 2, ...receipt },
    });
    expect(await storedCodes(['a:calls', 'b:calls'])).toEqual(['calls s1', 'calls s2']);
    const { event } = await sandbox.ok<{ event: object }>('GET', '/events/a%3Acalls');
    expect(event).toMatchObject({ timestamp: '2024-01-01T00:00:00.000Z', properties: { units: '1.5' } });
    const counted = await waitFor('the counts are written', async () => {
      const { event_source: source } = await sandbox.ok<{ event_source: Source }>('GET', '/event_sources/hook');
      return source.taken + source.repeated === 4 ? source : undefined;
    });
    expect(counted).toMatchObject({
      secret: `••••••••${secret.slice(-4)}`,
      taken: 2,
      repeated: 2,
      refused: 2,
      last_error: 'calls: external_subscription_id: attribute_missing',
    });
  });

  it('takes an API key, too, and nothing from others', async () => {
    const { secret } = await create('keys', { kind: 'webhook', rules: calls });
    const other = await create('other', { kind: 'webhook', rules: calls });
    const body = JSON.stringify({ id: 'k', customer: 's1', units: 1 });
    const path = '/api/v1/event_sources/keys/events';
    expect((await send(path, sandbox.apiKey, body)).status).toBe(200);
    expect((await send(path, 'tge_unknown', body)).status).toBe(401);
    expect((await send(path, other.secret, body)).body).toMatchObject({ code: 'secret_of_another_event_source' });
    expect((await send('/api/v1/events', secret, '{"event":{}}')).status).toBe(401);
    expect((await send('/api/v1/event_sources/none/events', sandbox.apiKey, body)).status).toBe(404);
    expect((await send('/api/v1/otlp/keys/v1/traces', secret, '{}')).status).toBe(404);
    const stranger = await Sandbox.create();
    expect((await send(path, stranger.apiKey, body)).status).toBe(404);
  });

  it('that is disabled, replaced its secret, or is deleted, says so', async () => {
    const { secret } = await create('ends', { kind: 'webhook', rules: calls });
    const path = '/api/v1/event_sources/ends/events';
    const body = JSON.stringify({ id: 'k', customer: 's1', units: 1 });
    await sandbox.ok('PUT', '/event_sources/ends', { event_source: { enabled: false } });
    const refused = await waitFor('the source is disabled', async () => {
      const answer = await send(path, secret, body);
      return answer.status === 403 ? answer : undefined;
    });
    expect(refused.body).toMatchObject({ code: 'event_source_disabled' });
    await sandbox.ok('PUT', '/event_sources/ends', { event_source: { enabled: true } });
    const { event_source: rotated } = await sandbox.ok<{ event_source: Source }>('POST', '/event_sources/ends/rotate');
    await waitFor('the old secret ends', async () =>
      (await send(path, secret, body)).status === 401 ? true : undefined,
    );
    await waitFor('the new secret is known', async () =>
      (await send(path, rotated.secret, body)).status === 200 ? true : undefined,
    );
    await sandbox.ok('DELETE', '/event_sources/ends');
    const gone = await waitFor('the source is gone', async () => {
      const answer = await send(path, rotated.secret, body);
      return answer.status === 404 ? answer : undefined;
    });
    expect(gone.body).toMatchObject({ code: 'event_source_not_found' });
  });

  it('is in the activity log, without its secret', async () => {
    const { secret } = await create('logged', { kind: 'webhook', rules: calls });
    await sandbox.ok('PUT', '/event_sources/logged', { event_source: { name: 'Renamed' } });
    await sandbox.ok('DELETE', '/event_sources/logged');
    interface Activity {
      activity_type: string;
      activity_object: { code: string };
      activity_object_changes: object;
    }
    const entries = await waitFor('the activities are there', async () => {
      const { activity_logs: all } = await sandbox.ok<{ activity_logs: Activity[] }>(
        'GET',
        '/activity_logs?resource_types[]=EventSource',
      );
      const own = all.filter(({ activity_object: { code } }) => code === 'logged');
      return own.length === 3 ? own : undefined;
    });
    expect(entries.map(({ activity_type: type }) => type).sort()).toEqual([
      'event_source.created',
      'event_source.deleted',
      'event_source.updated',
    ]);
    const changed = entries.find(({ activity_type: type }) => type.endsWith('updated'));
    expect(changed?.activity_object_changes).toMatchObject({ name: ['logged', 'Renamed'] });
    expect(JSON.stringify(entries)).not.toContain(secret);
  });

  it('refuses a body of which nothing can be stored', async () => {
    const { secret, paths } = await create('wrong', { kind: 'webhook', rules: calls });
    const answer = await send(paths[0] ?? '', secret, JSON.stringify({ id: 'x'.repeat(300), customer: 's', units: 1 }));
    expect([answer.status, answer.body?.['error_details']]).toEqual([
      422,
      { 0: { calls: { transaction_id: ['value_is_too_long'] } } },
    ]);
    expect((await send(paths[0] ?? '', secret, '"text"')).status).toBe(400);
    expect((await send(paths[0] ?? '', secret, 'x', { 'content-type': 'text/plain' })).status).toBe(415);
  });

  it('takes a record in each line', async () => {
    const { secret, paths } = await create('lines', { kind: 'webhook', rules: calls });
    const records = [1, 2, 3].map((number) => ({ id: `l${number}`, customer: 's', units: number }));
    const lines = records.map((record) => JSON.stringify(record)).join('\n');
    for (const type of ['application/json', 'application/x-ndjson'])
      expect((await send(paths[0] ?? '', secret, lines, { 'content-type': type })).body).toMatchObject({
        event_source_receipt: { taken: type === 'application/json' ? 3 : 0, refused: 0 },
      });
    const tried = await send('/api/v1/event_sources/lines/try', sandbox.apiKey, lines);
    expect(tried.body).toMatchObject({ event_source_trial: { inputs: [{ input_id: 'l1' }, {}, {}] } });
  });

  it('lists the last records that it refused, newest first', async () => {
    const { secret, paths } = await create('refusing', { kind: 'webhook', rules: calls });
    const records = Array.from({ length: 130 }, (_, index) => ({ id: `r${index}`, units: 1 }));
    expect((await send(paths[0] ?? '', secret, JSON.stringify(records))).status).toBe(422);
    expect((await send(paths[0] ?? '', secret, '"text"')).status).toBe(400);
    interface Refusals {
      event_source_refusals: object[];
      meta: { total_count: number };
    }
    const read = (page: string) => sandbox.ok<Refusals>('GET', `/event_sources/refusing/refusals${page}`);
    const listed = await waitFor('the refusals are written', async () => {
      const first = await read('?per_page=2');
      return first.meta.total_count === 100 && JSON.stringify(first).includes('"base"') ? first : undefined;
    });
    expect(listed).toMatchObject({
      event_source_refusals: [
        { record: null, place: null, rule: null, errors: { base: [expect.stringContaining('no JSON object')] } },
        { record: 'r129', place: null, rule: 'calls', errors: { external_subscription_id: ['attribute_missing'] } },
      ],
      meta: { total_count: 100 },
    });
    expect((await read('?per_page=1&page=100')).event_source_refusals).toMatchObject([{ record: 'r31' }]);
    await sandbox.ok('DELETE', '/event_sources/refusing');
    expect((await sandbox.call('GET', '/event_sources/refusing/refusals')).status).toBe(404);
  });

  it('takes more records than a batch has events, and each event once', async () => {
    const { secret, paths } = await create('many', { kind: 'webhook', rules: calls });
    const records = Array.from({ length: 250 }, (_, index) => ({ id: `m${index % 240}`, customer: 's', units: 1 }));
    expect((await send(paths[0] ?? '', secret, JSON.stringify(records))).body).toMatchObject({
      event_source_receipt: { taken: 240, repeated: 10, refused: 0 },
    });
  });
});

const spans = (...list: object[]) => JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: list }] }] });
const span = (spanId: string, attributes: Record<string, string>) => ({
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId,
  endTimeUnixNano: '1704067200000000000',
  attributes: Object.entries(attributes).map(([key, value]) => ({ key, value: { stringValue: value } })),
});
const call = { external_subscription_id: 's1', 'gen_ai.usage.input_tokens': '5', 'gen_ai.usage.output_tokens': '7' };

describe('a source of traces', () => {
  it('answers as OTLP asks, in the encoding of the body', async () => {
    const { secret, paths } = await create('traces', { kind: 'gen_ai' });
    expect(paths).toEqual(['/api/v1/otlp/traces/v1/traces', '/api/v1/otlp/traces/v1/logs']);
    const [path = ''] = paths;
    const body = spans(span('b7ad6b7169203331', call), span('b7ad6b7169203332', {}));
    expect(await send(path, secret, body)).toMatchObject({ status: 200, body: {} });
    expect(await send(path, secret, gzipSync(body), { 'content-encoding': 'gzip' })).toMatchObject({ body: {} });
    const ids = ['input', 'output'].map(
      (part) => `0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331:llm_${part}_tokens`,
    );
    expect(await storedCodes(ids)).toEqual(['llm_input_tokens s1', 'llm_output_tokens s1']);
    const { external_subscription_id: _, ...anonymous } = call;
    const refused = await send(
      path,
      secret,
      spans(span('b7ad6b7169203333', anonymous), span('b7ad6b7169203334', call)),
    );
    expect(refused).toMatchObject({ status: 200, body: { partialSuccess: { rejectedSpans: '1' } } });
    const binary = { 'content-type': 'application/x-protobuf' };
    expect(await send(path, secret, Buffer.alloc(0), binary)).toMatchObject({
      status: 200,
      type: 'application/x-protobuf',
    });
    expect(await send(path, secret, Buffer.from([0xff]), binary)).toMatchObject({
      status: 400,
      type: 'application/x-protobuf',
    });
    expect((await send(path, 'tge_unknown', Buffer.alloc(0), binary)).status).toBe(401);
    expect((await send(path, secret, body, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await send(path, secret, '[]')).status).toBe(400);
    expect((await send('/api/v1/otlp/traces/v1/metrics', secret, '{}')).status).toBe(404);
  });

  it('shows what would come of a body, and stores nothing', async () => {
    await create('tried', { kind: 'gen_ai' });
    const attempt = async (body: string) => {
      const { event_source_trial: trial } = await sandbox.ok<{ event_source_trial: { inputs: unknown[] } }>(
        'POST',
        '/event_sources/tried/try',
        JSON.parse(body),
      );
      return trial.inputs;
    };
    const { external_subscription_id: _, ...anonymous } = call;
    expect(await attempt(spans(span('c7ad6b7169203331', call), span('c7ad6b7169203332', anonymous)))).toMatchObject([
      {
        input_id: '0af7651916cd43dd8448eb211c80319c-c7ad6b7169203331',
        events: [
          {
            rule: 'llm_input_tokens',
            external_subscription_id: 's1',
            timestamp: '2024-01-01T00:00:00.000Z',
            properties: { tokens: '5' },
          },
          { rule: 'llm_output_tokens', properties: { tokens: '7' } },
        ],
        refusals: [],
        skipped: [{ rule: 'llm_cached_tokens' }, { rule: 'llm_reasoning_tokens' }],
      },
      { events: [], refusals: [{ errors: { external_subscription_id: ['attribute_missing'] } }, {}] },
    ]);
    const tried = '0af7651916cd43dd8448eb211c80319c-c7ad6b7169203331:llm_input_tokens';
    expect(await eventsWith(sandbox, tried)).toEqual([]);
  });
});

describe('the rules of a source', () => {
  const errorsOf = async (input: object) => {
    const answer = await sandbox.call('POST', '/event_sources', {
      event_source: { code: 'rules', name: 'Rules', kind: 'webhook', ...input },
    });
    return [answer.status, (answer.body as { error_details?: unknown }).error_details];
  };

  it('are checked, each with its place', async () => {
    const wrong = {
      code: 'a',
      subscription: '',
      when: [
        { path: 'x', operator: 'like' },
        { path: 'x', operator: 'less_than', value: 'y' },
      ],
      properties: [{ name: 'n' }, { name: 'm', path: 'p', factor: 'two' }],
    };
    expect(
      await errorsOf({ rules: [wrong, { code: 'b', subscription: 's' }, { code: 'b', subscription: 's' }] }),
    ).toEqual([
      422,
      {
        'rules.0.subscription': ['value_is_mandatory'],
        'rules.2.code': ['value_already_exist'],
      },
    ]);
    expect(await errorsOf({ rules: [{ ...wrong, subscription: 's' }] })).toEqual([
      422,
      {
        'rules.0.when.0.operator': ['value_is_invalid'],
        'rules.0.when.1.value': ['is not a number'],
        'rules.0.properties.0.path': ['value_is_mandatory'],
        'rules.0.properties.1.factor': ['is not a number'],
      },
    ]);
    expect(await errorsOf({})).toEqual([422, { rules: ['value_is_mandatory'] }]);
    expect(await errorsOf({ kind: 'pigeon' })).toEqual([422, { kind: ['value_is_invalid'] }]);
    const many = Array.from({ length: 21 }, (_, index) => ({ code: `c${index}`, subscription: 's' }));
    expect(await errorsOf({ rules: many })).toEqual([422, { rules: ['too_many_rules'] }]);
  });
});
