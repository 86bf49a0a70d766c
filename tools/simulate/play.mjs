// One life: its calls go to the service and to the rater, and at the end both books are laid side by side.
import { Organization, Stuck } from './client.mjs';
import { actualBooks, compareBooks, expectedBooks } from './figures.mjs';
import { brokenInvariants } from './invariants.mjs';
import { World } from './rater/world.mjs';

const clockMs = 180_000;

export const isEvent = (step) => step.do?.includes('/events') === true;

/** The rater's books of a history. @throws Impossible when the history refers to what is not there */
export function rate(history) {
  const world = new World(history.organization);
  const statuses = history.steps.map((step) => {
    if (step.at) return void world.advance(Date.parse(step.at));
    const status = world.call(step);
    // As in play: what a call makes due is done before the next one.
    if (!isEvent(step)) world.advance(world.now);
    return status;
  });
  return { world, statuses, expected: expectedBooks(world) };
}

/**
 * Plays a history under a clock of its own.
 * @returns `{ problems: [text], differences: [...] }`, both empty when service and rater agree
 */
export async function play(history, service) {
  const { statuses, expected, world } = rate(history);
  const [first] = history.steps;
  const organization = await Organization.create(service, {
    name: history.name,
    default_currency: 'EUR',
    ...history.organization,
    sandbox: true,
    frozen_time: first.at,
  });
  const problems = [];
  let now = Date.parse(first.at);
  try {
    for (const [i, step] of history.steps.entries()) {
      if (step.at) {
        now = Date.parse(step.at);
        await organization.turnClock(now, clockMs);
        continue;
      }
      // What events owe at once is charged before anything else changes: which comes first would be a race.
      if (!isEvent(step) && i > 0 && isEvent(history.steps[i - 1])) await organization.turnClock(now, clockMs);
      const { status, body } = await organization.play(step);
      if (status !== statuses[i]) {
        problems.push(
          `${step.do} answers ${status}, not ${statuses[i]}: ${JSON.stringify(step.body ?? '').slice(0, 300)} -> ${JSON.stringify(body).slice(0, 300)}`,
        );
        if (!isEvent(step)) return { problems, differences: [] };
      }
      if (!isEvent(step) || history.waits) await organization.turnClock(now, clockMs);
    }
    await organization.turnClock(now, clockMs);
  } catch (error) {
    if (!(error instanceof Stuck)) throw error;
    return { problems: [...problems, error.message], differences: [] };
  }
  const books = await organization.books();
  problems.push(...brokenInvariants(books));
  const expectedNotes = world.creditNotes
    .map((note) => String(note.totalCents))
    .sort()
    .join(' ');
  const notes = books.creditNotes
    .map((note) => String(note.total_amount_cents))
    .sort()
    .join(' ');
  if (notes !== expectedNotes) problems.push(`credit notes: expected [${expectedNotes}], there are [${notes}]`);
  return {
    problems,
    differences: compareBooks(expected, actualBooks(books)),
    invoices: books.invoices.length,
  };
}
