// Plays one life: sends its calls to the service and to the rater, and compares both books at the end.
import { Organization, Stuck } from './client.ts';
import { compareBooks } from './compare.ts';
import { actualBooks, expectedBooks } from './figures.ts';
import { differencesOf, differencesOfEstimate } from './answers.ts';
import { brokenInvariants } from './invariants.ts';
import { World } from './rater/world.ts';

const clockMs = 180_000;

export const isEvent = (step) => step.do?.includes('/events') === true;

/**
 * The rater's books of a history: its calls with their statuses (null for a call without a target), the final books,
 * and the log of due work.
 * @throws Impossible when the history refers to a missing object
 */
export function rate(history) {
  const world = new World(history.organization);
  const calls = history.steps.map((step) => world.play(step));
  return { calls, expected: expectedBooks(world), log: world.log };
}

/** Nothing becomes due before the first of these calls. */
const createsDueWork = ({ do: call }) => ['POST /subscriptions', 'POST /wallets', 'POST /invoices'].includes(call);

/**
 * Plays a history with its own clock.
 * @returns `{ problems: [text], differences: [...] }`, both empty when service and rater agree
 */
export async function play(history, service) {
  const { calls, expected } = rate(history);
  const [first] = history.steps;
  const organization = await Organization.create(service, {
    name: history.name,
    default_currency: 'EUR',
    ...history.organization,
    sandbox: true,
    frozen_time: first.at,
  });
  const problems = [];
  const answerDifferences = [];
  let now = Date.parse(first.at);
  let chargesPending = false;
  let begun = false;
  try {
    for (const [i, step] of history.steps.entries()) {
      if (step.at) {
        now = Date.parse(step.at);
        await organization.advanceClock(now, clockMs);
        chargesPending = false;
        continue;
      }
      if (calls[i] === null) continue;
      // Event charges are billed before any other change: otherwise their order would be a race.
      if (!isEvent(step) && chargesPending) await organization.advanceClock(now, clockMs);
      chargesPending = isEvent(step) && !history.waits;
      const { call, status: expectedStatus } = calls[i];
      if (call.find && !(await organization.find(call.find))) {
        problems.push(`${call.do}: there is no ${call.find.key ?? call.find.noteKey}`);
        return { problems, differences: [] };
      }
      if (call.estimate) answerDifferences.push(...(await differencesOfEstimate(organization, call)));
      const { status, body } = await organization.play(call);
      if (status !== expectedStatus) {
        problems.push(
          `${call.do} answers ${status}, not ${expectedStatus}: ${JSON.stringify(call.body ?? '').slice(0, 300)} -> ${JSON.stringify(body).slice(0, 300)}`,
        );
        if (!isEvent(step)) return { problems, differences: [] };
      }
      if (call.shows) answerDifferences.push(...(await differencesOf(organization, call, body)));
      begun ||= createsDueWork(call);
      const waits = !isEvent(step) || history.waits;
      if (begun && waits && status === 200 && !call.do.endsWith('/preview'))
        await organization.advanceClock(now, clockMs);
    }
    await organization.advanceClock(now, clockMs);
  } catch (error) {
    if (!(error instanceof Stuck)) throw error;
    return { problems: [...problems, error.message], differences: [] };
  }
  const books = await organization.books();
  problems.push(...brokenInvariants(books));
  return {
    problems,
    differences: [...answerDifferences, ...compareBooks(expected, actualBooks(books))],
    invoices: books.invoices.length,
  };
}
