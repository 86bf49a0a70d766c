// An organization that lives through some months under load, and is checked at the end.
import { type Api, newOrganization } from '@tollgate/harness/api';
import { sleep } from '@tollgate/harness/process';
import { messageOf } from '@tollgate/harness/report';
import type { Service } from '@tollgate/harness/standalone';
import {
  type CurrentUsage,
  type Fee,
  type Invoice,
  compareFees,
  compareInvoices,
  compareRunning,
} from './comparison.ts';
import { plans, publish } from './price-list.ts';
import type { Random } from './random.ts';
import { type Load, Stream } from './stream.ts';

const monthStart = (month: number): number => Date.UTC(2024, month, 1) / 1000;
const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000', '');
const twentieth = (month: number): string => isoOf(monthStart(month) + 19 * 86_400);
const overTheEnd = (month: number): string => isoOf(monthStart(month + 1) + 600);
const patienceMs = 300_000;

interface Settings extends Pick<Load, 'paceMs' | 'odd'> {
  name: string;
  random: Random;
  /** How many; each has a subscription in arrears and one in advance. */
  customers: number;
  /** Whether it gets an event that no invoice can bill. */
  poisoned?: boolean;
  /** Whether it has no test clock: then it stays in the running month. */
  byWallClock?: boolean;
}

type Identity = Pick<Organization, 'id' | 'name' | 'api'> & Pick<Settings, 'random' | 'poisoned' | 'byWallClock'>;

export class Organization {
  month = 0;
  /** Whether the service has taken the event that no invoice can bill. */
  poisonAccepted = false;
  readonly id: string;
  readonly name: string;
  readonly api: Api;
  readonly streams: Stream[] = [];
  private readonly random: Random;
  private readonly poisoned: boolean;
  private readonly byWallClock: boolean;
  private readonly customers: string[] = [];
  private readonly problems: string[] = [];

  private constructor({ id, name, api, random, poisoned = false, byWallClock = false }: Identity) {
    this.id = id;
    this.name = name;
    this.api = api;
    this.random = random;
    this.poisoned = poisoned;
    this.byWallClock = byWallClock;
  }

  /** Creates it with its price list and customers, in the middle of its first month. */
  static async create(service: Service, settings: Settings): Promise<Organization> {
    const { name, random, customers, poisoned, byWallClock = false, ...load } = settings;
    const clock = byWallClock ? {} : { sandbox: true, frozen_time: isoOf(monthStart(0)) };
    const organization = { name, ...clock, default_currency: 'EUR', document_number_prefix: name.toUpperCase() };
    const { api, id } = await newOrganization(service, organization, { patienceMs });
    const created = new Organization({ id, name, api, random, poisoned, byWallClock });
    await publish(created.api);
    for (let number = 1; number <= customers; number++)
      await created.addCustomer(`${name}-c${number}`, { ...load, timeless: byWallClock });
    if (!byWallClock) await created.advanceClock(twentieth(0));
    for (const stream of created.streams) stream.beginMonth(monthStart(0));
    return created;
  }

  /** Waits until everything sent so far is stored and all resulting work is done. */
  async settle(): Promise<void> {
    await this.advanceClock(twentieth(this.month));
  }

  /** Continues with an installation at another address. */
  moveTo(baseUrl: string): void {
    this.api.baseUrl = baseUrl;
  }

  private async addCustomer(customer: string, load: Load): Promise<void> {
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

  /** Advances the clock and waits until all due work is done. @throws ClockStands */
  private advanceClock(frozenTime: string): Promise<void> {
    return this.api.advanceClock(frozenTime, { patienceMs, everyMs: 200 });
  }

  /** Passes the end of the month; usage of the next month may follow. */
  async nextMonth(): Promise<void> {
    await this.advanceClock(overTheEnd(this.month));
    this.month++;
    await this.advanceClock(twentieth(this.month));
    for (const stream of this.streams) stream.beginMonth(monthStart(this.month));
  }

  /** Usage of the current month, for some time. */
  async load(ms: number): Promise<void> {
    const end = Date.now() + ms;
    await Promise.all(this.streams.map((stream) => stream.run(() => Date.now() > end)));
  }

  /**
   * Month after month under load, until `over()`; then finishes the current work. Never rejects: errors go to
   * `problems`.
   */
  async live(over: () => boolean): Promise<void> {
    try {
      if (this.poisoned) await this.sendPoison();
      while (!over()) {
        const monthOver = Date.now() + this.random.int(8, 25) * 1000;
        await Promise.all(this.streams.map((stream) => stream.run(() => over() || Date.now() > monthOver)));
        if (!over() && !this.poisoned) await this.nextMonth();
      }
    } catch (error) {
      this.problems.push(`${this.name}: ${messageOf(error)}`);
    }
  }

  /** A sum beyond any amount of money. The service may refuse it; if accepted, it may block only its own invoice. */
  private async sendPoison(): Promise<void> {
    const stream = this.streams.find(({ plan }) => plan === 'arrears');
    if (!stream) return;
    const event = { ...stream.event('bytes'), properties: { value: '9'.repeat(30) } };
    const { status, body } = await this.api.send('POST', '/api/v1/events', { event });
    this.poisonAccepted = status === 200;
    if (status !== 200 && status !== 422) stream.fault('a value of 30 digits', { status, body });
  }

  /** Ends the month and checks everything; returns problems, as lines for people. */
  async check(): Promise<string[]> {
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
      this.problems.push(`${this.name}: ${messageOf(error)}`);
    }
    return faults();
  }

  /**
   * Checks the running month: the fees of single events, and usage so far. Under the wall clock nothing reports
   * completion, so the check retries for some time.
   */
  async checkRunning(withinMs = 120_000): Promise<string[]> {
    const deadline = Date.now() + withinMs;
    for (;;) {
      if (!this.byWallClock) await this.settle();
      const lines = (await Promise.all(this.streams.map((stream) => this.checkStream(stream)))).flat();
      if (lines.length === 0 || !this.byWallClock || Date.now() > deadline)
        return lines.map((line) => `${this.name}, ${line}`);
      await sleep(500);
    }
  }

  private async checkStream(stream: Stream): Promise<string[]> {
    const customer = stream.subscription.replace(/-[^-]+$/, '');
    const fees = await this.fees(stream, '&fee_type=charge');
    const { customer_usage: usage } = await this.api.ok<{ customer_usage: CurrentUsage }>(
      'GET',
      `/api/v1/customers/${customer}/current_usage?external_subscription_id=${stream.subscription}`,
    );
    return compareRunning(stream, fees, usage);
  }

  private async checkCustomer(customer: string): Promise<string[]> {
    const all: Fee[] = [];
    const problems: string[] = [];
    for (const stream of this.streams.filter(({ subscription }) => subscription.startsWith(`${customer}-`))) {
      const fees = await this.fees(stream);
      problems.push(...compareFees(stream, fees));
      all.push(...fees);
    }
    const invoices = await this.api.pages<Invoice>(`/api/v1/invoices?external_customer_id=${customer}`, 'invoices');
    return [...problems, ...compareInvoices(customer, invoices, all)].map((line) => `${this.name}, ${line}`);
  }

  private fees({ subscription }: Stream, filter = ''): Promise<Fee[]> {
    return this.api.pages<Fee>(`/api/v1/fees?external_subscription_id=${subscription}${filter}`, 'fees');
  }
}
