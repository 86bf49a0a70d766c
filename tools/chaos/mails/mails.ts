// A mail server hangs while many invoices are issued, whose mails are due. The service must not wait for it: calls are
// answered, invoices are issued, and files are drawn. After the server answers again, it gets each mail once.
import { performance } from 'node:perf_hooks';
import type { Api } from '@tollgate/harness/api';
import { sleep, waitFor } from '@tollgate/harness/process';
import type { Service } from '@tollgate/harness/standalone';
import { act } from '../act.ts';
import { newSeller, putCustomer, sell, several, totalOf } from '../seller.ts';
import type { Stage } from '../stage.ts';
import { startMailServer } from './mail-server.ts';

const callers = 4;
/** Calls beside the hanging mails: half of them take less, and nearly all less than a second. */
const middleMs = 250;
const longestMs = 2_000;

async function open(service: Service): Promise<Api> {
  const { api } = await newSeller(service, { name: 'Mails' });
  const { billing_entities: issuers } = await api.ok<{ billing_entities: { code: string }[] }>(
    'GET',
    '/api/v1/billing_entities',
  );
  const billing_entity = { email: 'billing@nimbus.example', email_settings: ['invoice.finalized'] };
  await api.ok('PUT', `/api/v1/billing_entities/${issuers[0]?.code}`, { billing_entity });
  await putCustomer(api, 'c', { email: 'ap@acme.example' });
  return api;
}

const countOf = (api: Api, status: string): Promise<number> => totalOf(api, `emails?status=${status}`);

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

async function play(stage: Stage, invoices: number): Promise<void> {
  const { report } = stage;
  /** A mail waits as long again as it has waited; then two at a time are sent with their files. */
  const deliveredWithinMs = 600_000 + invoices * 250;
  const server = await stage.double(startMailServer());
  const api = await open(await stage.service({ SMTP_URL: server.url, SWEEP_SECONDS: '1' }));
  server.hang(true);
  const ids: string[] = [];
  await report.attempt(`${invoices} invoices are issued while the mail server hangs`, async () => {
    await several(invoices, callers, async () => ids.push((await sell(api, 'c')).svc_id));
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
}

export const mails = act({
  name: 'mails',
  options: { invoices: '500' },
  isTimed: true,
  play: (stage, { invoices }) => play(stage, Number(invoices)),
});
