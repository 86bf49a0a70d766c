// The service from outside: calls with the key of one organization, and its clock. Unlike the harness's `Api` it repeats
// only a 503 with `Retry-After`: any other answer, and a lost one, is a failure of the life.
import { sleep } from '@tollgate/harness/process';
import type { Service } from '@tollgate/harness/standalone';
import type { Method, TestClock } from '@tollgate/harness/api';
import { actualFees } from './fee-figures.ts';
import { actualInvoice, invoiceKey } from './figures.ts';
import { actualNoteKey } from './note-figures.ts';
import type { Call, Found, FoundInvoice } from './rater/calls.ts';
import type {
  FundedTransaction,
  ListedWallet,
  ParkedMessage,
  ServiceBooks,
  ServiceFee,
  ServiceFunding,
  ServiceInvoice,
  ServiceNote,
  ServicePlanPrices,
  ServiceTransaction,
  ServiceUsage,
  ServiceWallet,
} from './service-objects.ts';

const callMs = 60_000;

/** The clock did not arrive, because some due work does not finish. */
export class Stuck extends Error {}

/** How long a call repeats on 503 before the answer counts. */
const unavailableMs = 30_000;
/** Counts the 503 answers of all lives that were retried; printed at the end. */
export const unavailable = { times: 0 };

interface Answer<T> {
  status: number;
  body: T;
}

/** The fields of answers to calls of a life that the simulator reads. */
export interface AnswerBody {
  invoice?: ServiceInvoice;
  estimated_credit_note?: { max_creditable_amount_cents: number };
  customer_usage?: ServiceUsage;
  plan_prices?: ServicePlanPrices;
}

interface Request {
  method: Method;
  url: string;
  key: string;
  body?: unknown;
}

/** Calls the service as a client does: repeats a 503 with `Retry-After` until a deadline. */
async function http<T>(request: Request): Promise<Answer<T>> {
  const until = Date.now() + unavailableMs;
  for (;;) {
    const { retryAfterMs, ...answer } = await once<T>(request);
    if (answer.status !== 503 || !(retryAfterMs > 0) || Date.now() + retryAfterMs > until) return answer;
    unavailable.times += 1;
    await sleep(retryAfterMs);
  }
}

async function once<T>({ method, url, key, body }: Request): Promise<Answer<T> & { retryAfterMs: number }> {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(callMs),
  });
  const text = await response.text();
  return {
    status: response.status,
    retryAfterMs: Number(response.headers.get('retry-after')) * 1000,
    body: JSON.parse(text === '' ? '{}' : text) as T,
  };
}

const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object';
const lookUp = (value: unknown, path: string): unknown =>
  path.split('.').reduce((inner, key) => (isObject(inner) ? inner[key] : undefined), value);

type Saved = Map<string, unknown>;

/** Replaces `{{name}}` by saved values. */
const replaced = (text: string, saved: Saved) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(saved.get(name) ?? `missing-${name}`));

function substituted(value: unknown, saved: Saved): unknown {
  if (typeof value === 'string') return replaced(value, saved);
  if (Array.isArray(value)) return value.map((one) => substituted(one, saved));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, substituted(one, saved)]));
  return value;
}

/** The customer, the periods and the day of an invoice's key. */
const periodsOf = (key: string) => JSON.stringify((JSON.parse(key) as unknown[]).slice(0, 3));

/** Fields of a new organization; `frozen_time` gives it its own clock. */
interface NewOrganization {
  name: string;
  default_currency: string;
  timezone?: string;
  sandbox?: boolean;
  frozen_time?: string;
}

/** The organization of one life. */
export class Organization {
  private readonly service: Service;
  private readonly key: string;
  private readonly id: string;
  private readonly saved: Saved = new Map();

  constructor(service: Service, key: string, id: string) {
    this.service = service;
    this.key = key;
    this.id = id;
  }

  static async create(service: Service, settings: NewOrganization): Promise<Organization> {
    const { status, body } = await http<{ api_key: { value: string }; organization: { svc_id: string } }>({
      method: 'POST',
      url: `${service.baseUrl}/admin/organizations`,
      key: service.adminApiKey,
      body: { organization: settings },
    });
    if (status !== 200) throw new Error(`No organization: ${status} ${JSON.stringify(body)}`);
    return new Organization(service, body.api_key.value, body.organization.svc_id);
  }

  /** Reads a path with the key of the organization. */
  read(path: string): Promise<Answer<unknown>> {
    return this.request('GET', path);
  }

  private request<T>(method: Method, path: string, body?: unknown): Promise<Answer<T>> {
    return http({ method, url: `${this.service.baseUrl}/api/v1${path}`, key: this.key, body });
  }

  /** Plays one call of a history. */
  async play(call: Call): Promise<Answer<AnswerBody>> {
    const [method, path = ''] = call.do.split(' ');
    const answer = await this.request<AnswerBody>(
      method as Method,
      replaced(path, this.saved),
      substituted(call.body, this.saved),
    );
    for (const [name, where] of Object.entries(call.save ?? {})) this.saved.set(name, lookUp(answer.body, where));
    return answer;
  }

  /** Moves the test clock and waits until all due work is done. @param patienceMs how long the clock may stand still */
  async advanceClock(instant: number, patienceMs: number): Promise<void> {
    const target = new Date(instant).toISOString();
    let answer = await this.request<{ test_clock: TestClock }>('PUT', '/test_clock', {
      test_clock: { frozen_time: target },
    });
    let reached: string | null = null;
    let since = Date.now();
    while (answer.status === 200 && answer.body.test_clock.status !== 'ready') {
      const { frozen_time: now } = answer.body.test_clock;
      if (now !== reached) [reached, since] = [now, Date.now()];
      if (Date.now() - since > patienceMs)
        throw new Stuck(`The clock stands at ${now} for ${patienceMs / 1000} s, on its way to ${target}`);
      await sleep(50);
      answer = await this.request('GET', '/test_clock');
    }
    if (answer.status !== 200) throw new Stuck(`The clock answers ${answer.status} ${JSON.stringify(answer.body)}`);
  }

  /** All items of a list, page by page. */
  private async list<T>(path: string, key: string): Promise<T[]> {
    const items: T[] = [];
    const separator = path.includes('?') ? '&' : '?';
    for (let page: number | null = 1; page !== null;) {
      const { status, body }: Answer<Record<string, T[]> & { meta: { next_page: number | null } }> = await this.request(
        'GET',
        `${path}${separator}page=${page}&per_page=100`,
      );
      if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`);
      items.push(...(body[key] ?? []));
      page = body.meta.next_page;
    }
    return items;
  }

  /** Dead letters: messages that the service could not process. */
  private async parked(): Promise<ParkedMessage[]> {
    const { status, body } = await http<{ parked: ParkedMessage[] }>({
      method: 'GET',
      url: `${this.service.baseUrl}/admin/parked?organization_id=${this.id}`,
      key: this.service.adminApiKey,
    });
    if (status !== 200) throw new Error(`GET /admin/parked: ${status}`);
    return body.parked;
  }

  /** Finds the object that a call refers to and saves its ids for that call. @returns whether the object exists */
  async find(found: Found): Promise<boolean> {
    if (found.note === undefined) return this.findInvoice(found);
    const notes = await this.list<ServiceNote>('/credit_notes', 'credit_notes');
    const note = notes.find((one) => actualNoteKey(one) === found.noteKey);
    this.saved.set('found', note?.svc_id);
    return note !== undefined;
  }

  private async findInvoice({ key, shown, fees = [], isDraft = false }: FoundInvoice): Promise<boolean> {
    const { customer, issuing_date: day, total_amount_cents: cents } = shown;
    const query = `external_customer_id=${customer}&issuing_date_from=${day}&issuing_date_to=${day}`;
    const listed = await this.list<ServiceInvoice>(`/invoices?${query}`, 'invoices');
    for (const { svc_id: id, total_amount_cents: total } of listed) {
      if (!isDraft && String(total) !== cents) continue;
      const { invoice } = (await this.request<{ invoice: ServiceInvoice }>('GET', `/invoices/${id}`)).body;
      const actualKey = invoiceKey(actualInvoice(invoice));
      // A draft's total is compared when it is final: the service may have computed it before or after the last events.
      if (isDraft ? periodsOf(actualKey) !== periodsOf(key) : actualKey !== key) continue;
      this.saved.set('found', id);
      const named = new Map(actualFees(invoice));
      for (const [i, name] of fees.entries()) this.saved.set(`fee${i}`, named.get(name)?.svc_id);
      return true;
    }
    return false;
  }

  /** All wallets with their transactions and the fundings of outbound ones. */
  private async wallets(): Promise<ListedWallet[]> {
    const wallets: ListedWallet[] = [];
    for (const wallet of await this.list<ServiceWallet>('/wallets', 'wallets'))
      wallets.push({ ...wallet, transactions: await this.transactionsOf(wallet) });
    return wallets;
  }

  private async transactionsOf({ svc_id: walletId }: ServiceWallet): Promise<FundedTransaction[]> {
    const path = `/wallets/${walletId}/wallet_transactions`;
    const transactions: FundedTransaction[] = [];
    for (const one of await this.list<ServiceTransaction>(path, 'wallet_transactions'))
      transactions.push({ ...one, fundings: one.transaction_type === 'outbound' ? await this.fundingsOf(one) : [] });
    return transactions;
  }

  private fundingsOf({ svc_id: id }: ServiceTransaction): Promise<ServiceFunding[]> {
    return this.list(`/wallet_transactions/${id}/fundings`, 'wallet_transaction_fundings');
  }

  /** All invoices with their fees, fees without an invoice, and all credit notes. */
  async books(): Promise<ServiceBooks> {
    const invoices: ServiceInvoice[] = [];
    for (const { svc_id: id } of await this.list<ServiceInvoice>('/invoices', 'invoices')) {
      const { status, body } = await this.request<{ invoice: ServiceInvoice }>('GET', `/invoices/${id}`);
      if (status !== 200) throw new Error(`GET /invoices/${id}: ${status}`);
      invoices.push(body.invoice);
    }
    const fees = await this.list<ServiceFee>('/fees', 'fees');
    return {
      invoices,
      uninvoicedFees: fees.filter((fee) => fee.svc_invoice_id === null),
      creditNotes: await this.list('/credit_notes', 'credit_notes'),
      wallets: await this.wallets(),
      payments: await this.list('/payments', 'payments'),
      parked: await this.parked(),
    };
  }
}
