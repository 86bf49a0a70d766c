// Lives under the wall clock: several organizations share one service, and the simulator sets its clock. It withholds
// ticks for minutes to days, sends two at once, and ends the service between steps. The invoices must equal those of a
// punctual run, which the rater computes.
import { say } from '@tollgate/harness/process';
import { Organization } from './client.ts';
import { compareBooks } from './compare.ts';
import { actualBooks } from './figures.ts';
import { brokenInvariants } from './invariants.ts';
import { isEvent, rate } from './play.ts';
import { randomness } from './random.ts';

/** Due work on which calls on a subscription depend: any run must finish it before them. */
const decisive = ['activation', 'ending', 'change', 'trial'];

/** On a running clock a call arrives a moment later: an end exactly whole days after a start counts one more day. */
const shiftedByMoment = (history) => ({
  ...history,
  steps: history.steps.map((step) =>
    step.at ? { ...step, at: new Date(Date.parse(step.at) + 1).toISOString() } : step,
  ),
});

class WallLife {
  constructor(history) {
    Object.assign(this, { history, problems: [], rated: rate(shiftedByMoment(history)), next: 0 });
  }

  async begin(wall) {
    this.organization = await Organization.create(wall, {
      name: this.history.name,
      default_currency: 'EUR',
      ...this.history.organization,
    });
  }

  /** When the next step is. */
  get at() {
    const step = this.history.steps[this.next];
    return step === undefined ? Infinity : Date.parse(step.at);
  }

  /** Whether a late tick would change the state that calls at an instant see, compared with a punctual run. */
  needsTick(since, until) {
    const calls = this.upcoming().some((step) => !isEvent(step));
    return calls && this.rated.log.some(({ at, action }) => at > since && at <= until && decisive.includes(action));
  }

  upcoming() {
    const laterSteps = this.history.steps.slice(this.next + 1);
    const end = laterSteps.findIndex((step) => step.at);
    return end < 0 ? laterSteps : laterSteps.slice(0, end);
  }

  async play(wall) {
    for (const [i, step] of this.upcoming().entries()) {
      const rated = this.rated.calls[this.next + 1 + i];
      if (rated === null) continue;
      const { call, status: expected } = rated;
      if (call.find && !(await this.organization.find(call.find))) {
        this.problems.push(`${call.do}: there is no ${call.find.key ?? call.find.noteKey}`);
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

  isRepetition(step) {
    return this.history.steps.some(
      (other) => other !== step && JSON.stringify(other.body)?.includes(`"${step.body.event?.transaction_id}"`),
    );
  }

  async result() {
    const books = await this.organization.books();
    const differences = compareBooks(toTheMinute(this.rated.expected), toTheMinute(actualBooks(books)));
    return { problems: [...this.problems, ...brokenInvariants(books)], differences, invoices: books.invoices.length };
  }
}

/** Real time passes during the calls, so ends by calls are compared without their seconds. */
function toTheMinute(value) {
  if (typeof value === 'string') return value.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d):\d\dZ$/, '$1Z');
  if (Array.isArray(value)) return value.map(toTheMinute);
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, toTheMinute(one)]));
  return value;
}

/**
 * Plays histories together on one wall clock.
 * @param options `late`: withhold ticks; `schedulers`: how many poll for due work at once; `restarts`: share of steps
 * before which the service ends
 * @returns `[{ history, result }]`
 */
export async function playWall(histories, wall, { seed, late = true, schedulers = 1, restarts = 0 }) {
  const random = randomness(`wall ${seed}`);
  const end = Math.max(...histories.map(({ steps }) => Date.parse(steps.findLast((step) => step.at).at)));
  const lives = histories.map(
    (history) => new WallLife({ ...history, steps: [...history.steps, { at: new Date(end).toISOString() }] }),
  );
  for (const life of lives) await life.begin(wall);
  const journal = [];
  let steps = 0;
  let ticks = 0;
  let ticked = -Infinity;
  for (let at = soonest(lives); at < Infinity; at = soonest(lives)) {
    const dueLives = lives.filter((life) => life.at === at);
    if (!late) await tickPunctually(lives, wall, ticked, at, schedulers);
    await wall.setClock(at);
    if (random.chance(restarts)) {
      const signal = random.pick(['SIGTERM', 'SIGKILL']);
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
async function tickPunctually(lives, wall, since, until, schedulers) {
  const instants = new Set(
    lives.flatMap((life) => life.rated.log.map(({ at }) => at)).filter((at) => at > since && at < until),
  );
  for (const at of [...instants].sort((a, b) => a - b)) {
    await wall.setClock(at);
    await wall.tick(schedulers);
  }
}

const soonest = (lives) => Math.min(...lives.map((life) => life.at));
