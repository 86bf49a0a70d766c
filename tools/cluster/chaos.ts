// Takes down parts of a running cluster and brings them back, determined by a seed, and records each outage.
import { Redis } from 'ioredis';
import { sleep } from '@tollgate/harness/process';

const begun = performance.now();
const seconds = () => ((performance.now() - begun) / 1000).toFixed(1).padStart(6);

/** Kills or suspends processes; each kind of trouble comes once before any repeats. */
export class Chaos {
  /** Lines for people: the time, the trouble, and its length. */
  log = [];
  /** Parts that are deliberately down or on their way back; nothing else may touch them. */
  busy = new Set();
  ended = false;

  /** @param longestMs the longest outage of a part */
  constructor(cluster, random, { longestMs }) {
    Object.assign(this, { cluster, random, longestMs });
    this.replicas = Object.values(cluster.services).flatMap((service) => service.replicas ?? [service]);
    this.backends = Object.values(cluster.backends);
    this.deck = [];
  }

  record(text) {
    this.log.push(`${seconds()}s  ${text}`);
  }

  /** Causes several troubles at a time until `over()`; then everything runs again. */
  async run(over, hands = 2) {
    const watch = this.restartEnded();
    const hand = async () => {
      while (!over()) {
        const trouble = this.draw();
        if (trouble) await trouble();
        await sleep(this.random.int(300, 2_500));
      }
    };
    await Promise.all(Array.from({ length: hands }, hand));
    this.ended = true;
    await watch;
    await this.bringBackAll();
    this.record('calm');
  }

  draw() {
    if (this.deck.length === 0) this.deck = this.random.shuffled(this.troubles());
    const index = this.deck.findIndex(({ victims }) => victims.every((victim) => !this.busy.has(victim)));
    if (index < 0) return undefined;
    const [{ text, victims, work }] = this.deck.splice(index, 1);
    return () => this.holding(victims, text, work);
  }

  troubles() {
    const killing = (victims, text, longest = this.longestMs) => ({
      victims,
      text: `SIGKILL ${text}`,
      work: () => this.killed(victims, longest),
    });
    const still = (victims, text, longest = this.longestMs) => ({
      victims,
      text: `SIGSTOP ${text}`,
      work: () => this.stopped(victims, longest),
    });
    const services = Object.values(this.cluster.services);
    const victim = this.random.pick(services);
    const { redis } = this.cluster.backends;
    return [
      ...services.map((service) => {
        const replica = this.random.pick(service.replicas ?? [service]);
        return killing([replica], replica.name);
      }),
      ...this.random
        .shuffled(this.replicas)
        .slice(0, 3)
        .map((replica) => still([replica], replica.name)),
      killing(victim.replicas ?? [victim], `all of ${victim.name}`),
      ...this.backends.map((backend) => killing([backend], backend.name)),
      ...this.backends.map((backend) => still([backend], backend.name, Math.min(this.longestMs, 15_000))),
      { victims: [redis], text: 'FLUSHALL redis', work: () => this.flush() },
    ];
  }

  async holding(victims, text, work) {
    for (const victim of victims) this.busy.add(victim);
    const from = seconds().trim();
    try {
      await work();
      this.record(`${text}, back (from ${from}s)`);
    } catch (error) {
      this.record(`${text}, does not come back (from ${from}s): ${error.message.split('\n')[0]}`);
    } finally {
      for (const victim of victims) this.busy.delete(victim);
    }
  }

  duration(longest) {
    return this.random.int(300, longest);
  }

  async killed(victims, longest) {
    await Promise.all(victims.map((victim) => victim.kill('SIGKILL')));
    await sleep(this.duration(longest));
    await Promise.all(victims.map((victim) => victim.start()));
  }

  async stopped(victims, longest) {
    await Promise.all(victims.map((victim) => victim.kill('SIGSTOP')));
    await sleep(this.duration(longest));
    await Promise.all(victims.map((victim) => victim.kill('SIGCONT')));
  }

  async flush() {
    const client = new Redis(this.cluster.env.REDIS_URL, {
      lazyConnect: true,
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.flushall();
    } finally {
      client.disconnect();
    }
  }

  /** Restarts a process that ends by itself, as Kubernetes does. */
  async restartEnded() {
    while (!this.ended) {
      for (const process of [...this.replicas, ...this.backends]) {
        if (!process.pid && this.cluster.kind === 'packages' && !this.busy.has(process)) {
          this.record(`${process.name} ended by itself`);
          void this.holding([process], `start ${process.name}`, () => process.start());
        }
      }
      await sleep(500);
    }
  }

  /** @throws Error when something does not start */
  async bringBackAll() {
    while (this.busy.size > 0) await sleep(100);
    for (const process of [...this.backends, ...this.replicas]) {
      await process.kill('SIGCONT');
      await process.start();
    }
  }
}
