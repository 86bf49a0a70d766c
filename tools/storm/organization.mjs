// An organization that lives through some months under load, and is checked at the end.
import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from '../harness/api.ts';
import { compareFees, compareInvoices, compareRunning } from './comparison.mjs';
import { Stream } from './stream.mjs';
import { plans, publish } from './price-list.mjs';

const monthStart = (month) => Date.UTC(2024, month, 1) / 1000;
const isoOf = (seconds) => new Date(seconds * 1000).toISOString().replace('.000', '');
const twentieth = (month) => isoOf(monthStart(month) + 19 * 86_400);
const overTheEnd = (month) => isoOf(monthStart(month + 1) + 600);
const longestAdvanceMs = 300_000;
const patienceMs = 300_000;

export class Organization {
  problems = [];
  month = 0;

  /**
   * @param customers how many; each has a subscription in arrears and one in advance
   * @param poisoned whether it gets an event that no invoice can bill
   * @param byWallClock whether it has no test clock: then it stays in the running month
   * @param load `paceMs` and `odd` of its streams
   */
  static async create(
    { baseUrl, adminApiKey },
    { name, random, customers, poisoned = false, byWallClock = false, ...load },
  ) {
    const clock = byWallClock ? {} : { sandbox: true, frozen_time: isoOf(monthStart(0)) };
    const organization = { name, ...clock, default_currency: 'EUR', document_number_prefix: name.toUpperCase() };
    const {
      api_key: key,
      organization: { svc_id: id },
    } = await new Api(baseUrl, adminApiKey).ok('POST', '/admin/organizations', { organization });
    const created = new Organization();
    Object.assign(created, {
      id,
      name,
      random,
      poisoned,
      byWallClock,
      api: new Api(baseUrl, key.value, { patienceMs }),
      streams: [],
      customers: [],
    });
    await publish(created.api);
    for (let number = 1; number <= customers; number++)
      await created.addCustomer(`${name}-c${number}`, { ...load, timeless: byWallClock });
    if (!byWallClock) await created.advanceClock(twentieth(0));
    for (const stream of created.streams) stream.beginMonth(monthStart(0));
    return created;
  }

  /** Waits until everything sent so far is stored and all resulting work is done. */
  async settle() {
    await this.advanceClock(twentieth(this.month));
  }

  /** Continues with an installation at another address. */
  moveTo(baseUrl) {
    this.api.baseUrl = baseUrl;
  }

  async addCustomer(customer, load) {
    this.customers.push(customer);
    await this.api.ok('POST', '/api/v1/customers', {
      customer: { external_id: customer, name: customer, currency: 'EUR' },
    });
    for (const { code: plan } of plans) {
      const subscription = `${customer}-${plan}`;
      await this.api.ok('POST', '/api/v1/subscriptions', {
        subscription: {
          external_customer_id: customer,
          external_id: subscription,
          plan_code: plan,
          billing_time: 'calendar',
        },
      });
      this.streams.push(
        new Stream({ api: this.api, random: this.random.of(subscription), subscription, plan, ...load }),
      );
    }
  }

  /** Advances the clock and waits until all due work is done. @throws Error if the clock does not arrive */
  async advanceClock(frozenTime) {
    const deadline = Date.now() + longestAdvanceMs;
    let { test_clock: clock } = await this.api.ok('PUT', '/api/v1/test_clock', {
      test_clock: { frozen_time: frozenTime },
    });
    while (clock.status !== 'ready') {
      if (Date.now() > deadline)
        throw new Error(`the test clock does not arrive at ${frozenTime} within ${longestAdvanceMs / 1000} s`);
      await sleep(200);
      ({ test_clock: clock } = await this.api.ok('GET', '/api/v1/test_clock'));
    }
  }

  /** Passes the end of the month; usage of the next month may follow. */
  async nextMonth() {
    await this.advanceClock(overTheEnd(this.month));
    this.month++;
    await this.advanceClock(twentieth(this.month));
    for (const stream of this.streams) stream.beginMonth(monthStart(this.month));
  }

  /**
   * Month after month under load, until `over()`; then finishes the current work. Never rejects: errors go to
   * `problems`.
   */
  async live(over) {
    try {
      if (this.poisoned) await this.sendPoison();
      while (!over()) {
        const monthOver = Date.now() + this.random.int(8, 25) * 1000;
        await Promise.all(this.streams.map((stream) => stream.run(() => over() || Date.now() > monthOver)));
        if (!over() && !this.poisoned) await this.nextMonth();
      }
    } catch (error) {
      this.problems.push(`${this.name}: ${error.message}`);
    }
  }

  /** A sum beyond any amount of money. The service may refuse it; if accepted, it may block only its own invoice. */
  async sendPoison() {
    const stream = this.streams.find(({ plan }) => plan === 'arrears');
    const event = { ...stream.event('bytes'), properties: { value: '9'.repeat(30) } };
    const { status, body } = await this.api.send('POST', '/api/v1/events', { event });
    this.poisonAccepted = status === 200;
    if (status !== 200 && status !== 422) stream.fault('a value of 30 digits', { status, body });
  }

  /** Ends the month and checks everything; returns problems, as lines for people. */
  async check() {
    const faults = () => [
      ...this.problems,
      ...this.streams.flatMap((stream) => stream.faults.map((fault) => `${this.name}: ${fault}`)),
    ];
    if (this.problems.length > 0) return faults();
    try {
      await this.nextMonth();
      if (!this.poisonAccepted)
        for (const customer of this.customers) this.problems.push(...(await this.checkCustomer(customer)));
    } catch (error) {
      this.problems.push(`${this.name}: ${error.message}`);
    }
    return faults();
  }

  /**
   * Checks the running month: the fees of single events, and usage so far. Under the wall clock nothing reports
   * completion, so the check retries for some time.
   */
  async checkRunning(withinMs = 120_000) {
    const deadline = Date.now() + withinMs;
    for (;;) {
      if (!this.byWallClock) await this.settle();
      const lines = (await Promise.all(this.streams.map((stream) => this.checkStream(stream)))).flat();
      if (lines.length === 0 || !this.byWallClock || Date.now() > deadline)
        return lines.map((line) => `${this.name}, ${line}`);
      await sleep(500);
    }
  }

  async checkStream(stream) {
    const customer = stream.subscription.replace(/-[^-]+$/, '');
    const fees = await this.pages('fees', `external_subscription_id=${stream.subscription}&fee_type=charge`);
    const { customer_usage: usage } = await this.api.ok(
      'GET',
      `/api/v1/customers/${customer}/current_usage?external_subscription_id=${stream.subscription}`,
    );
    return compareRunning(stream, fees, usage);
  }

  async checkCustomer(customer) {
    const withName = (lines) => lines.map((line) => `${this.name}, ${line}`);
    const all = [];
    const problems = [];
    for (const stream of this.streams.filter(({ subscription }) => subscription.startsWith(`${customer}-`))) {
      const fees = await this.pages('fees', `external_subscription_id=${stream.subscription}`);
      problems.push(...withName(compareFees(stream, fees)));
      all.push(...fees);
    }
    const invoices = await this.pages('invoices', `external_customer_id=${customer}`);
    return [...problems, ...withName(compareInvoices(customer, invoices, all))];
  }

  async pages(resource, filter) {
    const items = [];
    for (let page = 1; page !== null;) {
      const answer = await this.api.ok('GET', `/api/v1/${resource}?${filter}&per_page=100&page=${page}`);
      items.push(...answer[resource]);
      page = answer.meta.next_page;
    }
    return items;
  }
}
