// An organization that sends events one by one, while others attack.
import { type Api, newOrganization } from '@tollgate/harness/api';
import { sleep } from '@tollgate/harness/process';
import type { Service } from '@tollgate/harness/standalone';

const pauseMs = 20;
/** An event beside the attack; without one it takes some milliseconds. */
const mostMs = 10_000;

export class InnocentSender {
  sent = 0;
  readonly #api: Api;
  readonly #found: string[] = [];
  #isOver = false;
  #running: Promise<void> = Promise.resolve();

  private constructor(api: Api) {
    this.#api = api;
  }

  static async begin(service: Service): Promise<InnocentSender> {
    // Each event is sent once: a refusal is a fault.
    const { api } = await newOrganization(service, { name: 'Innocent' }, { patienceMs: 0 });
    const sender = new InnocentSender(api);
    sender.#running = sender.#run();
    return sender;
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      const event = { transaction_id: `innocent-${this.sent}`, external_subscription_id: 's', code: 'calls' };
      const began = performance.now();
      const answer = await this.#api
        .send('POST', '/api/v1/events', { event })
        .catch((error: unknown) => error as Error);
      const ms = Math.round(performance.now() - began);
      if (answer instanceof Error) this.#found.push(answer.message);
      else if (answer.status !== 200 || ms > mostMs) this.#found.push(`an event got ${answer.status} after ${ms} ms`);
      this.sent++;
      await sleep(pauseMs);
    }
  }

  /** The faults: events that were refused, and those that are not there once. */
  async faults(): Promise<string[]> {
    const counts = new Map<string, number>();
    for (const { transaction_id: id } of await this.#api.pages<{ transaction_id: string }>('/api/v1/events', 'events'))
      counts.set(id, (counts.get(id) ?? 0) + 1);
    const missing = Array.from({ length: this.sent }, (_, index) => `innocent-${index}`).filter(
      (id) => !counts.has(id),
    );
    const repeated = [...counts].filter(([, count]) => count > 1);
    return [
      ...this.#found.slice(0, 5),
      ...(missing.length > 0 ? [`${missing.length} events are not there, such as ${missing[0]}`] : []),
      ...(repeated.length > 0 ? [`${repeated.length} events are there more than once`] : []),
    ];
  }
}
