// npm run seed [-- --seed 1] [--months 6]
// Creates a realistic organization to explore. It has plans of three kinds, taxes, coupons, customers of several
// countries, and months of usage with invoices, payments and credit notes. Everything goes over HTTP to the running
// service, in a sandbox organization with a test clock. Equal seeds create equal data. A repeated run finds its
// organization by the key that it stored in the data directory, and creates only missing data.
//   BASE_URL, ADMIN_API_KEY   see ../demo/installation.ts
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  advanceClock,
  baseUrl,
  dataDirectory,
  findInstallation,
  Hint,
  newOrganization,
} from '@tollgate/demo/installation';
import { load } from '@tollgate/demo/load';
import { Api, type Body, type TestClock } from '@tollgate/harness/api';
import { type Customer, customerBody, customers, dayOf, noonOf, type PlanCode, subscriptionOf } from './customers.ts';
import { addOns, coupons, type Ids, metrics, plans, taxes } from './price-list.ts';
import { usageOf } from './usage.ts';

/** A resource with a code. */
type Resource = { code: string } & Body;

interface Created {
  svc_id: string;
}

interface Invoice extends Created {
  number: string;
  total_due_amount_cents: number;
}

/** One thing that happens. */
interface Step {
  /** Unix ms. */
  at: number;
  title: string;
  act: () => Promise<unknown>;
}

const iso = (instant: number): string => new Date(instant).toISOString().replace('.000Z', 'Z');

/** The organization of a seed: the one with a stored key, else a new one. */
async function organizationOf(seed: string): Promise<{ api: Api; isNew: boolean }> {
  const file = join(dataDirectory, `seed-${seed}-api-key`);
  if (existsSync(file)) {
    await findInstallation();
    const api = new Api(baseUrl, readFileSync(file, 'utf8').trim());
    if ((await api.send('GET', '/api/v1/test_clock')).status === 200) return { api, isNew: false };
  }
  const api = await newOrganization({
    name: `Cumulus Compute (seed ${seed})`,
    sandbox: true,
    frozen_time: iso(dayOf(0, 1)),
    default_currency: 'EUR',
    country: 'DE',
    timezone: 'Europe/Berlin',
    legal_name: 'Cumulus Compute GmbH',
    city: 'Hamburg',
    zipcode: '20457',
    address_line1: 'Am Sandtorkai 30',
    email: 'billing@cumulus.example',
    net_payment_term: 14,
  });
  mkdirSync(dataDirectory, { recursive: true });
  writeFileSync(file, `${api.key}\n`, { mode: 0o600 });
  return { api, isNew: true };
}

/** Creates a resource with a code, or reads the existing one. */
async function ensure(api: Api, path: string, wrapper: string, resource: Resource): Promise<Created> {
  const { status, body } = await api.send<Record<string, Created>>('GET', `/api/v1/${path}/${resource.code}`);
  const existing = status === 200 ? body[wrapper] : undefined;
  return existing ?? api.create<Created>(`/api/v1/${path}`, wrapper, resource);
}

const idsOf = async (api: Api, path: string, wrapper: string, resources: Resource[]): Promise<Ids> => {
  const ids: Ids = {};
  for (const resource of resources) ids[resource.code] = (await ensure(api, path, wrapper, resource)).svc_id;
  return ids;
};

async function makeCatalog(api: Api): Promise<void> {
  await idsOf(api, 'taxes', 'tax', taxes);
  await idsOf(api, 'coupons', 'coupon', coupons);
  const metricIds = await idsOf(api, 'billable_metrics', 'billable_metric', metrics);
  await idsOf(api, 'plans', 'plan', plans(metricIds, await idsOf(api, 'add_ons', 'add_on', addOns)));
}

const subscribe = (api: Api, customer: Customer, plan: PlanCode) =>
  api.ok('POST', '/api/v1/subscriptions', {
    subscription: {
      external_customer_id: customer.external_id,
      external_id: subscriptionOf(customer),
      plan_code: plan,
      billing_time: 'calendar',
    },
  });

async function arrive(api: Api, customer: Customer): Promise<void> {
  await api.ok('POST', '/api/v1/customers', { customer: customerBody(customer) });
  if (customer.coupon) {
    const applied = await api.ok<{ applied_coupons: Created[] }>(
      'GET',
      `/api/v1/applied_coupons?external_customer_id=${customer.external_id}`,
    );
    if (applied.applied_coupons.length === 0) {
      await api.ok('POST', '/api/v1/applied_coupons', {
        applied_coupon: { external_customer_id: customer.external_id, coupon_code: customer.coupon },
      });
    }
  }
  await subscribe(api, customer, customer.plan);
}

async function leave(api: Api, customer: Customer): Promise<void> {
  const answer = await api.send('DELETE', `/api/v1/subscriptions/${subscriptionOf(customer)}`);
  if (answer.status >= 300 && answer.status !== 404)
    throw new Error(`${customer.external_id} cannot leave: ${JSON.stringify(answer.body)}`);
}

/** Customers pay the amounts due; some forget. */
async function pay(api: Api, month: number): Promise<void> {
  const { invoices } = await api.ok<{ invoices: Invoice[] }>(
    'GET',
    '/api/v1/invoices?status=finalized&payment_status=pending&per_page=100',
  );
  for (const invoice of invoices) {
    if (invoice.total_due_amount_cents === 0 || invoice.number.endsWith('3')) continue;
    await api.ok('POST', '/api/v1/payments', {
      payment: {
        invoice_id: invoice.svc_id,
        amount_cents: invoice.total_due_amount_cents,
        reference: `Transfer ${invoice.number}`.slice(0, 40),
        paid_at: iso(dayOf(month, 9)).slice(0, 10),
      },
    });
  }
}

/** All actions in order. */
function story(api: Api, months: number): Step[] {
  const steps: Step[] = [];
  for (const customer of customers) {
    const arrival = noonOf(customer.start);
    steps.push({
      at: arrival,
      title: `${customer.name} subscribes to ${customer.plan}`,
      act: () => arrive(api, customer),
    });
    for (const { at, change, end } of customer.later ?? []) {
      const then = noonOf(at);
      if (change)
        steps.push({
          at: then,
          title: `${customer.name} changes to ${change}`,
          act: () => subscribe(api, customer, change),
        });
      if (end) steps.push({ at: then, title: `${customer.name} leaves`, act: () => leave(api, customer) });
    }
  }
  for (let month = 0; month < months; month++)
    steps.push({ at: dayOf(month, 10), title: 'Invoices are paid', act: () => pay(api, month) });
  steps.push({ at: dayOf(months, 2), title: 'The last month is billed', act: () => Promise.resolve() });
  return steps.filter(({ at }) => at <= dayOf(months, 2)).sort((a, b) => a.at - b.at);
}

export async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { seed: { type: 'string', default: '1' }, months: { type: 'string', default: '6' } },
  });
  const months = Number(values.months);
  if (!Number.isInteger(months) || months < 1 || months > 36) throw new Hint('--months takes a number from 1 to 36.');
  if (!/^[\w-]{1,40}$/.test(values.seed)) throw new Hint('--seed takes letters, digits, - and _, at most 40.');

  const { api, isNew } = await organizationOf(values.seed);
  console.log(`${isNew ? 'A new organization' : 'The organization of before'} at ${baseUrl}. Its API key: ${api.key}`);
  await makeCatalog(api);
  const events = customers.flatMap((customer) => usageOf(values.seed, customer, months));

  let now = Date.parse((await api.ok<{ test_clock: TestClock }>('GET', '/api/v1/test_clock')).test_clock.frozen_time);
  let sent = 0;
  for (const { at, title, act } of story(api, months)) {
    if (at < now) continue;
    // The clock stands before this usage is sent: all of it counts on the invoices that fall due.
    const used = events.filter(({ timestamp }) => Number(timestamp) * 1000 >= now && Number(timestamp) * 1000 < at);
    if (used.length > 0) await load(api, used, () => undefined);
    sent += used.length;
    if (at > now) await advanceClock(api, iso(at));
    now = at;
    await act();
    console.log(`  ${iso(at).slice(0, 10)}  ${title}`);
  }

  const count = async (path: string): Promise<number> =>
    (await api.ok<{ meta: { total_count: number } }>('GET', `/api/v1/${path}?per_page=1`)).meta.total_count;
  console.log(
    `${sent} events sent. There are ${await count('customers')} customers, ${await count('invoices')} invoices, ${await count('credit_notes')} credit notes.`,
  );
  console.log(`Look around: curl -s '${baseUrl}/api/v1/invoices' -H 'Authorization: Bearer ${api.key}'`);
}
