// The control interface: what a test does that no client of a provider can. JSON over HTTP below `/_control`.
import { z } from 'zod';
import type { Faults } from '@tollgate/stripe/faults';
import type { Deliveries } from './deliveries.ts';
import { type Provider, type ProviderCall, Refusal } from './provider.ts';

/** A call as the control interface lists it: without its headers, which carry the key. */
export interface RecordedCall {
  method: string;
  path: string;
  key: string | null;
  /** The status; null if the connection was cut. */
  status: number | null;
}

/** The parts of a double that the control interface reaches. */
export interface Controlled {
  provider: Provider;
  deliveries: Deliveries;
  faults: Faults;
  calls: RecordedCall[];
}

const Address = z.strictObject({ url: z.url().nullable() });
const Policy = z
  .strictObject({
    hold: z.boolean(),
    copies: z.int().min(1).max(10),
    batch: z.int().min(1).max(250),
    forged: z.boolean(),
  })
  .partial();
const Send = z.strictObject({
  which: z.enum(['held', 'unconfirmed', 'all']),
  order: z.enum(['created', 'reversed', 'shuffled']).default('created'),
  seed: z.int().default(1),
  copies: z.int().min(1).max(10).default(1),
});
const NewFault = z.strictObject({
  kind: z.enum(['cut', 'delay', 'error', 'rate_limit']),
  when: z.enum(['before', 'after']).default('before'),
  method: z.string().optional(),
  path: z.string().optional(),
  times: z.int().min(1).optional(),
  probability: z.number().min(0).max(1).optional(),
  seed: z.int().default(1),
  milliseconds: z.int().min(0).max(60_000).optional(),
});

/** @returns the answer of a call below `/_control`. @throws Refusal for an unknown address or a wrong body */
export async function answerControl(
  { provider, deliveries, faults, calls }: Controlled,
  { method, path, body }: ProviderCall,
): Promise<unknown> {
  switch (`${method} ${path.slice('/_control/'.length)}`) {
    case 'GET ledger':
      return provider.ledger();
    case 'GET calls':
      return { calls };
    case 'GET events':
      return { events: deliveries.list() };
    case 'PUT address':
      deliveries.url = checked(Address, body).url ?? undefined;
      return {};
    case 'PUT deliveries':
      deliveries.policy = { ...deliveries.policy, ...checked(Policy, body) };
      return { policy: deliveries.policy };
    case 'POST deliveries/send': {
      const { which, order, seed, copies } = checked(Send, body);
      return { sent: await deliveries.send(which, order, seed, copies) };
    }
    case 'POST deliveries/settle':
      deliveries.flush();
      await deliveries.settled();
      return {};
    case 'POST faults':
      faults.add(checked(NewFault, body));
      return {};
    case 'DELETE faults':
      faults.clear();
      return {};
    case 'DELETE keys':
      provider.evictKeys();
      return {};
    default: {
      const action = /^\/_control\/act\/(\w+)$/.exec(path)?.[1];
      if (method !== 'POST' || action === undefined) throw new Refusal(`unknown address: ${method} ${path}`);
      return provider.act(action, (body ?? {}) as Record<string, unknown>);
    }
  }
}

function checked<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body);
  if (!result.success) throw new Refusal(z.prettifyError(result.error));
  return result.data;
}
