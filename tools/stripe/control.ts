// The control interface: what a test does that no client of Stripe can. JSON over HTTP below `/_control`.
import { z } from 'zod';
import type { Account } from './account.ts';
import type { Clock } from './clock.ts';
import { actions } from './control-actions.ts';
import { type Bodies, bodies, definedOf } from './control-bodies.ts';
import { type Deliveries, ordinary } from './deliveries.ts';
import { invalid, missing, unknownAddress } from './errors.ts';
import type { Faults } from './faults.ts';
import type { ApiKeys } from './keys.ts';
import { ledgerOf } from './ledger.ts';
import type { RecordedCall } from './server.ts';

/** The parts of a double that the control interface reaches. */
export interface Controlled {
  clock: Clock;
  keys: ApiKeys;
  faults: Faults;
  deliveries: Deliveries;
  accounts: Map<string, Account>;
  calls: RecordedCall[];
  /** The account and key that exist from the start. */
  first: { account: Account; key: string };
  addAccount: (settings: { country?: string | undefined; currency?: string | undefined }) => {
    account: Account;
    key: string;
  };
}

type Run<B extends keyof Bodies> = (
  on: Controlled,
  body: z.output<Bodies[B]>,
  id: string,
  query: URLSearchParams,
) => unknown;

interface Route {
  method: string;
  parts: string[];
  body: keyof Bodies;
  run: Run<keyof Bodies>;
}

const routes: Route[] = [];
function route<B extends keyof Bodies>(address: string, body: B, run: Run<B>): void {
  const [method = '', path = ''] = address.split(' ');
  routes.push({ method, parts: path.split('/'), body, run: run });
}

function accountOf(on: Controlled, id: string | null | undefined): Account {
  if (!id) return on.first.account;
  const account = on.accounts.get(id);
  if (!account) throw invalid(`No such account: ${id}`);
  return account;
}

route('GET ', 'empty', ({ first, accounts, clock }) => ({
  account: first.account.id,
  key: first.key,
  accounts: [...accounts.keys()],
  clock: clock.seconds(),
}));
route('POST accounts', 'account', (on, settings) => {
  const { account, key } = on.addAccount(settings);
  return { account: account.id, key };
});
route('POST keys', 'key', (on, { account, rights }) => ({
  key: on.keys.add(accountOf(on, account), rights ?? undefined),
}));
route('POST keys/revoke', 'revoke', (on, { key }) => ({ is_revoked: on.keys.revoke(key) }));

route('GET clock', 'empty', ({ clock }) => ({
  now: clock.seconds(),
  is_frozen: clock.isFrozen,
  waiting: clock.waiting,
}));
route('POST clock', 'clock', async ({ clock, deliveries }, { advance_seconds, to, is_frozen }) => {
  if (is_frozen === true) clock.freeze();
  if (is_frozen === false) clock.run();
  if (to !== undefined && advance_seconds !== undefined) throw invalid('Either advance_seconds or to.');
  if (to !== undefined && to * 1000 < clock.now()) throw invalid('The clock does not go back.');
  await (to === undefined ? clock.advanceBy((advance_seconds ?? 0) * 1000) : clock.advanceTo(to * 1000));
  await deliveries.settled();
  return { now: clock.seconds(), is_frozen: clock.isFrozen, waiting: clock.waiting };
});

route('GET ledger', 'empty', (on, _body, _id, query) => ledgerOf(accountOf(on, query.get('account'))));
route('GET calls', 'empty', ({ calls }, _body, _id, query) => ({
  calls: calls.slice(calls.findLastIndex(({ id }) => id === query.get('after')) + 1),
}));

route('GET faults', 'empty', ({ faults }) => ({ faults: faults.list() }));
route('POST faults', 'fault', ({ faults }, { kind, ...fault }) => {
  if (kind === 'rate_limit' && (fault.when ?? 'before') !== 'before')
    throw invalid('rate_limit is possible only before the effect.');
  if (kind !== 'cut' && fault.when === 'during') throw invalid('Only a cut is possible during the answer.');
  faults.add({ kind, ...definedOf(fault) });
  return { faults: faults.list() };
});
route('DELETE faults', 'empty', ({ faults }) => {
  faults.clear();
  return { faults: [] };
});
route('POST rate_limit', 'rateLimit', ({ faults }, { per_second }) => {
  faults.perSecond = per_second ?? undefined;
  return { per_second };
});
route('POST search', 'search', ({ accounts }, { lag_seconds }) => {
  for (const account of accounts.values()) account.setSearchLag(lag_seconds);
  return { lag_seconds };
});

route('GET deliveries', 'empty', ({ deliveries }) => ({ policy: deliveries.policy, deliveries: deliveries.list() }));
route('POST deliveries', 'policy', ({ deliveries }, changes) => {
  deliveries.policy = { ...deliveries.policy, ...definedOf(changes) };
  return { policy: deliveries.policy };
});
route('DELETE deliveries', 'empty', ({ deliveries }) => {
  deliveries.policy = ordinary;
  return { policy: deliveries.policy };
});
route('POST deliveries/release', 'release', async ({ deliveries }, { order: by, ...options }) => ({
  sent: await deliveries.release(by, options),
}));
route('POST deliveries/repeat', 'repeat', async ({ deliveries }, { order: by, ...options }) => ({
  sent: await deliveries.repeat(by, options),
}));
route('POST deliveries/settle', 'empty', async ({ deliveries }) => {
  await deliveries.settled();
  return {};
});

for (const { path, collection, body, run } of actions) {
  route(`POST ${path}`, body, (on, sent, id) => {
    for (const account of on.accounts.values())
      if (account[collection].find(id)) return run(account, id, sent as never);
    throw missing('object', id, { inPath: true });
  });
}

/**
 * Executes a call of the control interface.
 * @returns the answer, or a promise of it
 * @param path without `/_control/`
 * @throws Failure 404 for an unknown address, 400 for a body that does not fit, or what the action itself refuses
 */
export function control(on: Controlled, method: string, path: string, query: URLSearchParams, body: string): unknown {
  const parts = path.split('/');
  for (const { method: expected, parts: pattern, body: kind, run } of routes) {
    if (expected !== method || pattern.length !== parts.length) continue;
    if (!pattern.every((part, place) => part === parts[place] || part.startsWith(':'))) continue;
    const id = parts[pattern.findIndex((part) => part.startsWith(':'))] ?? '';
    return run(on, parsed(kind, body) as never, id, query);
  }
  throw unknownAddress(method, `/_control/${path}`);
}

function parsed(kind: keyof Bodies, body: string): unknown {
  let value: unknown;
  try {
    value = body === '' ? {} : JSON.parse(body);
  } catch {
    throw invalid('The body is not JSON.');
  }
  const result = bodies[kind].safeParse(value);
  if (!result.success) throw invalid(z.prettifyError(result.error));
  return result.data;
}
