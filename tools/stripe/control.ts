// The control interface: what a test does that no client of Stripe can. JSON over HTTP below `/_control`.
import { z } from 'zod';
import type { Account } from './account.ts';
import { fund } from './cash-balance.ts';
import { completeSession, expireSession } from './checkout.ts';
import type { Deliveries } from './deliveries.ts';
import { ordinary } from './deliveries.ts';
import { closeDispute, openDispute } from './disputes.ts';
import { invalid, unknownAddress } from './errors.ts';
import type { Faults } from './faults.ts';
import type { Clock } from './clock.ts';
import type { ApiKeys } from './keys.ts';
import { ledgerOf } from './ledger.ts';
import { detachMethod, renewCard } from './payment-methods.ts';
import { actOnIntent } from './payments.ts';
import { failRefund } from './refunds.ts';
import type { RecordedCall } from './server.ts';
import { actOnSetup } from './setup-intents.ts';
import { declines, isDeclineCode } from './test-methods.ts';

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

const count = z.int().min(1).max(1_000_000);
const act = z.enum(['succeed', 'fail']);
const order = z.enum(['created', 'reversed', 'shuffled']).default('created');
const release = {
  order,
  copies: z.int().min(1).max(5).optional(),
  seed: z.int().optional(),
  limit: count.optional(),
  types: z.array(z.string()).optional(),
};

/** The bodies of the calls. Fields with other names are refused. */
export const bodies = {
  account: z.strictObject({ country: z.string().length(2).optional(), currency: z.string().length(3).optional() }),
  key: z.strictObject({
    account: z.string().optional(),
    rights: z.record(z.string(), z.enum(['read', 'write'])).optional(),
  }),
  revoke: z.strictObject({ key: z.string() }),
  clock: z.strictObject({
    advance_seconds: z.number().min(0).optional(),
    /** Seconds since 1970. */
    to: z.number().optional(),
    is_frozen: z.boolean().optional(),
  }),
  fault: z.strictObject({
    kind: z.enum(['cut', 'delay', 'error', 'rate_limit']),
    when: z.enum(['after', 'before', 'during']).optional(),
    method: z.string().optional(),
    path: z.string().optional(),
    times: count.optional(),
    probability: z.number().min(0).max(1).optional(),
    seed: z.int().optional(),
    milliseconds: z.int().min(0).max(600_000).optional(),
  }),
  rateLimit: z.strictObject({ per_second: z.int().min(1).nullable() }),
  search: z.strictObject({ lag_seconds: z.int().min(0) }),
  policy: z.strictObject({
    hold: z.boolean().optional(),
    copies: z.int().min(1).max(5).optional(),
    delay_seconds: z.number().min(0).optional(),
    jitter_milliseconds: z.int().min(0).max(60_000).optional(),
    before_answer: z.boolean().optional(),
    signature: z.enum(['right', 'stale', 'wrong']).optional(),
    seed: z.int().optional(),
  }),
  release: z.strictObject(release),
  repeat: z.strictObject({ ...release, event: z.string().optional(), is_undelivered: z.boolean().optional() }),
  complete: z.strictObject({ payment_method: z.string(), authentication: act.optional() }),
  act: z.strictObject({ act }),
  dispute: z.strictObject({ reason: z.string().optional(), is_inquiry: z.boolean().optional() }),
  close: z.strictObject({ outcome: z.enum(['lost', 'won']) }),
  refuse: z.strictObject({ decline_code: z.string(), times: z.int().min(1).max(100).default(1) }),
  failure: z.strictObject({ reason: z.string().optional() }),
  fund: z.strictObject({ amount: z.int(), currency: z.string(), reference: z.string().optional() }),
  empty: z.strictObject({}),
};

type Bodies = typeof bodies;
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

/** The account that has an object. @throws Failure 404 if none has */
function ownerOf(on: Controlled, has: (account: Account) => unknown): Account {
  for (const account of on.accounts.values()) if (has(account)) return account;
  throw unknownAddress('control', 'no account has this object');
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
route('GET calls', 'empty', ({ calls }) => ({ calls }));

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

route('POST checkout_sessions/:id/complete', 'complete', (on, entry, id) => {
  const account = ownerOf(on, ({ sessions }) => sessions.find(id));
  return completeSession(account, id, {
    payment_method: entry.payment_method,
    ...definedOf({ authentication: entry.authentication }),
  });
});
route('POST checkout_sessions/:id/expire', 'empty', (on, _body, id) =>
  expireSession(
    ownerOf(on, ({ sessions }) => sessions.find(id)),
    {},
    id,
  ),
);
route('POST payment_intents/:id/act', 'act', (on, body, id) =>
  actOnIntent(
    ownerOf(on, ({ paymentIntents }) => paymentIntents.find(id)),
    id,
    body.act,
  ),
);
route('POST setup_intents/:id/act', 'act', (on, body, id) =>
  actOnSetup(
    ownerOf(on, ({ setupIntents }) => setupIntents.find(id)),
    id,
    body.act,
  ),
);
route('POST charges/:id/dispute', 'dispute', (on, { reason, is_inquiry: isInquiry }, id) => {
  const account = ownerOf(on, ({ charges }) => charges.find(id));
  return openDispute(account, account.charges.get(id), definedOf({ reason, isInquiry }));
});
route('POST disputes/:id/close', 'close', (on, { outcome }, id) =>
  closeDispute(
    ownerOf(on, ({ disputes }) => disputes.find(id)),
    id,
    outcome,
  ),
);
route('POST payment_methods/:id/detach', 'empty', (on, _body, id) =>
  detachMethod(
    ownerOf(on, ({ paymentMethods }) => paymentMethods.find(id)),
    {},
    id,
  ),
);
route('POST payment_methods/:id/renew', 'empty', (on, _body, id) =>
  renewCard(
    ownerOf(on, ({ paymentMethods }) => paymentMethods.find(id)),
    id,
  ),
);
route('POST payment_methods/:id/refuse', 'refuse', (on, { decline_code: code, times }, id) => {
  if (!isDeclineCode(code)) throw invalid(`${code}: not one of ${Object.keys(declines).join(', ')}`);
  const facts = ownerOf(on, ({ paymentMethods }) => paymentMethods.find(id)).factsOfMethod(id);
  for (let time = 0; time < times; time += 1) facts.refusals.push(declines[code]);
  return { waiting: facts.refusals.length };
});
route('POST refunds/:id/fail', 'failure', (on, { reason }, id) =>
  failRefund(
    ownerOf(on, ({ refunds }) => refunds.find(id)),
    id,
    reason,
  ),
);
route('POST customers/:id/fund', 'fund', (on, { amount, currency, reference }, id) =>
  fund(
    ownerOf(on, ({ customers }) => customers.find(id)),
    { amount, currency, ...definedOf({ reference }) },
    id,
  ),
);

/** Without the fields that are undefined. */
function definedOf<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
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
