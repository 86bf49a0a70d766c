// A thousand drafts are finalized by one act on many records, and the service is killed while it works. Each invoice
// becomes final once, numbers have no gap, and the account of the act has every record with what became of it.
import { type Api, newOrganization } from '@tollgate/harness/api';
import { sleep, waitFor } from '@tollgate/harness/process';
import { testSettings } from '../test-settings.mjs';
import { act } from './act.ts';
import { putCustomer, several, totalOf } from './seller.ts';
import type { Stage } from './stage.ts';

const callers = 8;
const price = 1_000;
const begin = '2024-03-01T00:00:00Z';
const monthEnd = '2024-04-01T01:00:00Z';

interface Invoice {
  svc_id: string;
  number: string;
  status: string;
  total_amount_cents: number;
}

interface BulkAct {
  svc_id: string;
  status: string;
  records_total: number;
  records_waiting: number;
  records_done: number;
  records_skipped: number;
  records_refused: number;
  records_left: number;
}

interface Result {
  svc_record_id: string;
  outcome: string;
}

interface Activity {
  activity_source: string;
  resource_id: string;
}

/** An organization whose customers have a draft each. */
async function withDrafts(api: Api, count: number): Promise<void> {
  const plan = { name: 'Pro', code: 'pro', interval: 'monthly', amount_cents: price, amount_currency: 'EUR' };
  await api.ok('POST', '/api/v1/plans', { plan: { ...plan, pay_in_advance: false } });
  await several(count, callers, async (index) => {
    const external_customer_id = `c-${index}`;
    await putCustomer(api, external_customer_id, { billing_configuration: { invoice_grace_period: 20 } });
    await api.ok('POST', '/api/v1/subscriptions', {
      subscription: { external_customer_id, plan_code: 'pro', external_id: `s-${index}`, subscription_at: begin },
    });
  });
  await api.advanceClock(monthEnd, { patienceMs: 900_000 });
}

function problemsOf(drafts: number, invoices: Invoice[], progress: BulkAct, results: Result[]): string[] {
  const problems: string[] = [];
  if (invoices.length !== drafts) problems.push(`${invoices.length} invoices instead of ${drafts}`);
  for (const one of invoices)
    if (one.status !== 'finalized' || one.total_amount_cents !== price)
      problems.push(`invoice ${one.number} is ${one.status} over ${one.total_amount_cents} cents`);
  // One sequence for the organization: `PREFIX-202404-001`, `-002` and so on.
  const places = new Set(invoices.map(({ number }) => Number(number.split('-').at(-1))));
  for (let place = 1; place <= drafts; place++) if (!places.has(place)) problems.push(`no invoice has number ${place}`);
  const { records_total: total, records_done: done } = progress;
  if (total !== drafts || done !== drafts) problems.push(`the act counts ${done} of ${total} as done`);
  const accounted = new Set(results.map(({ svc_record_id: id }) => id));
  if (results.length !== drafts || accounted.size !== drafts)
    problems.push(`the account has ${results.length} lines about ${accounted.size} records`);
  for (const { svc_id: id, number } of invoices) if (!accounted.has(id)) problems.push(`the account lacks ${number}`);
  for (const { svc_record_id: id, outcome } of results) if (outcome !== 'done') problems.push(`${id} is ${outcome}`);
  return problems.slice(0, 20);
}

async function play(stage: Stage, drafts: number, kills: number): Promise<void> {
  const { report } = stage;
  const patience = { timeoutMs: 300_000 + drafts * 600 };
  const service = await stage.service({ ...testSettings, SWEEP_SECONDS: '5' });
  const { api } = await newOrganization(service, {
    name: 'Many drafts',
    default_currency: 'EUR',
    sandbox: true,
    frozen_time: begin,
  });
  await api.ok('PUT', '/api/v1/organizations', { organization: { document_numbering: 'per_organization' } });
  await report.attempt(`${drafts} drafts wait`, async () => {
    await withDrafts(api, drafts);
    const count = await totalOf(api, 'invoices?status=draft');
    if (count !== drafts) throw new Error(`${count} drafts`);
  });
  const body = { bulk_act: { act: 'invoices.finalize', filters: { status: 'draft' }, expected_count: drafts } };
  const { bulk_act: begun } = await api.ok<{ bulk_act: BulkAct }>('POST', '/api/v1/bulk_acts', body);
  const progress = async () =>
    (await api.ok<{ bulk_act: BulkAct }>('GET', `/api/v1/bulk_acts/${begun.svc_id}`)).bulk_act;
  await report.attempt(`the service is killed ${kills} times while it finalizes them`, async () => {
    for (let kill = 1; kill <= kills; kill++) {
      const goal = (drafts * kill) / (kills + 2);
      const some = async () => (await progress()).records_done > goal;
      await waitFor(`${Math.round(goal)} final invoices`, some, { ...patience, everyMs: 200 });
      await service.kill('SIGKILL');
      await sleep(300);
      await service.start();
    }
  });
  await report.attempt('the act goes on to its end', () =>
    waitFor('the act', async () => (await progress()).status === 'completed', { ...patience, everyMs: 500 }),
  );
  report.check(
    'each invoice is final once, and the account is exact',
    problemsOf(
      drafts,
      await api.pages<Invoice>('/api/v1/invoices', 'invoices'),
      await progress(),
      await api.pages<Result>(`/api/v1/bulk_acts/${begun.svc_id}/results`, 'bulk_act_results'),
    ),
  );
  await report.attempt('the activity log has each invoice once, as an act of its caller', async () => {
    const path = '/api/v1/activity_logs?activity_types[]=invoice.created';
    const all = async () => api.pages<Activity>(path, 'activity_logs');
    await waitFor('the activities', async () => (await all()).length >= drafts, { ...patience, everyMs: 1000 });
    const activities = await all();
    const objects = new Set(activities.map(({ resource_id: id }) => id));
    if (activities.length !== drafts || objects.size !== drafts)
      throw new Error(`${activities.length} activities about ${objects.size} invoices`);
    const others = activities.filter(({ activity_source: source }) => source !== 'api').length;
    if (others > 0) throw new Error(`${others} activities are not the caller's`);
  });
}

export const bulkActs = act({
  name: 'bulk-acts',
  options: { drafts: '1000', kills: '4' },
  quick: { drafts: '120', kills: '2' },
  play: (stage, { drafts, kills }) => play(stage, Number(drafts), Number(kills)),
});
