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
import { type CountedExplanation, faultsOfEvents, type ListedEvent, type ListedEvents } from './recount.ts';

/** Reads a path below `/api/v1` with the key of the organization. */
export type Read = (path: string) => Promise<{ status: number; body: unknown }>;

export interface Checked {
  fees: number;
  invoices: number;
  /** Fees whose events were counted again. */
  recounted: number;
  /** Subscriptions whose running period was checked. */
  usages: number;
  faults: string[];
  /** Whether the key may no longer read. */
  refused: boolean;
}

const pageSize = 100;

/** Listing the events of a fee reads them from the usage store, so only some fees are counted again. */
const mostRecounted = 4;
/** Most pages of events of a fee; a fee with more events is not counted again. */
const mostPages = 5;

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
  const checked: Checked = { fees: 0, invoices: 0, recounted: 0, usages: 0, faults: [], refused: false };
  const recount = new Recount(read);
  try {
    for await (const fee of all<CheckedFee>(read, '/fees', 'fees')) {
      checked.fees += 1;
      checked.faults.push(...(await feeFaults(read, fee, recount)));
    }
    checked.recounted = recount.fees;
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

/** Counts the events of some fees again: one fee of each metric and filter. */
class Recount {
  fees = 0;
  private readonly seen = new Set<string>();
  private readonly read: Read;

  constructor(read: Read) {
    this.read = read;
  }

  /** The faults of the events of a fee; none for a fee that is left out. */
  async faults({ svc_id: id, units, item }: CheckedFee, explanation: FeeExplanation): Promise<string[]> {
    if (explanation.kind !== 'charge' || this.fees >= mostRecounted) return [];
    const counted = explanation as unknown as CountedExplanation;
    // Events were arriving while a fee within its period was computed, as by a threshold.
    if (counted.rated_at < counted.usage_to_datetime) return [];
    const kind = `${item.code} ${JSON.stringify(item.filters)}`;
    if (this.seen.has(kind)) return [];
    this.seen.add(kind);
    const listed = await this.eventsOf(id);
    if (!listed) return [];
    this.fees += 1;
    return faultsOfEvents(units, counted, listed);
  }

  /** All events of a fee; null for too many, and for a key that may not read events. */
  private async eventsOf(id: string): Promise<ListedEvents | null> {
    const events: ListedEvent[] = [];
    let cursor = '';
    for (let page = 0; page < mostPages; page += 1) {
      const path = `/fees/${id}/events?per_page=${pageSize}&cursor=${cursor}`;
      const { status, body } = await this.read(path);
      if (status === 403) return null;
      if (status !== 200) throw new Error(`GET ${path} answers ${status}: ${JSON.stringify(body).slice(0, 300)}`);
      const listed = body as { events: ListedEvent[]; meta: ListedEvents & { next_cursor: string | null } };
      events.push(...listed.events);
      if (listed.meta.next_cursor === null) return { ...listed.meta, events };
      cursor = listed.meta.next_cursor;
    }
    return null;
  }
}

async function feeFaults(read: Read, fee: CheckedFee, recount: Recount): Promise<string[]> {
  const answer = await readOk<{ explanation: FeeExplanation | null; reason: string | null }>(
    read,
    `/fees/${fee.svc_id}/explanation`,
  );
  const faults = answer.explanation
    ? [...faultsOfFee(fee, answer.explanation), ...(await recount.faults(fee, answer.explanation))]
    : [`no explanation: ${answer.reason}`];
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
