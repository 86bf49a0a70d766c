// Checks the explanations of all fees and invoices of an organization.
import {
  type CheckedFee,
  type CheckedInvoice,
  faultsOfFee,
  faultsOfInvoice,
  faultsOfUsage,
  type FeeExplanation,
  type InvoiceExplanation,
  type UsageExplanation,
} from './faults.ts';

/** Reads a path below `/api/v1` with the key of the organization. */
export type Read = (path: string) => Promise<{ status: number; body: unknown }>;

export interface Checked {
  fees: number;
  invoices: number;
  /** Subscriptions whose running period was checked. */
  usages: number;
  faults: string[];
  /** Whether the key may no longer read. */
  refused: boolean;
}

const pageSize = 100;

/** Usage of the running period is rated at each read, so only some subscriptions of an organization are checked. */
const mostUsages = 3;

interface ActiveSubscription {
  external_id: string;
  external_customer_id: string;
}

class Refused extends Error {}

async function readOk<T>(read: Read, path: string): Promise<T> {
  const { status, body } = await read(path);
  if (status === 401 || status === 403) throw new Refused(path);
  if (status !== 200) throw new Error(`GET ${path} answers ${status}: ${JSON.stringify(body).slice(0, 300)}`);
  return body as T;
}

async function* all<T>(read: Read, path: string, key: string): AsyncGenerator<T> {
  for (let page: number | null = 1; page !== null;) {
    const body: Record<string, unknown> = await readOk(read, `${path}?per_page=${pageSize}&page=${page}`);
    yield* body[key] as T[];
    page = (body['meta'] as { next_page: number | null }).next_page;
  }
}

/** Checks everything that an organization has. */
export async function checkOrganization(read: Read): Promise<Checked> {
  const checked: Checked = { fees: 0, invoices: 0, usages: 0, faults: [], refused: false };
  try {
    for await (const fee of all<CheckedFee>(read, '/fees', 'fees')) {
      checked.fees += 1;
      checked.faults.push(...(await feeFaults(read, fee)));
    }
    for await (const { svc_id: id } of all<CheckedInvoice>(read, '/invoices', 'invoices')) {
      checked.invoices += 1;
      checked.faults.push(...(await invoiceFaults(read, id)));
    }
    for await (const subscription of all<ActiveSubscription>(read, '/subscriptions', 'subscriptions')) {
      if (checked.usages === mostUsages) break;
      checked.usages += 1;
      checked.faults.push(...(await usageFaults(read, subscription)));
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    checked.refused = true;
  }
  return checked;
}

async function feeFaults(read: Read, fee: CheckedFee): Promise<string[]> {
  const answer = await readOk<{ explanation: FeeExplanation | null; reason: string | null }>(
    read,
    `/fees/${fee.svc_id}/explanation`,
  );
  const faults = answer.explanation ? faultsOfFee(fee, answer.explanation) : [`no explanation: ${answer.reason}`];
  return faults.map((fault) => `fee ${fee.svc_id} (${answer.explanation?.kind ?? 'unknown'}): ${fault}`);
}

async function invoiceFaults(read: Read, id: string): Promise<string[]> {
  const { invoice } = await readOk<{ invoice: CheckedInvoice }>(read, `/invoices/${id}`);
  const { explanation } = await readOk<{ explanation: InvoiceExplanation }>(read, `/invoices/${id}/explanation`);
  return faultsOfInvoice(invoice, explanation).map((fault) => `invoice ${id}: ${fault}`);
}

async function usageFaults(read: Read, subscription: ActiveSubscription): Promise<string[]> {
  const { external_id: id, external_customer_id: customer } = subscription;
  const path = `/customers/${encodeURIComponent(customer)}/current_usage`;
  const query = `external_subscription_id=${encodeURIComponent(id)}`;
  const current = await read(`${path}?${query}`);
  // A subscription that has not started, or whose usage exceeds all bounds, has no current usage.
  if (current.status !== 200) return [];
  const { customer_usage: usage } = current.body as { customer_usage: { amount_cents: number } };
  const answer = await readOk<{ explanations: UsageExplanation[]; meta: { total_pages: number } }>(
    read,
    `${path}/explanation?${query}&per_page=${pageSize}`,
  );
  if (answer.meta.total_pages > 1) return [];
  return faultsOfUsage(answer.explanations, usage.amount_cents).map((fault) => `usage of ${id}: ${fault}`);
}
