// A tax engine is unavailable while a billing run bills all of its customers; other customers must not wait for it. When
// it answers again, it fails at random, and the service is killed. Each invoice becomes final once, with the engine's
// taxes, and the engine books each one once.
import { type Api, type Body, newOrganization } from '@tollgate/harness/api';
import { sleep, waitFor } from '@tollgate/harness/process';
import { startTaxEngines } from '@tollgate/tax-engines/process';
import { testSettings } from '../test-settings.mjs';
import { act } from './act.ts';
import { putCustomer, several, totalOf } from './seller.ts';
import type { Stage } from './stage.ts';

const neighbors = 20;
const callers = 8;
const price = 15_000;
/** 2.9 % and 4.81 % of 150.00 in Denver, each rounded. */
const tax = 1157;
const begin = '2024-03-01T00:00:00Z';
const monthEnd = '2024-04-01T01:00:00Z';
const ofSandbox = { default_currency: 'USD', sandbox: true, frozen_time: begin };
const secret = 'account-of-the-storm';
const denver = { address_line1: '1450 Cherokee St', city: 'Denver', state: 'CO', zipcode: '80204', country: 'US' };

interface Invoice {
  svc_id: string;
  number: string;
  status: string;
  taxes_amount_cents: number;
  total_amount_cents: number;
}

interface BookedDocument {
  id: string;
  status: string;
  version: number;
}

/** The control interface of the engines. */
class Engines {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async control(method: string, path: string, body?: object): Promise<Body> {
    const answer = await fetch(`${this.#url}/control${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path} of the doubles answers ${answer.status}`);
    return (await answer.json()) as Body;
  }

  fail(kind: string, times?: number): Promise<Body> {
    const fault = { engine: 'anrok', account: secret, kind, ...(times === undefined ? {} : { times }) };
    return this.control('POST', '/faults', fault);
  }

  async documents(): Promise<BookedDocument[]> {
    const { documents } = await this.control('GET', `/documents?engine=anrok&account=${secret}`);
    return documents as BookedDocument[];
  }
}

/** An organization whose customers each have a subscription. @param more fields of each customer */
async function subscribed(api: Api, count: number, more: object): Promise<void> {
  await api.ok('POST', '/api/v1/plans', {
    plan: {
      name: 'Pro',
      code: 'pro',
      interval: 'monthly',
      amount_cents: price,
      amount_currency: 'USD',
      pay_in_advance: false,
    },
  });
  await several(count, callers, async (index) => {
    const external_customer_id = `c-${index}`;
    await putCustomer(api, external_customer_id, { currency: 'USD', ...denver, ...more });
    await api.ok('POST', '/api/v1/subscriptions', {
      subscription: { external_customer_id, plan_code: 'pro', external_id: `s-${index}`, subscription_at: begin },
    });
  });
}

const countOf = (api: Api, status: string): Promise<number> => totalOf(api, `invoices?status=${status}`);

function problemsOf(customers: number, invoices: Invoice[], documents: BookedDocument[]): string[] {
  const problems: string[] = [];
  if (invoices.length !== customers) problems.push(`${invoices.length} invoices instead of ${customers}`);
  for (const one of invoices)
    if (one.status !== 'finalized' || one.taxes_amount_cents !== tax || one.total_amount_cents !== price + tax)
      problems.push(`invoice ${one.number} is ${one.status} with ${one.taxes_amount_cents} cents of taxes`);
  const numbers = new Set(invoices.map(({ number }) => number));
  if (numbers.size !== invoices.length) problems.push(`${invoices.length - numbers.size} numbers are given twice`);
  const booked = new Map(documents.map((document) => [document.id, document]));
  if (booked.size !== documents.length) problems.push('the engine has a document twice');
  if (documents.length !== customers) problems.push(`the engine has ${documents.length} documents`);
  for (const { svc_id: id } of invoices)
    if (booked.get(id)?.status !== 'booked') problems.push(`the engine has not booked invoice ${id}`);
  return problems.slice(0, 20);
}

async function play(stage: Stage, customers: number): Promise<void> {
  const { report } = stage;
  /** A rest of the engine, and about 10 invoices a second with two at a time on a slow machine. */
  const patience = { timeoutMs: 240_000 + customers * 100 };
  const { url, settings } = await stage.double(startTaxEngines());
  const engines = new Engines(url);
  const service = await stage.service({ ...testSettings, ...settings, SWEEP_SECONDS: '5' });
  const { api } = await newOrganization(service, { name: 'Taxed', ...ofSandbox });
  const { api: beside } = await newOrganization(service, { name: 'Beside', ...ofSandbox });
  await api.ok('POST', '/api/v1/tax_providers', {
    tax_provider: {
      provider: 'anrok',
      code: 'engine',
      name: 'Engine',
      api_key: secret,
      mappings: [{ item_type: 'fallback_item', external_code: 'saas' }],
    },
  });
  const taxed = { integration_type: 'anrok', integration_code: 'engine', sync_with_provider: true };
  await subscribed(api, customers, { integration_customers: [taxed] });
  await subscribed(beside, neighbors, {});
  await engines.fail('cut_before');
  await report.attempt(`${customers} invoices wait for the engine`, async () => {
    await api.advanceClock(monthEnd, { patienceMs: 600_000 });
    await waitFor('the pending invoices', async () => (await countOf(api, 'pending')) === customers, patience);
  });
  await report.attempt('the invoices of other customers do not', async () => {
    await beside.advanceClock(monthEnd, { patienceMs: 60_000 });
    await waitFor('their invoices', async () => (await countOf(beside, 'finalized')) === neighbors, {
      timeoutMs: 60_000,
    });
  });
  await engines.control('DELETE', `/faults?account=${secret}`);
  for (const kind of ['cut_after', 'garbage']) await engines.fail(kind, 3);
  await report.attempt('all become final after the engine answers again', async () => {
    const some = async () => (await countOf(api, 'finalized')) > customers / 4;
    await waitFor('a quarter of the invoices', some, { ...patience, everyMs: 500 });
    await service.kill('SIGKILL');
    await sleep(500);
    await service.start();
    const all = async () => (await countOf(api, 'finalized')) === customers;
    await waitFor('all invoices', all, { ...patience, everyMs: 1000 });
  });
  await report.attempt('the engine books them', () =>
    waitFor('the documents', async () => (await engines.documents()).length >= customers, {
      ...patience,
      everyMs: 1000,
    }),
  );
  report.check(
    'each invoice and each document exists once, with its taxes',
    problemsOf(customers, await api.pages<Invoice>('/api/v1/invoices', 'invoices'), await engines.documents()),
  );
}

export const taxes = act({
  name: 'taxes',
  options: { customers: '500' },
  play: (stage, { customers }) => play(stage, Number(customers)),
});
