// Programs that make, change and delete objects of many kinds, all at once. They repeat calls without an answer.
import { type Answer, type Api, type Body, CallFailed, type Method } from '@tollgate/harness/api';
import type { Random } from '../storm/random.ts';

/** A kind of objects with a code, or an external id, that its writers choose. */
interface Named {
  path: string;
  wrapper: string;
  /** Its fields, different each time. */
  fields(random: Random, setting: Setting): Body;
}

/** The records that all writers share. */
export interface Setting {
  metricId: string;
  addOnCode: string;
}

const named: readonly Named[] = [
  { path: 'taxes', wrapper: 'tax', fields: (random) => ({ name: 'Tax', rate: `${random.int(0, 30)}` }) },
  {
    path: 'add_ons',
    wrapper: 'add_on',
    fields: (random) => ({ name: 'Setup', amount_cents: random.int(1, 9_999), amount_currency: 'EUR' }),
  },
  {
    path: 'coupons',
    wrapper: 'coupon',
    fields: (random) => ({
      name: 'Coupon',
      coupon_type: 'fixed_amount',
      amount_cents: random.int(1, 9_999),
      amount_currency: 'EUR',
      frequency: 'once',
      expiration: 'no_expiration',
    }),
  },
  {
    path: 'billable_metrics',
    wrapper: 'billable_metric',
    fields: (random) => ({ name: `Metric ${random.int(1, 999)}`, aggregation_type: 'count_agg' }),
  },
  {
    path: 'invoice_custom_sections',
    wrapper: 'invoice_custom_section',
    fields: (random) => ({ name: 'Terms', details: `${random.int(1, 999)} days` }),
  },
  {
    path: 'plans',
    wrapper: 'plan',
    fields: (random, { metricId }) => ({
      name: 'Plan',
      interval: 'monthly',
      amount_cents: random.int(1, 9_999),
      amount_currency: 'EUR',
      pay_in_advance: false,
      charges: [
        { billable_metric_id: metricId, charge_model: 'standard', properties: { amount: `${random.int(1, 99)}` } },
      ],
    }),
  },
];

const customerFields = (random: Random): Body => ({ name: `Customer ${random.int(1, 9_999)}`, currency: 'EUR' });
const metadata = [{ key: 'level', value: '1', display_in_invoice: false }];

/** Fewer objects of a kind are neither changed nor deleted. */
const fewest = 4;

/** One of the programs that write at the same time. */
export class Writer {
  writes = 0;
  readonly faults: string[] = [];
  readonly #api: Api;
  readonly #name: string;
  readonly #random: Random;
  readonly #setting: Setting;
  readonly #living = new Map<string, string[]>();
  #made = 0;

  constructor(api: Api, name: string, random: Random, setting: Setting) {
    this.#api = api;
    this.#name = name;
    this.#random = random;
    this.#setting = setting;
  }

  /** Writes until it has to end. */
  async run(isOver: () => boolean): Promise<void> {
    await this.#call('POST', 'customers', { customer: { external_id: this.#name, currency: 'EUR' } });
    while (!isOver()) await this.#write();
  }

  async #write(): Promise<void> {
    const part = this.#random.next();
    if (part < 0.05) await this.#writeInvoice();
    else if (part < 0.1) await this.#writeWallet();
    else if (part < 0.3) await this.#writeCustomer();
    else await this.#writeNamed(this.#random.pick(named));
  }

  async #writeNamed({ path, wrapper, fields }: Named): Promise<void> {
    const content = fields(this.#random, this.#setting);
    await this.#change(path, {
      create: (code) => this.#call('POST', path, { [wrapper]: { ...content, code } }),
      // The charges of a plan are replaced as a whole, each time by a new one.
      update: (code) => this.#call('PUT', `${path}/${code}`, { [wrapper]: content }),
    });
  }

  async #writeCustomer(): Promise<void> {
    const put = (id: string, more: Body = {}) =>
      this.#call('POST', 'customers', { customer: { external_id: id, ...customerFields(this.#random), ...more } });
    await this.#change('customers', { create: (id) => put(id, { metadata }), update: (id) => put(id) });
  }

  /** Makes an object, or changes or deletes one of those that live. */
  async #change(path: string, calls: Record<'create' | 'update', (name: string) => Promise<unknown>>): Promise<void> {
    const living = this.#living.get(path) ?? [];
    this.#living.set(path, living);
    const draw = this.#random.next();
    if (living.length < fewest || draw < 0.4) {
      const name = `${this.#name}_${++this.#made}`;
      await calls.create(name);
      living.push(name);
      return;
    }
    const index = this.#random.int(0, living.length - 1);
    const name = living[index] as string;
    if (draw < 0.75) return void (await calls.update(name));
    await this.#call('DELETE', `${path}/${name}`);
    living.splice(index, 1);
  }

  /** Issues an invoice, and marks an earlier one as paid. Its customer stays as it is, because the invoice shows it. */
  async #writeInvoice(): Promise<void> {
    const invoice = {
      external_customer_id: this.#name,
      currency: 'EUR',
      fees: [{ add_on_code: this.#setting.addOnCode, units: this.#random.int(1, 9) }],
    };
    const id = await this.#idOf('invoices', 'invoice', invoice);
    if (id !== undefined && this.#random.chance(0.5))
      await this.#call('PUT', `invoices/${id}`, { invoice: { payment_status: 'succeeded' } });
  }

  /** Makes a customer with a wallet, and changes or ends the wallet. */
  async #writeWallet(): Promise<void> {
    const holder = `${this.#name}_holder_${++this.#made}`;
    await this.#call('POST', 'customers', { customer: { external_id: holder, currency: 'EUR' } });
    const wallet = { external_customer_id: holder, rate_amount: '1', currency: 'EUR', granted_credits: '10' };
    const id = await this.#idOf('wallets', 'wallet', { ...wallet, name: 'Credits' });
    if (id === undefined) return;
    if (this.#random.chance(0.5)) await this.#call('PUT', `wallets/${id}`, { wallet: { name: 'Other credits' } });
    if (this.#random.chance(0.3)) await this.#call('DELETE', `wallets/${id}`);
  }

  async #idOf(path: string, wrapper: string, content: Body): Promise<string | undefined> {
    const answer = await this.#call('POST', path, { [wrapper]: content });
    return (answer.body as Record<string, { svc_id: string } | undefined>)[wrapper]?.svc_id;
  }

  /** A repeated call may find that it was done the first time. */
  async #call(method: Method, path: string, body?: Body): Promise<Answer> {
    const address = `/api/v1/${path}`;
    const answer = await this.#api.send(method, address, body);
    this.writes++;
    const wasDone =
      answer.again &&
      ((method === 'DELETE' && answer.status === 404) || JSON.stringify(answer.body).includes('value_already_exist'));
    if (answer.status >= 300 && !wasDone) this.faults.push(new CallFailed(method, address, answer).message);
    return answer;
  }
}
