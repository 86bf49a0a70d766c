import { beforeAll, describe, expect, it } from '@jest/globals';
import { allRoutes, type Route } from '@tollgate/contracts';
import { aCustomer, aMetric, aPlan, aSubscription, baseUrl, Sandbox } from '@tollgate/testing';
import { newId } from '../ids.js';

interface Meta {
  total_count: number;
  next_page: number | null;
  next_cursor?: string | null;
  counts?: Record<string, number>;
}

const names = ['b%', 'Ada', 'ada', 'Zoë', undefined, 'Bob_', 'Eve'];
let sandbox: Sandbox;
let other: Sandbox;
beforeAll(async () => {
  [sandbox, other] = await Promise.all([Sandbox.create('2026-01-01T00:00:00Z'), Sandbox.create()]);
  await aCustomer('foreign').createIn(other);
  await aMetric().createIn(sandbox);
  await aPlan('p').monthly(1_000).with({ pay_in_advance: true }).createIn(sandbox);
  for (const [place, name] of names.entries()) {
    // Some rows have the same time of creation.
    if (place % 3 === 0) await sandbox.advanceClock(`2026-01-0${place + 1}T00:00:00Z`);
    const code = `c${place}`;
    await aCustomer(code).with({ name, currency: 'EUR' }).createIn(sandbox);
    await aSubscription(`s${place}`, code).createIn(sandbox);
    await sandbox.ok('POST', '/wallets', { wallet: { external_customer_id: code, rate_amount: '1', currency: 'EUR' } });
    await sandbox.ok('POST', '/taxes', { tax: { name: `T${place % 3}`, code, rate: '20' } });
    await sandbox.ok('POST', '/add_ons', {
      add_on: { name: `A${place % 3}`, code, amount_cents: 500 * ((place % 3) + 1), amount_currency: 'EUR' },
    });
    await sandbox.ok('POST', '/coupons', {
      coupon: {
        name: `C${place % 2}`,
        code,
        coupon_type: 'percentage',
        percentage_rate: '10',
        frequency: 'once',
        ...(place % 2
          ? { expiration: 'no_expiration' }
          : { expiration: 'time_limit', expiration_at: `2026-03-0${place + 1}` }),
      },
    });
    await sandbox.ok('POST', '/applied_coupons', { applied_coupon: { external_customer_id: code, coupon_code: code } });
    await sandbox.ok('POST', '/features', { feature: { code, name: `F${place}` } });
  }
  for (const path of ['a', 'B'])
    await sandbox.ok('POST', '/webhook_endpoints', { webhook_endpoint: { webhook_url: `http://127.0.0.1:9/${path}` } });
  await sandbox.advanceClock('2026-03-10T00:00:00Z');
  const { invoices } = await sandbox.ok<{ invoices: { svc_id: string; total_amount_cents: number }[] }>(
    'GET',
    '/invoices',
  );
  for (const [place, { svc_id: invoice_id, total_amount_cents: total }] of invoices.slice(0, 6).entries())
    await sandbox.ok('POST', '/payments', {
      payment: { invoice_id, amount_cents: Math.max(1, total - place), reference: `r${place}` },
    });
  // Activities and webhooks follow from messages, and the clock waits for those.
  await sandbox.advanceClock('2026-03-10T00:00:01Z');
}, 300_000);

/** All lists of the organization that can be sorted. */
const sortable = allRoutes.filter(
  ({ access, method, path, query }) =>
    access === undefined && method === 'GET' && !path.includes(':') && query !== undefined && 'sort' in query.shape,
);
const sortsOf = ({ query }: Route): string[] =>
  (query?.shape['sort'] as unknown as { unwrap(): { options: string[] } }).unwrap().options;

type Row = { svc_id?: string; activity_id?: string; request_id?: string; code?: string };

async function listed(path: string, parameters = '', of = sandbox): Promise<{ ids: string[]; meta: Meta }> {
  const { meta, ...lists } = await of.ok<{ meta: Meta }>('GET', `${path}?${parameters}`);
  const [rows = []] = Object.values(lists) as Row[][];
  return { ids: rows.map((row) => row.svc_id ?? row.activity_id ?? row.request_id ?? row.code ?? ''), meta };
}

/** Follows the cursors of a list to its end. */
async function walked(path: string, parameters: string, size = 2): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await listed(path, `${parameters}&per_page=${size}&cursor=${cursor}`);
    ids.push(...page.ids);
    expect([path, page.ids.length <= size]).toEqual([path, true]);
    cursor = page.meta.next_cursor ?? null;
  }
  return ids;
}

const answerTo = (path: string) =>
  fetch(`${baseUrl}/api/v1${path}`, { headers: { authorization: `Bearer ${sandbox.apiKey}` } });
const refusals = async (path: string) => {
  const { status, body } = await sandbox.call('GET', path);
  return [status, (body as { error_details?: unknown }).error_details];
};

describe.each(sortable.map((route) => [route.path, route] as const))('%s', (path, route) => {
  it('has each row once in every order, by pages and by cursors', async () => {
    const everyStatus = path === '/subscriptions' ? 'status[]=any' : '';
    for (const sort of [undefined, ...sortsOf(route)]) {
      const parameters = `${everyStatus}&${sort === undefined ? '' : `sort=${sort}`}`;
      const { ids, meta } = await listed(path, `${parameters}&per_page=1000`);
      expect([sort, ids.length, new Set(ids).size]).toEqual([sort, meta.total_count, ids.length]);
      expect([sort, await walked(path, parameters, Math.max(2, Math.ceil(ids.length / 10)))]).toEqual([sort, ids]);
      if (sort?.startsWith('-')) {
        const forwards = await listed(path, `${everyStatus}&sort=${sort.slice(1)}&per_page=1000`);
        expect([sort, [...forwards.ids].reverse()]).toEqual([sort, ids]);
      }
    }
  });

  it('has no cursor and no counts unless requested', async () => {
    expect(Object.keys((await listed(path)).meta)).toEqual([
      'current_page',
      'next_page',
      'prev_page',
      'total_pages',
      'total_count',
    ]);
  });

  it('is narrowed by identifiers, days and text', async () => {
    const everyStatus = path === '/subscriptions' ? 'status[]=any' : '';
    const { ids } = await listed(path, everyStatus);
    const some = ids.slice(0, 2);
    if (some.length > 0 && 'ids' in (route.query?.shape ?? {}))
      expect((await listed(path, `${everyStatus}&${some.map((id) => `ids[]=${id}`).join('&')}`)).ids).toEqual(some);
    expect((await listed(path, `${everyStatus}&created_at_from=2100-01-01`)).ids).toEqual([]);
    expect((await listed(path, `${everyStatus}&created_at_to=2000-01-01`)).ids).toEqual([]);
    expect((await listed(path, `${everyStatus}&created_at_from=2026-01-01&created_at_to=2099-12-31`)).ids).toEqual(ids);
    expect((await listed(path, `${everyStatus}&search_term=no%20such%20thing`)).ids).toEqual([]);
  });

  it('refuses what it does not know', async () => {
    expect(await refusals(`${path}?sort=nothing`)).toEqual([
      422,
      { sort: [expect.stringMatching(/^must be one of: /)] },
    ]);
    expect(await refusals(`${path}?cursor=abc`)).toEqual([422, { cursor: ['value_is_invalid'] }]);
    if ('ids' in (route.query?.shape ?? {}))
      expect(await refusals(`${path}?ids[]=abc`)).toEqual([422, { ids: { 0: ['value_is_invalid'] } }]);
    expect(await refusals(`${path}?created_at_from=tomorrow`)).toEqual([422, { created_at_from: ['invalid_date'] }]);
  });
});

const codesOf = async (parameters: string) =>
  (await sandbox.ok<{ customers: { external_id: string }[] }>('GET', `/customers?${parameters}`)).customers.map(
    ({ external_id: code }) => code,
  );

describe('customers', () => {
  it('are sorted by name regardless of case, those without one first', async () => {
    expect(await codesOf('sort=name')).toEqual(['c4', 'c1', 'c2', 'c0', 'c5', 'c6', 'c3']);
  });

  it('are found by a text literally', async () => {
    expect(await codesOf('search_term=%25')).toEqual(['c0']);
    expect(await codesOf('search_term=B_')).toEqual(['c5']);
    expect(await codesOf('search_term=B%5C_')).toEqual([]);
  });

  it('are found by an index of their texts, in the one organization', async () => {
    const [name, email] = ['GRÜN & Söhne 100%_ok', 'Office@Example.org'];
    await aCustomer('indexed').with({ name, legal_name: 'a\\bcd', email }).createIn(sandbox);
    await aCustomer('like-indexed').with({ name: 'grun & sohne 100x ok' }).createIn(other);
    for (const term of ['grün', ' SÖHNE 100%_', 'fice@EXAMPLE', 'a\\bcd', 'ndexe'])
      expect([term, await codesOf(`search_term=${encodeURIComponent(term)}`)]).toEqual([term, ['indexed']]);
    for (const term of ['100_ok', 'söhne 100xx', 'foreign', 'grün%', 'like-indexed'])
      expect([term, await codesOf(`search_term=${encodeURIComponent(term)}`)]).toEqual([term, []]);
    expect(await codesOf('search_term=indexed&sort=-name')).toEqual(['indexed']);
    expect((await listed('/customers', 'search_term=indexed', other)).meta.total_count).toBe(1);
    expect((await listed('/customers', 'search_term=indexed&cursor=', other)).meta.total_count).toBe(1);
    await sandbox.ok('DELETE', '/customers/indexed');
    expect(await codesOf('search_term=indexed')).toEqual([]);
    await other.ok('DELETE', '/customers/like-indexed');
  });

  it('of another organization are in no answer', async () => {
    const { ids } = await listed('/customers', '', other);
    expect(await codesOf(`ids[]=${ids[0]}`)).toEqual([]);
    const { meta } = await listed('/customers', 'per_page=1&cursor=');
    const foreign = await listed('/customers', `cursor=${meta.next_cursor}`, other);
    expect([foreign.ids, foreign.meta.total_count]).toEqual([ids, 1]);
  });

  it('that come during a walk change nothing of the rest', async () => {
    const { meta, ids } = await listed('/customers', 'per_page=3&cursor=&sort=-created_at');
    await aCustomer('later').createIn(sandbox);
    const rest = await listed('/customers', `cursor=${meta.next_cursor}&sort=-created_at`);
    expect([ids.length, rest.ids.length, rest.meta.next_cursor]).toEqual([3, 4, null]);
    await sandbox.ok('DELETE', '/customers/later');
  });
});

describe('documents', () => {
  it('are found by parts of their number, reference, customer and subscription, and by identifier', async () => {
    const { invoices } = await sandbox.ok<{ invoices: { svc_id: string; number: string; customer: Row }[] }>(
      'GET',
      '/invoices',
    );
    const [invoice] = invoices as [(typeof invoices)[number]];
    expect((await listed('/invoices', `search_term=${invoice.number.slice(1).toLowerCase()}`)).ids).toEqual([
      invoice.svc_id,
    ]);
    expect((await listed('/invoices', `search_term=${invoice.svc_id.toUpperCase()}`)).ids).toEqual([invoice.svc_id]);
    const { ids: ofZoe } = await listed('/invoices', 'external_customer_id=c3');
    expect((await listed('/invoices', `search_term=${encodeURIComponent('zoë')}`)).ids).toEqual(ofZoe);
    expect((await listed('/invoices', `search_term=${invoice.number}`, other)).ids).toEqual([]);
    expect((await listed('/payments', 'search_term=r3')).ids).toHaveLength(1);
    expect((await listed('/subscriptions', 'search_term=s4')).ids).toHaveLength(1);
    const { ids } = await listed('/subscriptions');
    expect((await listed('/subscriptions', `search_term=${ids[0]}`)).ids).toEqual(ids.slice(0, 1));
  });
});

describe('counts', () => {
  it('tell of each state, whatever the filter of the state says', async () => {
    const everything = { pending: 0, active: 7, terminated: 0, canceled: 0, incomplete: 0 };
    expect((await listed('/subscriptions', 'counts=status')).meta.counts).toEqual(everything);
    expect((await listed('/subscriptions', 'counts=status&status[]=terminated')).meta.counts).toEqual(everything);
    expect((await listed('/subscriptions', 'counts=status&external_customer_id=c1')).meta.counts).toMatchObject({
      active: 1,
    });
    const { meta } = await listed('/invoices', 'counts=status&status=draft&per_page=1');
    expect(meta.counts?.['finalized']).toBeGreaterThan(0);
    const { meta: paid } = await listed('/payments', 'counts=payment_status&payment_status=failed');
    expect([paid.total_count, paid.counts]).toEqual([0, { pending: 0, processing: 0, succeeded: 6, failed: 0 }]);
    expect(await refusals('/invoices?counts=number')).toEqual([422, { counts: [expect.anything()] }]);
  });
});

describe('lists of identifiers in an address', () => {
  it('have up to 1,000, percent-encoded, and no more', async () => {
    const sandbox = await Sandbox.create();
    const ids = (count: number, name: string) =>
      Array.from({ length: count }, () => `${encodeURIComponent(name)}=${newId()}`).join('&');
    for (const path of ['/invoices', '/fees', '/customers', '/payments'])
      expect((await sandbox.call('GET', `${path}?${ids(1_000, 'ids[]')}`)).status).toBe(200);
    expect((await sandbox.call('GET', `/customer_summaries?${ids(1_000, 'external_ids[]')}`)).status).toBe(200);
    const more = await sandbox.call('GET', `/invoices?${ids(1_001, 'ids[]')}`);
    expect([more.status, more.body['error_details']]).toEqual([422, { ids: ['value_is_too_long'] }]);
    const head = await sandbox.call('GET', `/invoices?${ids(1_500, 'ids[]')}`);
    expect([head.status, head.body['error_details']]).toEqual([431, { maximum_bytes: 65_536 }]);
  });
});

describe('parameters without effect', () => {
  it('are reported, and change nothing', async () => {
    const plain = await answerTo('/plans');
    const reported = await answerTo('/plans?page=1&color=red&order_by[]=name&%0d%0aset-cookie=1&x-y=1');
    expect([plain.headers.get('x-ignored-parameters'), reported.headers.get('x-ignored-parameters')]).toEqual([
      null,
      'color, order_by',
    ]);
    expect(await reported.json()).toEqual(await plain.json());
  });
});
