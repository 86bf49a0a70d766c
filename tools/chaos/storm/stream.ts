// One subscription under load. It sends one post at a time, so the order of its events is known, and repeats unanswered
// posts with the same transaction ids. The answered events must be billed.
import type { Answer, Api } from '@tollgate/harness/api';
import { sleep } from '@tollgate/harness/process';
import { oddPost } from './odd-input.ts';
import type { MetricCode, PlanCode } from './price-list.ts';
import type { Random } from './random.ts';
import type { SubscriptionUsage, UsageEvent } from './usage.ts';

const codesOf: Record<PlanCode, MetricCode[]> = {
  arrears: ['calls', 'bytes', 'seconds', 'peak', 'users', 'transfers', 'atoms'],
  advance: ['tokens', 'steps', 'jobs', 'calls', 'tokens', 'steps'],
};
const decimals = (random: Random, whole: number, places: number) => `${random.int(0, whole)}.${random.digits(places)}`;
const valueOf: Record<UsageEvent['code'], (random: Random) => number | string | undefined> = {
  calls: () => undefined,
  jobs: () => undefined,
  deliveries: () => undefined,
  junk: () => undefined,
  bytes: (random) => (random.chance(0.5) ? random.int(0, 60) : decimals(random, 30, 3)),
  seconds: (random) => random.int(1, 40),
  peak: (random) => decimals(random, 150, 2),
  users: (random) => `user ${random.int(1, 40)}`,
  transfers: (random) => decimals(random, 90, 2),
  // More digits than any binary number can hold.
  atoms: (random) => `${random.digits(30)}.${random.digits(8)}`,
  tokens: (random) => random.int(1, 500),
  steps: (random) => random.int(1, 9),
};
const mostFailures = 20;
// Their fees depend on the order of events, so they always carry timestamps.
const ordered = new Set<MetricCode>(['steps', 'jobs']);
const largestPost = 1_700_000;

/** The answer to a post that is refused: errors by field or, of a batch, by the index of the event. */
interface Refusal {
  error_details?: Record<string, unknown>;
}

/** The indexes of a refused batch whose events are stored already, if the batch has no other problem. */
export function storedAlready(
  { status, body }: Pick<Answer<Refusal>, 'status' | 'body'>,
  events: UsageEvent[],
): Set<number> | undefined {
  if (status !== 422) return undefined;
  const details = body.error_details ?? {};
  if (events.length === 1 && details.transaction_id) return isRepetition(details) ? new Set([0]) : undefined;
  const entries = Object.entries(details);
  if (entries.length === 0 || !entries.every(([index, errors]) => /^\d+$/.test(index) && isRepetition(errors)))
    return undefined;
  return new Set(entries.map(([index]) => Number(index)));
}

function isRepetition(errors: unknown): boolean {
  if (typeof errors !== 'object' || errors === null || !('transaction_id' in errors)) return false;
  return Object.keys(errors).length === 1 && [errors.transaction_id].flat().join() === 'value_already_exist';
}

/** How a stream sends. */
export interface Load {
  /** The longest pause between two posts. */
  paceMs?: number;
  /** Whether odd input is mixed in. */
  odd?: boolean;
  /** Whether all events are left to the service's own clock. */
  timeless?: boolean;
}

interface StreamSettings extends Load {
  api: Api;
  random: Random;
  /** Its external id. */
  subscription: string;
  plan: PlanCode;
}

export class Stream implements SubscriptionUsage {
  /** Accepted events, month by month, in order of timestamps. */
  readonly months: UsageEvent[][] = [];
  readonly counts = { posts: 0, events: 0, repeated: 0, odd: 0 };
  /** Unexpected answers to posts. */
  readonly faults: string[] = [];
  readonly subscription: string;
  readonly plan: PlanCode;
  private readonly api: Api;
  private readonly random: Random;
  private readonly paceMs: number;
  private readonly odd: boolean;
  private readonly timeless: boolean;
  private number = 0;
  private seconds = 0;

  constructor({ api, random, subscription, plan, paceMs = 300, odd = true, timeless = false }: StreamSettings) {
    this.api = api;
    this.random = random;
    this.subscription = subscription;
    this.plan = plan;
    this.paceMs = paceMs;
    this.odd = odd;
    this.timeless = timeless;
  }

  /** @param start the first instant of the month, Unix seconds */
  beginMonth(start: number): void {
    this.months.push([]);
    this.seconds = start;
  }

  /** A new event of a metric. */
  event(code: UsageEvent['code'], { timeless = this.timeless } = {}): UsageEvent {
    const value = valueOf[code](this.random);
    this.seconds += this.random.int(0, 2);
    const timestamp = this.random.chance(0.5) ? this.seconds : `${this.seconds}.${'5'.repeat(this.random.int(1, 6))}`;
    if (typeof timestamp === 'string') this.seconds++;
    return {
      transaction_id: `${this.subscription}-${++this.number}`,
      external_subscription_id: this.subscription,
      code,
      ...(timeless ? {} : { timestamp }),
      properties: value === undefined ? {} : { value },
    };
  }

  private anyEvent(): UsageEvent {
    const rare = this.plan === 'advance' && this.random.chance(0.04);
    const code = rare ? 'deliveries' : this.random.pick(codesOf[this.plan]);
    const timeless = this.timeless || (this.plan === 'arrears' && !ordered.has(code) && this.random.chance(0.05));
    return this.event(code, { timeless });
  }

  /** Sends until `until()` returns true. */
  async run(until: () => boolean): Promise<void> {
    while (!until()) {
      await this.post();
      await sleep(this.random.int(0, this.paceMs));
    }
  }

  private async post(): Promise<void> {
    const draw = this.random.next();
    if (draw < 0.12 && this.odd) await this.sendOdd();
    else if (draw < 0.2) await this.sendAgain();
    else if (draw < 0.23 && this.plan === 'advance') await this.send(this.largeBatch());
    else if (draw < 0.55) await this.send(Array.from({ length: this.random.int(2, 20) }, () => this.anyEvent()));
    else await this.send([this.anyEvent()]);
  }

  /** A hundred events that are charged one by one, up to the size limit of a post. */
  private largeBatch(): UsageEvent[] {
    const events = Array.from({ length: 100 }, () => this.event('tokens'));
    const padding = Math.floor(this.random.int(100_000, largestPost) / events.length / 4);
    for (const { properties } of events)
      for (const name of ['a', 'b', 'c', 'd']) properties[name] = name.repeat(padding);
    return events;
  }

  /** Sends events until each is answered, then expects them to be billed. */
  private async send(events: UsageEvent[]): Promise<void> {
    this.counts.posts++;
    let unanswered = events;
    let failures = 0;
    for (let again = false; unanswered.length > 0; again = true) {
      const single = unanswered.length === 1 && events.length === 1;
      const answer = single
        ? await this.api.send<Refusal>('POST', '/api/v1/events', { event: unanswered[0] })
        : await this.api.send<Refusal>('POST', '/api/v1/events/batch', { events: unanswered });
      if (answer.status === 200) break;
      const stored = storedAlready(answer, unanswered);
      if (!stored || !(again || answer.again)) {
        this.fault(`${unanswered.length} proper events`, answer);
        if (answer.status < 500) return; // refused: not counted, and reported at the end
        if (++failures === mostFailures)
          throw new Error(
            `${this.subscription}: ${unanswered.length} events are answered ${answer.status} again and again`,
          );
        await sleep(500);
        continue;
      }
      unanswered = unanswered.filter((_, index) => !stored.has(index));
    }
    this.runningMonth().push(
      ...events.map(({ properties: { value }, ...event }): UsageEvent => {
        const properties: UsageEvent['properties'] = value === undefined ? {} : { value };
        return { ...event, properties };
      }),
    );
    this.counts.events += events.length;
  }

  private runningMonth(): UsageEvent[] {
    const month = this.months.at(-1);
    if (!month) throw new Error(`${this.subscription} has not begun a month`);
    return month;
  }

  /** Repeats answered events: the service must refuse them, or nothing may change. */
  private async sendAgain(): Promise<void> {
    const month = this.runningMonth();
    if (month.length === 0) return;
    this.counts.repeated++;
    const event = this.random.pick(month);
    const answer = await this.api.send<Refusal>('POST', '/api/v1/events', { event });
    if (answer.status !== 200 && !storedAlready(answer, [event])) this.fault('an event that was sent before', answer);
  }

  private async sendOdd(): Promise<void> {
    this.counts.odd++;
    const { name, path, body, mustBeRefused } = oddPost(this.random, this.event('junk'));
    const { status, body: answer } = await this.api.send('POST', path, body);
    const clear = status >= 400 && status < 500;
    if (!clear && (mustBeRefused || status !== 200))
      this.fault(`${name} (${mustBeRefused ? 'must be refused' : 'must do no harm'})`, { status, body: answer });
  }

  /** Notes an unexpected answer. */
  fault(what: string, { status, body }: { status: number; body: unknown }): void {
    this.faults.push(`${this.subscription}: ${what} answered ${status} ${JSON.stringify(body).slice(0, 300)}`);
  }
}
