// The service from outside: calls with the key of one organization, and its clock.

import { actualFees } from './fee-figures.ts';
import { actualInvoice, invoiceKey } from './figures.ts';
import { actualNoteKey } from './note-figures.ts';

const callMs = 60_000;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The clock did not arrive, because some due work does not finish. */
export class Stuck extends Error {}

/** How long a call repeats on 503 before the answer counts. */
const unavailableMs = 30_000;
/** Counts the 503 answers of all lives that were retried; printed at the end. */
export const unavailable = { times: 0 };

/** Calls the service as a client does: repeats a 503 with `Retry-After` until a deadline. */
async function http(...call) {
  const until = Date.now() + unavailableMs;
  for (;;) {
    const { headers, ...answer } = await once(...call);
    const retryAfterMs = Number(headers.get('retry-after')) * 1000;
    if (answer.status !== 503 || !(retryAfterMs > 0) || Date.now() + retryAfterMs > until) return answer;
    unavailable.times += 1;
    await sleep(retryAfterMs);
  }
}

async function once(baseUrl, method, path, key, body) {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(callMs),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
}

const lookUp = (value, path) => path.split('.').reduce((inner, key) => inner?.[key], value);

/** Replaces `{{name}}` by saved values. */
function substitute(value, saved) {
  if (typeof value === 'string')
    return value.replace(/\{\{(\w+)\}\}/g, (_, name) => saved.get(name) ?? `missing-${name}`);
  if (Array.isArray(value)) return value.map((one) => substitute(one, saved));
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, substitute(one, saved)]));
  return value;
}

/** The customer, the periods and the day of an invoice's key. */
const periodsOf = (key) => JSON.stringify(JSON.parse(key).slice(0, 3));

/** The organization of one life. */
export class Organization {
  constructor(service, key, id) {
    Object.assign(this, { service, key, id, saved: new Map() });
  }

  /** @param settings fields of the organization; `frozen_time` gives it its own clock */
  static async create(service, settings) {
    const { status, body } = await http(service.baseUrl, 'POST', '/admin/organizations', service.adminApiKey, {
      organization: settings,
    });
    if (status !== 200) throw new Error(`No organization: ${status} ${JSON.stringify(body)}`);
    return new Organization(service, body.api_key.value, body.organization.svc_id);
  }

  request(method, path, body) {
    return http(this.service.baseUrl, method, `/api/v1${path}`, this.key, body);
  }

  /** Plays one step of a history. @returns status and body */
  async play(step) {
    const [method, path] = step.do.split(' ');
    const answer = await this.request(
      method,
      substitute(path, this.saved),
      step.body === undefined ? undefined : substitute(step.body, this.saved),
    );
    for (const [name, where] of Object.entries(step.save ?? {})) this.saved.set(name, lookUp(answer.body, where));
    return answer;
  }

  /** Moves the test clock and waits until all due work is done. @param patienceMs how long the clock may stand still */
  async advanceClock(instant, patienceMs) {
    let answer = await this.request('PUT', '/test_clock', {
      test_clock: { frozen_time: new Date(instant).toISOString() },
    });
    let reached = null;
    let since = Date.now();
    while (answer.status === 200 && answer.body.test_clock.status !== 'ready') {
      const { frozen_time: now } = answer.body.test_clock;
      if (now !== reached) [reached, since] = [now, Date.now()];
      if (Date.now() - since > patienceMs)
        throw new Stuck(
          `The clock stands at ${now} for ${patienceMs / 1000} s, on its way to ${new Date(instant).toISOString()}`,
        );
      await sleep(50);
      answer = await this.request('GET', '/test_clock');
    }
    if (answer.status !== 200) throw new Stuck(`The clock answers ${answer.status} ${JSON.stringify(answer.body)}`);
  }

  async list(path, key) {
    const items = [];
    for (let page = 1; page !== null;) {
      const { status, body } = await this.request(
        'GET',
        `${path}${path.includes('?') ? '&' : '?'}page=${page}&per_page=100`,
      );
      if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`);
      items.push(...body[key]);
      page = body.meta.next_page;
    }
    return items;
  }

  /** Dead letters: messages that the service could not process. */
  async parked() {
    const { status, body } = await http(
      this.service.baseUrl,
      'GET',
      `/admin/parked?organization_id=${this.id}`,
      this.service.adminApiKey,
    );
    if (status !== 200) throw new Error(`GET /admin/parked: ${status}`);
    return body.parked;
  }

  /** Finds the object that a call refers to and saves its ids for that call. @returns whether the object exists */
  async find({ key, shown, fees = [], noteKey, isDraft = false }) {
    if (noteKey) {
      const notes = await this.list('/credit_notes', 'credit_notes');
      const note = notes.find((one) => actualNoteKey(one) === noteKey);
      this.saved.set('found', note?.svc_id);
      return note !== undefined;
    }
    const { customer, issuing_date: day, total_amount_cents: cents } = shown;
    const query = `external_customer_id=${customer}&issuing_date_from=${day}&issuing_date_to=${day}`;
    for (const { svc_id: id, total_amount_cents: total } of await this.list(`/invoices?${query}`, 'invoices')) {
      if (!isDraft && String(total) !== cents) continue;
      const { invoice } = (await this.request('GET', `/invoices/${id}`)).body;
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
  async wallets() {
    const wallets = await this.list('/wallets', 'wallets');
    for (const wallet of wallets) {
      wallet.transactions = await this.list(`/wallets/${wallet.svc_id}/wallet_transactions`, 'wallet_transactions');
      for (const one of wallet.transactions)
        if (one.transaction_type === 'outbound')
          one.fundings = await this.list(`/wallet_transactions/${one.svc_id}/fundings`, 'wallet_transaction_fundings');
    }
    return wallets;
  }

  /** All invoices with their fees, fees without an invoice, and all credit notes. */
  async books() {
    const invoices = [];
    for (const { svc_id: id } of await this.list('/invoices', 'invoices')) {
      const { status, body } = await this.request('GET', `/invoices/${id}`);
      if (status !== 200) throw new Error(`GET /invoices/${id}: ${status}`);
      invoices.push(body.invoice);
    }
    const uninvoicedFees = (await this.list('/fees', 'fees')).filter((fee) => fee.svc_invoice_id === null);
    return {
      invoices,
      uninvoicedFees,
      creditNotes: await this.list('/credit_notes', 'credit_notes'),
      wallets: await this.wallets(),
      parked: await this.parked(),
    };
  }
}
