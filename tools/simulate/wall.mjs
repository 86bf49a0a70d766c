// Lives under the wall clock: several organizations share one service whose clock the simulator turns. The tick is
// withheld for minutes to days, comes twice at once, and the service is ended between steps; the invoices must be
// those of a punctual run, which the rater makes.
import { say } from '../cluster/process.mjs';
import { Organization } from './client.mjs';
import { actualBooks, compareBooks } from './figures.mjs';
import { brokenInvariants } from './invariants.mjs';
import { isEvent, rate } from './play.mjs';
import { randomness } from './random.mjs';

/** Work that calls on a subscription build upon: it must be done before them, in any run. */
const decisive = ['activation', 'ending', 'change', 'trial'];

/** A clock that goes on is a moment later when a call arrives: an end whole days after a start is on one day more. */
const aMomentLater = (history) => ({
  ...history,
  steps: history.steps.map((step) =>
    step.at ? { ...step, at: new Date(Date.parse(step.at) + 1).toISOString() } : step,
  ),
});

class WallLife {
  constructor(history) {
    Object.assign(this, { history, problems: [], rated: rate(aMomentLater(history)), next: 0 });
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

  /** Whether a late tick would let calls at an instant meet another state than in a punctual run. */
  needsTick(since, until) {
    const calls = this.upcoming().some((step) => !isEvent(step));
    return calls && this.rated.log.some(({ at, what }) => at > since && at <= until && decisive.includes(what));
  }

  upcoming() {
    const rest = this.history.steps.slice(this.next + 1);
    const end = rest.findIndex((step) => step.at);
    return end < 0 ? rest : rest.slice(0, end);
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
      // The window of transaction ids reaches a day back: an older repetition is taken and counted once all the same.
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

/** Real time passes during the calls, so an end by a call is compared without its seconds. */
function toTheMinute(value) {
  if (typeof value === 'string') return value.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d):\d\dZ$/, '$1Z');
  if (Array.isArray(value)) return value.map(toTheMinute);
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, toTheMinute(one)]));
  return value;
}

/**
 * Plays histories together on one wall clock.
 * @param options `late`: withhold ticks; `schedulers`: how many look for due work at once; `restarts`: share of steps
 *   before which the service is ended
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
    const due = lives.filter((life) => life.at === at);
    if (!late) await keepUp(lives, wall, ticked, at, schedulers);
    await wall.turn(at);
    if (random.chance(restarts)) {
      const signal = random.pick(['SIGTERM', 'SIGKILL']);
      journal.push(`${new Date(at).toISOString()} ${signal}`);
      await wall.restart(signal);
      await wall.turn(at);
    }
    if (!late || random.chance(0.4) || lives.some((life) => life.needsTick(ticked, at))) {
      journal.push(`${new Date(at).toISOString()} tick`);
      await wall.tick(schedulers);
      ticks += 1;
      ticked = at;
      await wall.turn(at);
    }
    for (const life of due) await life.play(wall);
    steps += 1;
    if (steps % 20 === 0) say(`wall clock at ${new Date(at).toISOString()} after ${steps} steps and ${ticks} ticks`);
  }
  await wall.tick(schedulers);
  await wall.tick();
  return Promise.all(
    lives.map(async (life) => ({ history: { ...life.history, journal }, result: await life.result() })),
  );
}

/** A punctual run: the tick comes at each instant at which something falls due. */
async function keepUp(lives, wall, since, until, schedulers) {
  const instants = new Set(
    lives.flatMap((life) => life.rated.log.map(({ at }) => at)).filter((at) => at > since && at < until),
  );
  for (const at of [...instants].sort((a, b) => a - b)) {
    await wall.turn(at);
    await wall.tick(schedulers);
  }
}

const soonest = (lives) => Math.min(...lives.map((life) => life.at));
