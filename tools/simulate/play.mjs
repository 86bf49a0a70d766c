// One life: its calls go to the service and to the rater, and at the end both books are laid side by side.
import { Organization, Stuck } from './client.mjs';
import { actualBooks, compareBooks, expectedBooks } from './figures.mjs';
import { differencesOf, differencesOfEstimate } from './answers.mjs';
import { brokenInvariants } from './invariants.mjs';
import { World } from './rater/world.mjs';

const clockMs = 180_000;

export const isEvent = (step) => step.do?.includes('/events') === true;

/**
 * The rater's books of a history: its calls with their statuses (null for one that has nothing to be about), the books at
 * its end, and what fell due when. @throws Impossible when the history refers to what is not there
 */
export function rate(history) {
  const world = new World(history.organization);
  const calls = history.steps.map((step) => world.play(step));
  return { calls, expected: expectedBooks(world), log: world.log };
}

/** Before the first of these nothing is ever due. */
const makesDue = ({ do: call }) => ['POST /subscriptions', 'POST /wallets', 'POST /invoices'].includes(call);

/**
 * Plays a history under a clock of its own.
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
  const shown = [];
  let now = Date.parse(first.at);
  let owed = false;
  let begun = false;
  try {
    for (const [i, step] of history.steps.entries()) {
      if (step.at) {
        now = Date.parse(step.at);
        await organization.advanceClock(now, clockMs);
        owed = false;
        continue;
      }
      if (calls[i] === null) continue;
      // What events owe at once is charged before anything else changes: which comes first would be a race.
      if (!isEvent(step) && owed) await organization.advanceClock(now, clockMs);
      owed = isEvent(step) && !history.waits;
      const { call, status: wanted } = calls[i];
      if (call.find && !(await organization.find(call.find))) {
        problems.push(`${call.do}: there is no ${call.find.key ?? call.find.noteKey}`);
        return { problems, differences: [] };
      }
      if (call.estimate) shown.push(...(await differencesOfEstimate(organization, call)));
      const { status, body } = await organization.play(call);
      if (status !== wanted) {
        problems.push(
          `${call.do} answers ${status}, not ${wanted}: ${JSON.stringify(call.body ?? '').slice(0, 300)} -> ${JSON.stringify(body).slice(0, 300)}`,
        );
        if (!isEvent(step)) return { problems, differences: [] };
      }
      if (call.shows) shown.push(...(await differencesOf(organization, call, body)));
      begun ||= makesDue(call);
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
    differences: [...shown, ...compareBooks(expected, actualBooks(books))],
    invoices: books.invoices.length,
  };
}
