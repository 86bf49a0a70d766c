// Lives under the wall clock: several organizations share one service, and the simulator sets its clock. It withholds
// ticks for minutes to days, sends two at once, and ends the service between steps. The invoices must equal those of a
// punctual run, which the rater computes.
import { say } from '@tollgate/harness/process';
import type { Service } from '@tollgate/harness/standalone';
import { Organization } from './client.ts';
import { compareBooks } from './compare.ts';
import { actualBooks, type Books } from './figures.ts';
import type { CallStep, History } from './history.ts';
import { brokenInvariants } from './invariants.ts';
import type { Failure } from './lives.ts';
import { isEvent, type Rated, rate, type Result } from './play.ts';
import { randomness } from './random.ts';
import { keyOf } from './rater/calls.ts';
import type { WallService } from './wall-service.ts';

/** Due work on which calls on a subscription depend: any run must finish it before them. */
const decisive = ['activation', 'ending', 'change', 'trial'];

/** On a running clock a call arrives a moment later: an end exactly whole days after a start counts one more day. */
const shiftedByMoment = (history: History): History => ({
  ...history,
  steps: history.steps.map((step) =>
    step.at !== undefined ? { ...step, at: new Date(Date.parse(step.at) + 1).toISOString() } : step,
  ),
});

class WallLife {
  readonly history: History;
  readonly rated: Rated;
  private readonly organization: Organization;
  private readonly problems: string[] = [];
  /** The place of the next clock step. */
  private next = 0;

  private constructor(history: History, organization: Organization) {
    this.history = history;
    this.organization = organization;
    this.rated = rate(shiftedByMoment(history));
  }

  static async begin(history: History, service: Service): Promise<WallLife> {
    const settings = { name: history.name, default_currency: 'EUR', ...history.organization };
    return new WallLife(history, await Organization.create(service, settings));
  }

  /** When the next step is. */
  get at(): number {
    const step = this.history.steps[this.next];
    return step?.at === undefined ? Infinity : Date.parse(step.at);
  }

  /** Whether a late tick would change the state that calls at an instant see, compared with a punctual run. */
  needsTick(since: number, until: number): boolean {
    const calls = this.upcoming().some((step) => !isEvent(step));
    return calls && this.rated.log.some(({ at, action }) => at > since && at <= until && decisive.includes(action));
  }

  /** The calls between the next clock step and the one after it. */
  private upcoming(): CallStep[] {
    const calls: CallStep[] = [];
    for (const step of this.history.steps.slice(this.next + 1)) {
      if (step.at !== undefined) break;
      calls.push(step);
    }
    return calls;
  }

  async play(wall: WallService): Promise<void> {
    for (const [i, step] of this.upcoming().entries()) {
      const rated = this.rated.calls[this.next + 1 + i];
      if (!rated) continue;
      const { call, status: expected } = rated;
      if (call.find && !(await this.organization.find(call.find))) {
        this.problems.push(`${call.do}: there is no ${keyOf(call.find)}`);
        continue;
      }
      const { status, body } = await this.organization.play(call);
      // The window of transaction ids covers one day: the service accepts an older repetition, but counts it once.
      const repeated = isEvent(step) && expected === 422 && status === 200 && this.isRepetition(step);
      if (status !== expected && !repeated)
        this.problems.push(`${step.do} answers ${status}, not ${expected}: ${JSON.stringify(body).slice(0, 300)}`);
      if (!isEvent(step)) await wall.settle();
    }
    this.next += 1 + this.upcoming().length;
  }

  private isRepetition(step: CallStep): boolean {
    const id = step.body?.event?.transaction_id;
    return this.history.steps.some(
      (other) => other !== step && other.do !== undefined && JSON.stringify(other.body)?.includes(`"${id}"`) === true,
    );
  }

  async result(): Promise<Result> {
    const books = await this.organization.books();
    const differences = compareBooks(booksToTheMinute(this.rated.expected), booksToTheMinute(actualBooks(books)));
    return { problems: [...this.problems, ...brokenInvariants(books)], differences, invoices: books.invoices.length };
  }
}

/** Real time passes during the calls, so ends by calls are compared without their seconds. */
const booksToTheMinute = (books: Books) => toTheMinute(books) as Books;

function toTheMinute(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d):\d\dZ$/, '$1Z');
  if (Array.isArray(value)) return value.map(toTheMinute);
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, toTheMinute(one)]));
  return value;
}

export interface WallOptions {
  seed: string;
  /** Withholds ticks. */
  late: boolean;
  /** How many poll for due work at once. */
  schedulers: number;
  /** The share of steps before which the service ends. */
  restarts: number;
}

/** Plays histories together on one wall clock. @returns the result of each */
export async function playWall(
  histories: History[],
  wall: WallService,
  { seed, late, schedulers, restarts }: WallOptions,
): Promise<Failure[]> {
  const random = randomness(`wall ${seed}`);
  const instants = histories.flatMap(({ steps }) =>
    steps.flatMap(({ at }) => (at === undefined ? [] : Date.parse(at))),
  );
  const last = { at: new Date(Math.max(...instants)).toISOString() };
  const lives: WallLife[] = [];
  for (const history of histories)
    lives.push(await WallLife.begin({ ...history, steps: [...history.steps, last] }, wall));
  const journal: string[] = [];
  let steps = 0;
  let ticks = 0;
  let ticked = -Infinity;
  for (let at = soonest(lives); at < Infinity; at = soonest(lives)) {
    const dueLives = lives.filter((life) => life.at === at);
    if (!late) await tickPunctually(lives, wall, { since: ticked, until: at, schedulers });
    await wall.setClock(at);
    if (random.chance(restarts)) {
      const signal = random.pick<NodeJS.Signals>(['SIGTERM', 'SIGKILL']);
      journal.push(`${new Date(at).toISOString()} ${signal}`);
      await wall.restart(signal);
      await wall.setClock(at);
    }
    if (!late || random.chance(0.4) || lives.some((life) => life.needsTick(ticked, at))) {
      journal.push(`${new Date(at).toISOString()} tick`);
      await wall.tick(schedulers);
      ticks += 1;
      ticked = at;
      await wall.setClock(at);
    }
    for (const life of dueLives) await life.play(wall);
    steps += 1;
    if (steps % 20 === 0) say(`wall clock at ${new Date(at).toISOString()} after ${steps} steps and ${ticks} ticks`);
  }
  await wall.tick(schedulers);
  await wall.tick();
  return Promise.all(
    lives.map(async (life) => ({ history: { ...life.history, journal }, result: await life.result() })),
  );
}

/** A punctual run: sends a tick at each instant at which work falls due. */
async function tickPunctually(
  lives: WallLife[],
  wall: WallService,
  { since, until, schedulers }: { since: number; until: number; schedulers: number },
): Promise<void> {
  const instants = new Set(
    lives.flatMap((life) => life.rated.log.map(({ at }) => at)).filter((at) => at > since && at < until),
  );
  for (const at of [...instants].sort((a, b) => a - b)) {
    await wall.setClock(at);
    await wall.tick(schedulers);
  }
}

const soonest = (lives: WallLife[]) => Math.min(...lives.map((life) => life.at));
