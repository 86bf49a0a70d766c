import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { aMetric, Sandbox, waitFor, WebhookInbox, type ReceivedWebhook } from '@tollgate/testing';

let inbox: WebhookInbox;

beforeAll(async () => {
  inbox = await WebhookInbox.open();
});

afterAll(() => inbox.close());

interface ReportedMetric {
  webhook_type: string;
  billable_metric: { code: string; name: string };
}
const bodyOf = ({ body }: ReceivedWebhook) => JSON.parse(body) as ReportedMetric;
const sequenceOf = ({ headers }: ReceivedWebhook) => Number(headers['x-svc-sequence']);

it('number the webhooks of each object from one, the same at every endpoint, and never with an older state', async () => {
  const sandbox = await Sandbox.create();
  const paths = ['all', 'updates'].map((name) => `/sequences/${name}/${sandbox.organizationId}`);
  const [all, updates] = paths as [string, string];
  await inbox.register(sandbox, all, { signature_algo: 'hmac' });
  await inbox.register(sandbox, updates, { signature_algo: 'hmac', event_types: ['billable_metric.updated'] });
  const codes = ['one', 'two'];
  for (const code of codes) await aMetric(code).createIn(sandbox);
  const changes = 25;
  const change = (code: string, name: string) =>
    sandbox.ok('PUT', `/billable_metrics/${code}`, { billable_metric: { name } });
  await Promise.all(
    codes.map(async (code) => {
      for (let index = 1; index <= changes; index++) await change(code, `name ${String(index).padStart(2, '0')}`);
    }),
  );
  await waitFor('all webhooks', async () => inbox.to(all).length === 2 * (changes + 1));
  await waitFor('the updates', async () => inbox.to(updates).length === 2 * changes);
  for (const code of codes) {
    const of = (path: string) =>
      inbox
        .to(path)
        .filter((webhook) => bodyOf(webhook).billable_metric.code === code)
        .sort((one, other) => sequenceOf(one) - sequenceOf(other));
    expect(of(all).map(sequenceOf)).toEqual(Array.from({ length: changes + 1 }, (_, index) => index + 1));
    expect(of(updates).map(sequenceOf)).toEqual(Array.from({ length: changes }, (_, index) => index + 2));
    expect(bodyOf(of(all)[0] as ReceivedWebhook).webhook_type).toBe('billable_metric.created');
    // In the order of the sequences, states follow each other; a receiver that drops smaller ones ends with the last.
    const names = of(updates).map((webhook) => bodyOf(webhook).billable_metric.name);
    expect(names).toEqual([...names].sort());
    expect(names.at(-1)).toBe(`name ${changes}`);
  }
});

it('differ between organizations and kinds of objects', async () => {
  const [ours, theirs] = await Promise.all([Sandbox.create(), Sandbox.create()]);
  await inbox.register(ours, '/sequences/ours');
  await inbox.register(theirs, '/sequences/theirs');
  for (const sandbox of [ours, theirs]) {
    await aMetric('m').createIn(sandbox);
    await sandbox.ok('POST', '/features', { feature: { code: 'f', name: 'f' } });
    await sandbox.awaitIdle();
  }
  for (const path of ['/sequences/ours', '/sequences/theirs']) expect(inbox.to(path).map(sequenceOf)).toEqual([1, 1]);
});
