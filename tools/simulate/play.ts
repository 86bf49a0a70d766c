// Plays one life: sends its calls to the service and to the rater, and compares both books at the end.
import { checkOrganization } from '@tollgate/explain/organization';
import type { Service } from '@tollgate/harness/standalone';
import { differencesOf, differencesOfEstimate, differencesOfPrices } from './answers.ts';
import { Organization, Stuck } from './client.ts';
import { compareBooks, type InvoiceDifferences } from './compare.ts';
import { actualBooks, type Books, expectedBooks } from './figures.ts';
import type { History, Step } from './history.ts';
import { brokenInvariants } from './invariants.ts';
import { type Call, keyOf } from './rater/calls.ts';
import type { LogEntry } from './rater/state.ts';
import { type RatedCall, World } from './rater/world.ts';

const clockMs = 180_000;

export const isEvent = (step: Step): boolean => step.do?.includes('/events') === true;

/** The findings of a played life: both lists are empty when service and rater agree. */
export interface Result {
  problems: string[];
  differences: InvoiceDifferences[];
  /** How many invoices were compared. */
  invoices?: number;
}

/** The expectations of the rater for a history. */
export interface Rated {
  /** For each step; null for a clock step, and for a call without a target. */
  calls: (RatedCall | null)[];
  expected: Books;
  /** The log of due work. */
  log: LogEntry[];
}

/** @throws Impossible when the history refers to a missing object */
export function rate(history: History): Rated {
  const world = new World(history.organization);
  const calls = history.steps.map((step) => world.play(step));
  return { calls, expected: expectedBooks(world), log: world.log };
}

/** When a history begins. */
export function startOf({ name, steps: [first] }: History): string {
  if (first?.at === undefined) throw new Error(`${name} does not begin with a clock step`);
  return first.at;
}

/** Nothing becomes due before the first of these calls. */
const createsDueWork = ({ do: call }: Call) =>
  ['POST /subscriptions', 'POST /wallets', 'POST /invoices'].includes(call);

/** A life that stops: later steps would fail for the same reason. */
class Stopped extends Error {}

/** The play of one life. */
class Play {
  readonly problems: string[] = [];
  readonly differences: InvoiceDifferences[] = [];
  private readonly organization: Organization;
  private readonly waits: boolean;
  private now: number;
  private chargesPending = false;
  private begun = false;

  constructor(organization: Organization, history: History) {
    this.organization = organization;
    this.waits = history.waits === true;
    this.now = Date.parse(startOf(history));
  }

  private advance(): Promise<void> {
    return this.organization.advanceClock(this.now, clockMs);
  }

  async step(step: Step, rated: RatedCall | null | undefined): Promise<void> {
    if (step.at !== undefined) {
      this.now = Date.parse(step.at);
      await this.advance();
      this.chargesPending = false;
      return;
    }
    if (!rated) return;
    // Event charges are billed before any other change: otherwise their order would be a race.
    if (!isEvent(step) && this.chargesPending) await this.advance();
    this.chargesPending = isEvent(step) && !this.waits;
    const status = await this.call(rated);
    this.begun ||= createsDueWork(rated.call);
    const waits = !isEvent(step) || this.waits;
    if (this.begun && waits && status === 200 && !rated.call.do.endsWith('/preview')) await this.advance();
  }

  /** @returns the status */
  private async call({ call, status: expectedStatus }: RatedCall): Promise<number> {
    const { organization } = this;
    if (call.find && !(await organization.find(call.find)))
      throw new Stopped(`${call.do}: there is no ${keyOf(call.find)}`);
    if (call.estimate) this.differences.push(...(await differencesOfEstimate(organization, call.estimate)));
    const { status, body } = await organization.play(call);
    if (status !== expectedStatus) {
      const problem = `${call.do} answers ${status}, not ${expectedStatus}: ${JSON.stringify(call.body ?? '').slice(0, 300)} -> ${JSON.stringify(body).slice(0, 300)}`;
      if (!isEvent(call)) throw new Stopped(problem);
      this.problems.push(problem);
    }
    if (call.shows) this.differences.push(...(await differencesOf(organization, call, call.shows, body)));
    if (call.priced) this.differences.push(...(await differencesOfPrices(organization, call.priced, body)));
    return status;
  }

  /** Plays all steps. @throws Stopped, or Stuck */
  async all({ steps }: History, { calls }: Rated): Promise<void> {
    for (const [i, step] of steps.entries()) await this.step(step, calls[i]);
    await this.advance();
  }
}

/** Plays a history with its own clock. */
export async function play(history: History, service: Service): Promise<Result> {
  const rated = rate(history);
  const organization = await Organization.create(service, {
    name: history.name,
    default_currency: 'EUR',
    ...history.organization,
    sandbox: true,
    frozen_time: startOf(history),
  });
  const played = new Play(organization, history);
  try {
    await played.all(history, rated);
  } catch (error) {
    if (!(error instanceof Stuck || error instanceof Stopped)) throw error;
    return { problems: [...played.problems, error.message], differences: [] };
  }
  const books = await organization.books();
  const { faults } = await checkOrganization((path) => organization.read(path));
  return {
    problems: [...played.problems, ...brokenInvariants(books), ...faults],
    differences: [...played.differences, ...compareBooks(rated.expected, actualBooks(books))],
    invoices: books.invoices.length,
  };
}
