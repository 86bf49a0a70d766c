// npm run test:mails [-- --invoices 5000]
// A mail server hangs while many invoices are issued, whose mails are due. The service must not wait for it: calls are
// answered, invoices are issued, and files are drawn. After the server answers again, it gets each mail once.
// Closes with `N passed, N failed`.
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { type Api, newOrganization } from '@tollgate/harness/api';
import { say, sleep, waitFor } from '@tollgate/harness/process';
import { Report } from '@tollgate/harness/report';
import { startStandalone } from '@tollgate/harness/standalone';
import { startMailServer, type HangingMailServer } from './mail-server.ts';

const { values } = parseArgs({ options: { invoices: { type: 'string', default: '5000' } } });
const invoices = Number(values.invoices);
const callers = 4;
/** Calls beside the hanging mails: half of them take less, and nearly all less than a second. */
const middleMs = 250;
const longestMs = 2_000;
/** A mail waits as long again as it has waited; then two at a time are sent with their files. */
const deliveredWithinMs = 600_000 + invoices * 250;

const report = new Report();

async function organizationOf(service: Parameters<typeof newOrganization>[0]): Promise<Api> {
  const { api } = await newOrganization(service, { name: 'Mails', default_currency: 'EUR' });
  const { billing_entities: issuers } = await api.ok<{ billing_entities: { code: string }[] }>(
    'GET',
    '/api/v1/billing_entities',
  );
  const billing_entity = { email: 'billing@nimbus.example', email_settings: ['invoice.finalized'] };
  await api.ok('PUT', `/api/v1/billing_entities/${issuers[0]?.code}`, { billing_entity });
  await api.ok('POST', '/api/v1/add_ons', {
    add_on: { name: 'Setup', code: 'setup', amount_cents: 1000, amount_currency: 'EUR' },
  });
  await api.ok('POST', '/api/v1/customers', {
    customer: { external_id: 'c', currency: 'EUR', email: 'ap@acme.example' },
  });
  return api;
}

/** Issues invoices, a few at a time. @returns their ids */
async function issue(api: Api): Promise<string[]> {
  const ids: string[] = [];
  let left = invoices;
  const next = async (): Promise<void> => {
    while (left-- > 0) {
      const invoice = { external_customer_id: 'c', currency: 'EUR', fees: [{ add_on_code: 'setup' }] };
      ids.push((await api.ok<{ invoice: { svc_id: string } }>('POST', '/api/v1/invoices', { invoice })).invoice.svc_id);
    }
  };
  await Promise.all(Array.from({ length: callers }, next));
  return ids;
}

const countOf = async (api: Api, status: string): Promise<number> =>
  (await api.ok<{ meta: { total_count: number } }>('GET', `/api/v1/emails?status=${status}&per_page=1`)).meta
    .total_count;

/** Reads invoices and downloads a file while the mails wait. */
async function workBeside(api: Api, id: string): Promise<void> {
  const took: number[] = [];
  for (let call = 0; call < 40; call++) {
    const begun = performance.now();
    await api.ok('GET', `/api/v1/invoices/${id}`);
    took.push(performance.now() - begun);
    await sleep(50);
  }
  took.sort((one, other) => one - other);
  const [middle = 0, longest = 0] = [took[Math.floor(took.length / 2)], took.at(-1)];
  if (middle > middleMs || longest > longestMs)
    throw new Error(`a call took ${middle.toFixed(0)} ms, and one ${longest.toFixed(0)} ms`);
  const { invoice } = await api.ok<{ invoice: { file_url: string } }>('POST', `/api/v1/invoices/${id}/download`);
  const { pathname, search } = new URL(invoice.file_url);
  const file = await fetch(`${api.baseUrl}${pathname}${search}`, { signal: AbortSignal.timeout(30_000) });
  if (file.status !== 200) throw new Error(`the file answers ${file.status}`);
}

async function play(server: HangingMailServer): Promise<void> {
  const service = await startStandalone({ env: { SMTP_URL: server.url, SWEEP_SECONDS: '1' } });
  try {
    const api = await organizationOf(service);
    server.hang(true);
    let ids: string[] = [];
    await report.attempt(`${invoices} invoices are issued while the mail server hangs`, async () => {
      ids = await issue(api);
      await waitFor('all mails in the log', async () => (await countOf(api, 'queued')) === invoices, {
        timeoutMs: 300_000,
      });
    });
    await report.attempt('other work continues', () => workBeside(api, ids[0] ?? ''));
    report.line(server.connections() <= 60, `the server had few connections: ${server.connections()}`);
    report.line(server.taken.size === 0, 'the server took no mail');
    server.hang(false);
    await report.attempt('the server gets every mail after it answers again', () =>
      waitFor('all mails', async () => (await countOf(api, 'sent')) === invoices, { timeoutMs: deliveredWithinMs }),
    );
    const repeated = [...server.taken].filter(([, times]) => times > 1).map(([id]) => id);
    report.check('it gets each mail once', [
      ...repeated,
      ...(server.taken.size === invoices ? [] : [`${server.taken.size} mails instead of ${invoices}`]),
    ]);
    report.line((await countOf(api, 'refused')) === 0, 'no mail is refused');
  } finally {
    await service.stop();
  }
}

const server = await startMailServer();
say(`${invoices} invoices, and a mail server that hangs`);
try {
  await play(server);
} catch (error) {
  report.error(error);
} finally {
  await server.stop();
}
report.finish();
