// The bodies of calls of the control interface.
import { z } from 'zod';

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
  refund: z.strictObject({ amount: z.int().min(1) }),
  refuse: z.strictObject({ decline_code: z.string(), times: z.int().min(1).max(100).default(1) }),
  failure: z.strictObject({ reason: z.string().optional() }),
  fund: z.strictObject({ amount: z.int(), currency: z.string(), reference: z.string().optional() }),
  empty: z.strictObject({}),
};

export type Bodies = typeof bodies;

/** Without the fields that are undefined. */
export function definedOf<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
