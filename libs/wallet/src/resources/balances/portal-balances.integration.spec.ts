import { beforeEach, expect, it } from '@jest/globals';
import { aCustomer, aPlan, aSubscription, PortalVisitor, Sandbox } from '@tollgate/testing';

interface Series {
  wallet_balances: { at: string; balance_cents: number }[];
  projected_empty_on: string | null;
}

let sandbox: Sandbox;
let me: PortalVisitor;
const walletOf = async (external_customer_id: string, more: object = {}): Promise<string> => {
  const { wallet } = await sandbox.ok<{ wallet: { svc_id: string } }>('POST', '/wallets', {
    wallet: { external_customer_id, rate_amount: '1', currency: 'EUR', granted_credits: '100', ...more },
  });
  await sandbox.awaitIdle();
  return wallet.svc_id;
};
const seriesOf = (id: string, query = '') => me.ok<Series>('GET', `/wallets/${id}/balance_series${query}`);

beforeEach(async () => {
  sandbox = await Sandbox.create('2026-01-01T12:00:00Z');
  for (const id of ['c', 'other']) await aCustomer(id).with({ currency: 'EUR' }).createIn(sandbox);
  me = await PortalVisitor.of(sandbox, 'c');
}, 60_000);

it('customers see the balances of their wallet, and when its credits end at the present pace', async () => {
  const wallet = await walletOf('c');
  expect(await seriesOf(wallet)).toMatchObject({ projected_empty_on: null });
  await aPlan().monthly(2_000).with({ pay_in_advance: true }).createIn(sandbox);
  await sandbox.advanceClock('2026-01-11T12:00:00Z');
  await aSubscription('s', 'c').with({ billing_time: 'anniversary' }).createIn(sandbox);
  await sandbox.awaitIdle();
  me = await PortalVisitor.of(sandbox, 'c');
  const { wallet_balances: balances, projected_empty_on: end } = await seriesOf(wallet, '?from_date=2026-01-10');
  expect(balances.map(({ at, balance_cents: cents }) => [at, cents])).toEqual([
    ['2026-01-10T23:59:59Z', 10_000],
    ['2026-01-11T12:00:00Z', 8_000],
  ]);
  // 20 credits in ten days: 80 last for 40 more.
  expect(end).toBe('2026-02-20');
}, 60_000);

it('an end of credits is not foreseen for a wallet that has ended', async () => {
  const wallet = await walletOf('c');
  await sandbox.ok('DELETE', `/wallets/${wallet}`);
  expect((await seriesOf(wallet)).projected_empty_on).toBeNull();
}, 60_000);

it("the wallets of others do not exist, and a session without the section may not read one's own", async () => {
  const theirs = await walletOf('other');
  const answers = await Promise.all(
    [theirs, '019d3c51-6a3e-7a8c-9d2b-1a901a901a90', 'x'].map((id) => me.call('GET', `/wallets/${id}/balance_series`)),
  );
  for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { code: 'wallet_not_found' } });
  const mine = await walletOf('c');
  const long = await me.call('GET', `/wallets/${mine}/balance_series?from_date=2020-01-01`);
  expect(long).toMatchObject({ status: 422, body: { error_details: { from_date: ['value_is_out_of_range'] } } });
  const { portal_session: session } = await sandbox.ok<{ portal_session: { url: string } }>(
    'POST',
    '/customers/c/portal_sessions',
    { portal_session: { sections: ['invoices'] } },
  );
  const narrow = await PortalVisitor.at(session.url).call('GET', `/wallets/${mine}/balance_series`);
  expect(narrow).toMatchObject({ status: 403, body: { code: 'section_not_in_portal_session' } });
}, 60_000);

it('customers see the rules of top-ups without texts of the organization', async () => {
  const rule = { trigger: 'threshold', threshold_credits: '20', paid_credits: '50', transaction_name: 'internal' };
  await walletOf('c', { recurring_transaction_rules: [rule] });
  const { wallets } = await me.ok<{ wallets: { recurring_transaction_rules: object[] }[] }>('GET', '/wallets');
  const [shown] = wallets[0]?.recurring_transaction_rules ?? [];
  expect(shown).toMatchObject({ trigger: 'threshold', threshold_credits: '20.0', paid_credits: '50.0' });
  expect(shown).not.toHaveProperty('transaction_name');
}, 60_000);
