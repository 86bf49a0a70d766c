import { beforeAll, describe, expect, it } from '@jest/globals';
import { baseUrl, call, Sandbox } from '@tollgate/testing';

type Json = Record<string, unknown>;
const at = '2024-03-01T10:00:00Z';
const until = 'to_date=2030-01-01';

describe('the log of calls', () => {
  let sandbox: Sandbox;
  const logs = async (query = '') => (await sandbox.ok<{ api_logs: Json[] }>('GET', `/api_logs?${query}`)).api_logs;

  beforeAll(async () => {
    sandbox = await Sandbox.create(at);
    await sandbox.ok('POST', '/customers', { customer: { external_id: 'c1' } });
    await sandbox.call('PUT', '/taxes/none', { tax: { name: 'VAT' } });
    await sandbox.call('DELETE', '/taxes/none');
  });

  it('contains changes and attempted changes, with the answer', async () => {
    const [, , first] = await logs();
    expect(first).toMatchObject({
      http_method: 'post',
      http_status: 200,
      request_path: '/api/v1/customers',
      request_origin: baseUrl,
      api_version: 'v1',
      logged_at: at,
      request_body: { customer: { external_id: 'c1' } },
    });
    expect(first?.['request_response']).toMatchObject({ customer: { external_id: 'c1' } });
  });

  it('excludes calls refused before they were read, reads, and moves of the clock', async () => {
    const before = (await logs()).length;
    await sandbox.call('POST', '/customers', { nonsense: 1 });
    await call('POST', '/api/v1/customers', 'Bearer nobody', { customer: { external_id: 'c2' } });
    await sandbox.ok('GET', '/customers');
    await sandbox.advanceClock(at);
    expect(await logs()).toHaveLength(before);
  });

  it.each([
    ['http_methods[]=put', ['put']],
    ['http_methods[]=put&http_methods[]=delete', ['delete', 'put']],
    ['http_statuses[]=404', ['delete', 'put']],
    ['http_statuses[]=404&http_statuses[]=succeeded', ['post']],
    ['http_statuses[]=failed', ['delete', 'put']],
    ['request_paths[]=/api/v1/taxes/*', ['delete', 'put']],
    ['request_paths[]=/api/v1/taxes', []],
    ['request_paths[]=/api/v1/t_xes/none', []],
    ['request_paths=/api/v1/customers', ['post']],
    ['api_version=v2', []],
    ['clients[]=nobody', []],
    [`from_date=${at}&to_date=${at}`, ['delete', 'put', 'post']],
    ['to_date=2024-02-29', []],
    ['from_date=2024-03-02', []],
  ])('finds by %s', async (query, methods) => {
    expect((await logs(query)).map((log) => log['http_method'])).toEqual(methods);
  });

  it.each([
    ['from_date=nonsense', { from_date: ['invalid_date'] }],
    ['to_date=2024-02-30', { to_date: ['invalid_date'] }],
    ['http_statuses[]=odd', { http_statuses: { 0: ['value_is_invalid'] } }],
  ])('refuses %s', async (query, details) => {
    expect(await sandbox.call('GET', `/api_logs?${query}`)).toMatchObject({
      status: 422,
      body: { error_details: details },
    });
  });

  it('has pages', async () => {
    expect(await sandbox.ok('GET', '/api_logs?per_page=2&page=2')).toMatchObject({
      api_logs: [{ http_method: 'post' }],
      meta: { current_page: 2, total_pages: 2, total_count: 3 },
    });
  });

  it('continues at a cursor, in both orders', async () => {
    type Page = { api_logs: Json[]; meta: { next_cursor: string | null; total_count: number; next_page: null } };
    for (const [sort, methods] of [
      ['', ['delete', 'put', 'post']],
      ['logged_at', ['post', 'put', 'delete']],
      ['-logged_at', ['delete', 'put', 'post']],
    ] as const) {
      const seen: unknown[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const order = sort === '' ? '' : `&sort=${sort}`;
        const page: Page = await sandbox.ok<Page>('GET', `/api_logs?per_page=1&cursor=${cursor}${order}`);
        expect(page.meta).toMatchObject({ next_page: null, total_count: 3 });
        seen.push(...page.api_logs.map((log) => log['http_method']));
        cursor = page.meta.next_cursor;
      }
      // The three calls have one time of the organization's clock; their identifiers order them.
      expect([...seen].sort()).toEqual([...methods].sort());
      expect(new Set(seen).size).toBe(3);
    }
  });

  it('is searched by path, client and identifier, and counts methods and statuses', async () => {
    const [first] = await logs('http_methods[]=post');
    const id = String(first?.['request_id']);
    expect(await logs('search_term=TAXES/no')).toHaveLength(2);
    expect(await logs(`search_term=${id}`)).toHaveLength(1);
    expect(await logs(`ids[]=${id}`)).toMatchObject([{ request_id: id }]);
    expect(await logs('search_term=nowhere')).toEqual([]);
    expect(await logs('created_at_to=2020-01-01')).toEqual([]);
    expect(await sandbox.ok('GET', '/api_logs?counts=http_method&http_methods[]=put')).toMatchObject({
      meta: { total_count: 1, counts: { post: 1, put: 1, delete: 1, patch: 0 } },
    });
    expect(await sandbox.ok('GET', '/api_logs?counts=http_status&http_methods[]=put')).toMatchObject({
      meta: { counts: { 404: 1 } },
    });
  });

  it.each([
    ['cursor=nonsense', { cursor: ['value_is_invalid'] }],
    ['sort=client', { sort: ['must be one of: logged_at, -logged_at'] }],
    ['counts=client', { counts: ['must be one of: http_method, http_status'] }],
    ['ids[]=1', { ids: { 0: ['value_is_invalid'] } }],
  ])('refuses %s', async (query, details) => {
    expect(await sandbox.call('GET', `/api_logs?${query}`)).toMatchObject({
      status: 422,
      body: { error_details: details },
    });
  });

  it('contains no secret', async () => {
    const { api_key: key } = await sandbox.ok<{ api_key: { value: string } }>('POST', '/api_keys', {
      api_key: { name: 'second' },
    });
    const [log] = await logs('request_paths[]=/api/v1/api_keys');
    expect(JSON.stringify(log)).not.toContain(key.value);
    expect(log?.['request_response']).toMatchObject({ api_key: { value: '[removed]' } });
  });
});

describe('the security log', () => {
  let sandbox: Sandbox;
  const logs = async (query = until) =>
    (await sandbox.ok<{ security_logs: Json[] }>('GET', `/security_logs?${query}`)).security_logs;

  beforeAll(async () => {
    sandbox = await Sandbox.create(at);
  });

  it('contains changes of API keys', async () => {
    const { api_key: key } = await sandbox.ok<{ api_key: { svc_id: string; value: string } }>('POST', '/api_keys', {
      api_key: { name: 'reader', permissions: { tax: ['read'], plan: ['read'] } },
    });
    const path = `/api_keys/${key.svc_id}`;
    await sandbox.ok('PUT', path, { api_key: { name: 'other', permissions: { tax: ['read', 'write'] } } });
    await sandbox.ok('PUT', path, { api_key: { name: 'other' } });
    const { api_key: next } = await sandbox.ok<{ api_key: { svc_id: string; value: string } }>(
      'POST',
      `${path}/rotate`,
      {
        api_key: { name: 'next', expires_at: '2199-01-01T00:00:00Z' },
      },
    );
    await sandbox.ok('DELETE', `/api_keys/${next.svc_id}`);
    const [ending, newEnding] = [key.value.slice(-4), next.value.slice(-4)];
    const seen = await logs(`${until}&log_types[]=api_key`);
    expect(seen.map(({ log_event, resources }) => ({ log_event, resources }))).toEqual([
      { log_event: 'api_key.deleted', resources: { name: 'next', value_ending: newEnding } },
      {
        log_event: 'api_key.rotated',
        resources: { name: 'next', value_ending: { deleted: ending, added: newEnding } },
      },
      {
        log_event: 'api_key.updated',
        resources: {
          name: { deleted: 'reader', added: 'other' },
          value_ending: ending,
          permissions: { deleted: ['plan:read'], added: ['tax:write'] },
        },
      },
      {
        log_event: 'api_key.created',
        resources: { name: 'reader', value_ending: ending, permissions: ['tax:read', 'plan:read'] },
      },
    ]);
    expect(seen[0]).toMatchObject({ log_type: 'api_key', logged_at: at, user_email: null, device_info: {} });
  });

  it('contains changes of webhook endpoints and issuers', async () => {
    const { webhook_endpoint: endpoint } = await sandbox.ok<{ webhook_endpoint: { svc_id: string } }>(
      'POST',
      '/webhook_endpoints',
      { webhook_endpoint: { webhook_url: 'https://a.example.com/hook' } },
    );
    const path = `/webhook_endpoints/${endpoint.svc_id}`;
    await sandbox.ok('PUT', path, { webhook_endpoint: { webhook_url: 'https://b.example.com/hook' } });
    await sandbox.ok('DELETE', path);
    await sandbox.ok('POST', '/billing_entities', { billing_entity: { code: 'second', name: 'Second' } });
    await sandbox.ok('PUT', '/billing_entities/second', { billing_entity: { name: 'Third' } });
    await sandbox.awaitIdle();
    const seen = await logs(`${until}&log_types[]=webhook_endpoint&log_types[]=billing_entity`);
    expect(seen.map(({ log_event }) => log_event).sort()).toEqual([
      'billing_entity.created',
      'billing_entity.updated',
      'webhook_endpoint.created',
      'webhook_endpoint.deleted',
      'webhook_endpoint.updated',
    ]);
    expect(seen.find(({ log_event }) => log_event === 'billing_entity.updated')).toMatchObject({
      resources: { billing_entity_code: 'second', name: { deleted: 'Second', added: 'Third' } },
    });
  });

  it('filters by key and event, within a span', async () => {
    const { api_keys: keys } = await sandbox.ok<{ api_keys: { svc_id: string; last_used_at: string | null }[] }>(
      'GET',
      '/api_keys',
    );
    expect(keys[0]?.last_used_at).not.toBeNull();
    const all = (await logs()).length;
    expect(await logs(`${until}&api_key_ids[]=${keys[0]?.svc_id}`)).toHaveLength(all);
    expect(await logs(`${until}&api_key_ids[]=nobody`)).toEqual([]);
    expect(await logs(`${until}&log_events[]=api_key.rotated`)).toHaveLength(1);
    expect(await logs('to_date=2024-02-29')).toEqual([]);
    expect(await sandbox.call('GET', '/security_logs?to_date=nonsense')).toMatchObject({
      status: 422,
      body: { error_details: { to_date: ['invalid_date'] } },
    });
  });
});
