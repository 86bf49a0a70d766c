// Takes down parts of a running cluster and brings them back, determined by a seed, and records each outage.
import { Redis } from 'ioredis';
import type { Random } from '@tollgate/chaos/storm/random';
import { sleep } from '@tollgate/harness/process';
import { messageOf } from '@tollgate/harness/report';
import type { Cluster, Part } from './parts.ts';

const begun = performance.now();
const seconds = () => ((performance.now() - begun) / 1000).toFixed(1).padStart(6);

/** Something that is done to parts, which are back afterwards. */
export interface Trouble {
  victims: Part[];
  text: string;
  work: () => Promise<void>;
}

/** The parts of a cluster that can be killed. */
export type Target = Pick<Cluster, 'services' | 'backends' | 'kind' | 'env'>;

/** The processes of a service. */
const processesOf = (service: Cluster['services'][keyof Cluster['services']]): Part[] => service.replicas ?? [service];

const starting = (part: Part): Trouble => ({
  victims: [part],
  text: `start ${part.name}`,
  work: async () => void (await part.start()),
});

/** Kills or suspends processes; each kind of trouble comes once before any repeats. */
export class Chaos {
  /** Lines for people: the time, the trouble, and its length. */
  readonly log: string[] = [];
  /** Parts that are deliberately down or on their way back; nothing else may touch them. */
  private readonly busy = new Set<Part>();
  private ended = false;
  private readonly cluster: Target;
  private readonly random: Random;
  private readonly longestMs: number;
  private readonly replicas: Part[];
  private readonly backends: Part[];
  /** Troubles still to come, before any repeats. */
  private deck: Trouble[] = [];

  /** @param longestMs the longest outage of a part */
  constructor(cluster: Target, random: Random, { longestMs }: { longestMs: number }) {
    this.cluster = cluster;
    this.random = random;
    this.longestMs = longestMs;
    this.replicas = Object.values(cluster.services).flatMap(processesOf);
    this.backends = Object.values(cluster.backends);
  }

  private record(text: string): void {
    this.log.push(`${seconds()}s  ${text}`);
  }

  /** Causes several troubles at a time until `over()`; then everything runs again. */
  async run(over: () => boolean, hands = 2): Promise<void> {
    const watch = this.restartEnded();
    const hand = async () => {
      while (!over()) {
        const trouble = this.draw();
        if (trouble) await this.cause(trouble);
        await sleep(this.random.int(300, 2_500));
      }
    };
    await Promise.all(Array.from({ length: hands }, hand));
    this.ended = true;
    await watch;
    await this.bringBackAll();
    this.record('calm');
  }

  /** The next trouble whose victims are not busy; undefined if there is none. */
  private draw(): Trouble | undefined {
    if (this.deck.length === 0) this.deck = this.random.shuffled(this.troubles());
    const index = this.deck.findIndex(({ victims }) => victims.every((victim) => !this.busy.has(victim)));
    if (index < 0) return undefined;
    return this.deck.splice(index, 1)[0];
  }

  /** One of each kind, for victims that the seed picks. */
  troubles(): Trouble[] {
    const killing = (victims: Part[], text: string, longest = this.longestMs): Trouble => ({
      victims,
      text: `SIGKILL ${text}`,
      work: () => this.killed(victims, longest),
    });
    const still = (victims: Part[], text: string, longest = this.longestMs): Trouble => ({
      victims,
      text: `SIGSTOP ${text}`,
      work: () => this.stopped(victims, longest),
    });
    const services = Object.values(this.cluster.services);
    const victim = this.random.pick(services);
    const { redis } = this.cluster.backends;
    return [
      ...services.map((service) => {
        const replica = this.random.pick(processesOf(service));
        return killing([replica], replica.name);
      }),
      ...this.random
        .shuffled(this.replicas)
        .slice(0, 3)
        .map((replica) => still([replica], replica.name)),
      killing(processesOf(victim), `all of ${victim.name}`),
      ...this.backends.map((backend) => killing([backend], backend.name)),
      ...this.backends.map((backend) => still([backend], backend.name, Math.min(this.longestMs, 15_000))),
      { victims: [redis], text: 'FLUSHALL redis', work: () => this.flush() },
    ];
  }

  private async cause({ victims, text, work }: Trouble): Promise<void> {
    for (const victim of victims) this.busy.add(victim);
    const from = seconds().trim();
    try {
      await work();
      this.record(`${text}, back (from ${from}s)`);
    } catch (error) {
      this.record(`${text}, does not come back (from ${from}s): ${messageOf(error).split('\n')[0]}`);
    } finally {
      for (const victim of victims) this.busy.delete(victim);
    }
  }

  private duration(longest: number): number {
    return this.random.int(300, longest);
  }

  private async killed(victims: Part[], longest: number): Promise<void> {
    await Promise.all(victims.map((victim) => victim.kill('SIGKILL')));
    await sleep(this.duration(longest));
    await Promise.all(victims.map((victim) => victim.start()));
  }

  private async stopped(victims: Part[], longest: number): Promise<void> {
    await Promise.all(victims.map((victim) => victim.kill('SIGSTOP')));
    await sleep(this.duration(longest));
    await Promise.all(victims.map((victim) => victim.kill('SIGCONT')));
  }

  private async flush(): Promise<void> {
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
  private async restartEnded(): Promise<void> {
    while (!this.ended) {
      for (const process of [...this.replicas, ...this.backends]) {
        if (!process.pid && this.cluster.kind === 'packages' && !this.busy.has(process)) {
          this.record(`${process.name} ended by itself`);
          void this.cause(starting(process));
        }
      }
      await sleep(500);
    }
  }

  /** @throws Error when something does not start */
  private async bringBackAll(): Promise<void> {
    while (this.busy.size > 0) await sleep(100);
    for (const process of [...this.backends, ...this.replicas]) {
      await process.kill('SIGCONT');
      await process.start();
    }
  }
}
