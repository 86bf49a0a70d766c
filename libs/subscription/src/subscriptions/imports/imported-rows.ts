import { SubscriptionCreate, type RawInput, type ImportedResource } from '@tollgate/contracts';
import {
  ValidationFailed,
  type CommandBus,
  type Instant,
  type TenantTransaction,
  readRawInput,
} from '@tollgate/platform';
import { upsertCustomer } from '../../customers/resource/customers.service.js';
import { isLinkRequested } from '../../customers/resource/provider-link.rules.js';
import { overridesThrough } from '../../model/overrides/plan-overrides.js';
import { findCustomer, metadataOf } from '../../model/customers/customers.repository.js';
import { subscriptionsByExternalId } from '../../model/subscriptions/subscriptions.repository.js';
import { createSubscription } from '../creation/subscription-creation.js';
import type { PaymentMethods } from '../../model/agreement/payment-methods.js';

export interface Importing {
  transaction: TenantTransaction;
  commands: CommandBus;
  paymentMethods: PaymentMethods;
  now: Instant;
}

/** Imports a row like a request to its resource would. @throws ValidationFailed, NotFound, NotAllowed */
export const importRow: Record<
  ImportedResource,
  (importing: Importing, raw: RawInput) => Promise<'created' | 'updated'>
> = {
  customers: async ({ transaction, paymentMethods, now }, raw) => {
    const { external_id: externalId } = raw;
    const stored = typeof externalId === 'string' ? await findCustomer(transaction, externalId) : undefined;
    const metadata = stored && (await withStoredIds(transaction, stored.id, raw['metadata']));
    const row = metadata ? { ...raw, metadata } : raw;
    const { billing, connection } = await upsertCustomer(transaction, row, paymentMethods, now);
    if (isLinkRequested(billing) && typeof connection === 'string') throw new ValidationFailed({ base: [connection] });
    return stored ? 'updated' : 'created';
  },
  subscriptions: async ({ transaction, commands, paymentMethods, now }, raw) => {
    const input = readRawInput(SubscriptionCreate, raw);
    const { external_id: externalId } = input;
    if (!externalId) throw new ValidationFailed({ external_id: ['value_is_mandatory'] });
    const stored = await subscriptionsByExternalId(transaction, externalId);
    const ports = { overridePlan: overridesThrough(commands, now), paymentMethods };
    await createSubscription(transaction, input, ports, now);
    return stored.some(({ status }) => status === 'active' || status === 'pending') ? 'updated' : 'created';
  },
};

/** Adds ids to metadata entries with stored keys, so a repeated import of a file changes nothing. */
async function withStoredIds(
  transaction: TenantTransaction,
  customerId: string,
  entries: unknown,
): Promise<unknown[] | undefined> {
  if (!Array.isArray(entries)) return undefined;
  const idOf = new Map((await metadataOf(transaction, [customerId])).map(({ key, id }) => [key, id]));
  return entries.map((entry: unknown) => {
    const key = entry !== null && typeof entry === 'object' && 'key' in entry ? entry.key : undefined;
    const id = typeof key === 'string' ? idOf.get(key) : undefined;
    return id === undefined ? entry : { ...(entry as object), id };
  });
}
