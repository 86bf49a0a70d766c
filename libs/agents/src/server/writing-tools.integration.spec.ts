import { beforeAll, describe, expect, it } from '@jest/globals';
import { Sandbox, waitFor } from '@tollgate/testing';
import { readingTools } from '../tools/registry.js';
import { aBilledOrganization, Agent, injectedName, invoicesByMonth } from './agent.fixture.js';

interface Offer {
  plan: string;
  token: string;
  effect: Record<string, unknown>;
}
interface Note {
  svc_id: string;
  total_amount_cents: number;
}

const writeTools = ['plan_credit_note', 'plan_plan_change', 'plan_top_up', 'plan_refund', 'apply'];
const euros = (amount_cents: number, amount: string) => ({ amount_cents, currency: 'EUR', amount: `${amount} EUR` });
const both = ['read', 'write'];

let sandbox: Sandbox;
let writer: Agent;
let january: { svc_id: string; number: string };
let february: { svc_id: string; number: string };

const keyWith = async (permissions: Record<string, string[]>) =>
  (await sandbox.ok<{ api_key: { value: string } }>('POST', '/api_keys', { api_key: { permissions } })).api_key.value;
const permissions = {
  mcp: ['write'],
  invoice: both,
  credit_note: both,
  subscription: both,
  wallet: both,
  wallet_transaction: both,
  customer: ['read'],
  plan: ['read'],
};
const notes = async () => (await sandbox.ok<{ credit_notes: Note[] }>('GET', '/credit_notes')).credit_notes;

beforeAll(async () => {
  sandbox = await aBilledOrganization();
  writer = await Agent.connect(await keyWith(permissions), 'claude-code/2.1');
  const invoices = await invoicesByMonth(sandbox);
  january = invoices.get('2024-02') as typeof january;
  february = invoices.get('2024-03') as typeof february;
}, 120_000);

describe('the tools for changes', () => {
  it('are listed for a key whose permissions name them, and for no other', async () => {
    const namesOf = async (agent: Agent) => (await agent.client.listTools()).tools.map(({ name }) => name);
    const reading = readingTools.map(({ name }) => name);
    expect(await namesOf(writer)).toEqual([...reading, ...writeTools]);
    expect(await namesOf(await Agent.connect(sandbox.apiKey))).toEqual(reading);
    expect(await namesOf(await Agent.connect(await keyWith({ ...permissions, mcp: ['read'] })))).toEqual(reading);
    const { tools } = await writer.client.listTools();
    expect(tools.filter(({ annotations }) => annotations?.destructiveHint).map(({ name }) => name)).toEqual(['apply']);
  });

  it('are not called with a key that lacks them', async () => {
    const reader = await Agent.connect(sandbox.apiKey);
    const { isError } = await reader.client.callTool({ name: 'apply', arguments: { token: 'x' } });
    expect(isError).toBe(true);
  });

  it('credit an invoice once, however often the plan is applied', async () => {
    const offer = await writer.answer<Offer>('plan_credit_note', { invoice: january.number });
    expect(offer.plan).toContain('18.00 EUR');
    expect(offer.effect).toMatchObject({ invoice_number: january.number, credit: euros(1800, '18.00') });
    expect(await notes()).toEqual([]);
    type Applied = { applied: boolean; result: { credit_note: Note } };
    const [first, other] = await Promise.all([
      writer.answer<Applied>('apply', { token: offer.token }),
      writer.client.callTool({ name: 'apply', arguments: { token: offer.token } }),
    ]);
    expect(first).toMatchObject({ applied: true, result: { credit_note: { total_amount_cents: 1800 } } });
    expect(other).toBeDefined();
    // Nothing is left to credit now, and the plan answers as it did before.
    expect((await writer.answer<Applied>('apply', { token: offer.token })).result).toEqual(first.result);
    expect(await notes()).toHaveLength(1);
  });

  it('refuse a plan whose effect has changed, and answer a new one', async () => {
    const { fees } = await writer.answer<{ fees: { fee_id: string; code: string }[] }>('explain_invoice', {
      invoice: february.number,
    });
    const fee = fees.find(({ code }) => code === 'calls')?.fee_id as string;
    const before = (await notes()).length;
    const wallet = { name: 'Prepaid', rate_amount: '1', currency: 'EUR', external_customer_id: 'acme' };
    const { wallet: made } = await sandbox.ok<{ wallet: { svc_id: string } }>('POST', '/wallets', { wallet });
    const change = await writer.answer<Offer>('plan_plan_change', { subscription: 'sub', plan_code: 'pro' });
    const credits = await writer.answer<Offer>('plan_top_up', { wallet_id: made.svc_id, granted_credits: '5' });
    // The next invoice changes with this event.
    await sandbox.ok('POST', '/events', {
      event: {
        transaction_id: 'late',
        external_subscription_id: 'sub',
        code: 'calls',
        timestamp: Date.parse('2024-03-03T00:00:00Z') / 1000,
        properties: { n: 100 },
      },
    });
    await sandbox.awaitIdle();
    const refused = await writer.answer<{ applied: boolean; reason: string; new_plan: Offer }>('apply', {
      token: change.token,
    });
    expect(refused).toMatchObject({ applied: false, reason: 'changed_since_the_plan' });
    expect(refused.new_plan.effect['next_invoice']).not.toEqual(change.effect['next_invoice']);
    const { subscription } = await sandbox.ok<{ subscription: { plan_code: string } }>('GET', '/subscriptions/sub');
    expect(subscription.plan_code).toBe('starter');
    // The other plan is as it was.
    for (let time = 0; time < 2; time++)
      expect(await writer.answer('apply', { token: credits.token })).toMatchObject({ applied: true });
    const granted = await waitFor('the credits', async () => {
      const { wallet: now } = await sandbox.ok<{ wallet: { credits_balance: string } }>(
        'GET',
        `/wallets/${made.svc_id}`,
      );
      return now.credits_balance === '0.0' ? null : now.credits_balance;
    });
    expect(granted).toBe('5.0');
    const partial = { invoice: february.number, items: [{ fee_id: fee, amount_cents: 100 }] };
    expect((await writer.answer<Offer>('plan_credit_note', partial)).effect).toMatchObject({
      credit: euros(120, '1.20'),
    });
    expect(await notes()).toHaveLength(before);
  }, 60_000);

  it('move a subscription to another plan once', async () => {
    const offer = await writer.answer<Offer>('plan_plan_change', { subscription: 'sub', plan_code: 'pro' });
    expect(await writer.answer('apply', { token: offer.token })).toMatchObject({ applied: true });
    const { subscription } = await sandbox.ok<{ subscription: { plan_code: string } }>('GET', '/subscriptions/sub');
    expect(subscription.plan_code).toBe('pro');
    expect(await writer.refusal('apply', { token: offer.token })).toMatchObject({ code: 'already_so' });
  });

  it('refund no more than was paid', async () => {
    expect(await writer.refusal('plan_refund', { invoice: february.number })).toMatchObject({
      code: 'not_refundable',
      refundable: euros(0, '0.00'),
    });
  });

  it('need the permissions of their calls, too', async () => {
    const poor = await Agent.connect(await keyWith({ mcp: ['write'], invoice: ['read'] }));
    expect(await poor.refusal('plan_credit_note', { invoice: january.number })).toMatchObject({
      status: 403,
      permission: 'credit_note: write',
    });
  });

  it('take a token from the key that it was made for alone', async () => {
    const { token } = await writer.answer<Offer>('plan_plan_change', { subscription: 'sub', plan_code: 'starter' });
    const other = await Agent.connect(await keyWith(permissions));
    expect(await other.refusal('apply', { token })).toMatchObject({ code: 'token_invalid' });
  });

  it('are in the logs under the name of the agent', async () => {
    interface Logged {
      client: string;
      request_path: string;
    }
    const logged = await waitFor('the log of the calls', async () => {
      const { api_logs: logs } = await sandbox.ok<{ api_logs: Logged[] }>('GET', '/api_logs');
      const paths = logs
        .filter(({ client }) => client === 'Tollgate-MCP (claude-code/2.1)')
        .map((log) => log.request_path);
      return paths.includes('/api/v1/credit_notes') ? paths : null;
    });
    expect(logged).not.toContain('/mcp');
    interface Activity {
      activity_type: string;
      agent: string | null;
    }
    const { activity_logs: activities } = await sandbox.ok<{ activity_logs: Activity[] }>('GET', '/activity_logs');
    const agentsOf = (type: string) => activities.filter((one) => one.activity_type === type).map(({ agent }) => agent);
    expect(agentsOf('credit_note.created')).toEqual(['claude-code/2.1']);
    expect(agentsOf('customer.created')).toEqual([null]);
  });
});

describe('an instruction in the name of a customer', () => {
  it('is a value of answers, and causes no change', async () => {
    const count = async () => [
      (await notes()).length,
      (await sandbox.ok<{ meta: { total_count: number } }>('GET', '/subscriptions?status[]=active')).meta.total_count,
    ];
    const before = await count();
    const invoice = { invoice: january.number };
    const answers = [
      await writer.answer('find', { query: 'acme' }),
      await writer.answer('explain_invoice', invoice),
      await writer.answer('overdue'),
    ];
    for (const answer of answers) expect(JSON.stringify(answer)).toContain(injectedName);
    const { tools } = await writer.client.listTools();
    expect(JSON.stringify([tools, writer.client.getInstructions()])).not.toContain('Acme');
    expect(await count()).toEqual(before);
  });

  it('holds no token that is worth anything', async () => {
    const token = /token (\S+)$/.exec(injectedName)?.[1] ?? '';
    expect(await writer.refusal('apply', { token })).toMatchObject({ code: 'token_invalid' });
  });
});
