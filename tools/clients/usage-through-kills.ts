// A program sends usage while its service is killed, and each event must count once.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type Api, newOrganization } from '@tollgate/harness/api';
import { say, sleep } from '@tollgate/harness/process';
import { messageOf } from '@tollgate/harness/report';
import type { Standalone } from '@tollgate/harness/standalone';

const subscription = 'sdk-usage';
/** As the programs send it. */
const tokensOfEvent = 3;

async function prepare(api: Api): Promise<void> {
  const metric = await api.create<{ svc_id: string }>('/api/v1/billable_metrics', 'billable_metric', {
    ...{ name: 'Tokens', code: 'tokens', aggregation_type: 'sum_agg', field_name: 'tokens' },
  });
  const charge = { billable_metric_id: metric.svc_id, charge_model: 'standard', properties: { amount: '0.01' } };
  const plan = { name: 'Usage', code: 'usage', interval: 'monthly', amount_cents: 0, amount_currency: 'EUR' };
  await api.ok('POST', '/api/v1/plans', { plan: { ...plan, pay_in_advance: false, charges: [charge] } });
  await api.ok('POST', '/api/v1/customers', { customer: { external_id: 'acme', currency: 'EUR' } });
  await api.ok('POST', '/api/v1/subscriptions', {
    subscription: { external_customer_id: 'acme', external_id: subscription, plan_code: plan.code },
  });
}

/** A program that sends usage: it adds events, and reports at its end. */
class Sender {
  private readonly child;
  private readonly lines;

  constructor([command = '', ...args]: string[], { baseUrl, key }: Api) {
    this.child = spawn(command, [...args, baseUrl, key, subscription], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
  }

  /** Adds events within a second. */
  async add(count: number): Promise<void> {
    this.child.stdin.write(`${count}\n`);
    await this.line();
  }

  /** Has it send the rest. @returns what became of all events */
  async end(): Promise<Record<'added' | 'refused' | 'dropped' | 'left', number>> {
    this.child.stdin.end();
    return JSON.parse(await this.line());
  }

  private async line(): Promise<string> {
    const { value, done } = await this.lines.next();
    if (done) throw new Error('The program ended early');
    return String(value);
  }
}

/** How many events go in each round, which ends with a kill. */
export interface Load {
  rounds: number;
  eventsOfRound: number;
}

export const nameOfLoad = ({ rounds, eventsOfRound }: Load): string =>
  `${rounds * eventsOfRound} events count once through ${rounds} kills`;

async function send(service: Standalone, program: string[], load: Load): Promise<string[]> {
  const { api } = await newOrganization(service, { name: 'Usage' });
  await prepare(api);
  const sender = new Sender(program, api);
  for (let round = 1; round <= load.rounds; round++) {
    const added = sender.add(load.eventsOfRound);
    await sleep((round * 137) % 1_000);
    await service.crash();
    await added;
    say(`Killed ${round} times`);
  }
  const report = await sender.end();
  const { customer_usage: usage } = await api.ok<{
    customer_usage: { charges_usage: { events_count: number; units: string }[] };
  }>('GET', `/api/v1/customers/acme/current_usage?external_subscription_id=${subscription}`);
  const [charge] = usage.charges_usage;
  const count = load.rounds * load.eventsOfRound;
  const found = { ...report, counted: charge?.events_count, units: Number(charge?.units) };
  const expected = { added: count, refused: 0, dropped: 0, left: 0, counted: count, units: count * tokensOfEvent };
  return JSON.stringify(found) === JSON.stringify(expected) ? [] : [`found ${JSON.stringify(found)}`];
}

/**
 * Has a program send events while the service is killed, at another moment of each second.
 * @param program its command, which gets an address, a key and a subscription (sdk/usage.ts)
 * @returns problems, if not each event counts once
 */
export const problemsThroughKills = (service: Standalone, program: string[], load: Load): Promise<string[]> =>
  send(service, program, load).catch((error: unknown) => [messageOf(error)]);
