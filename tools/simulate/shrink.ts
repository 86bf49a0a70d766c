// Shrinks a failing history: omits steps, events, charges and settings as long as it still fails in the same way.
import { Impossible } from './rater/impossible.ts';

/** The kind of a failure, without its figures: a smaller history must fail with the same kind. */
function kindOf(result) {
  if (result.differences.length > 0)
    return result.differences[0].differences.some(({ where }) => where === 'the whole invoice') ? 'invoice' : 'figures';
  return result.problems.length > 0 ? result.problems[0].replace(/[\d"'-]+/g, '').slice(0, 40) : 'none';
}

/** Smaller versions of a history, largest cuts first. */
function* smaller(history) {
  const { steps } = history;
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let end = steps.length; end > 1; end -= size)
      yield { ...history, steps: steps.filter((_, i) => i === 0 || i < end - size || i >= end) };
  }
  for (const [i, step] of steps.entries()) {
    for (const body of smallerBodies(step)) yield { ...history, steps: steps.with(i, { ...step, body }) };
  }
}

const without = (object, member) => Object.fromEntries(Object.entries(object).filter(([name]) => name !== member));

function* smallerBodies({ do: call, body }) {
  if (call === 'POST /events/batch' && body.events.length > 1)
    for (let i = 0; i < body.events.length; i++) yield { events: body.events.toSpliced(i, 1) };
  if (call === 'POST /plans') {
    for (const list of ['charges', 'fixed_charges']) {
      for (let i = 0; i < (body.plan[list]?.length ?? 0); i++)
        yield { plan: { ...body.plan, [list]: body.plan[list].toSpliced(i, 1) } };
    }
    for (const [i, charge] of (body.plan.charges ?? []).entries()) {
      for (const member of ['filters', 'min_amount_cents', 'tax_codes']) {
        if (charge[member] === undefined) continue;
        yield { plan: { ...body.plan, charges: body.plan.charges.with(i, without(charge, member)) } };
      }
    }
  }
  const optional = {
    plan: ['tax_codes', 'trial_period', 'minimum_commitment', 'bill_charges_monthly', 'bill_fixed_charges_monthly'],
    customer: ['billing_configuration', 'tax_codes', 'timezone'],
    subscription: ['ending_at'],
  };
  for (const [wrapper, members] of Object.entries(optional)) {
    for (const member of members) {
      if (body?.[wrapper]?.[member] === undefined) continue;
      yield { [wrapper]: without(body[wrapper], member) };
    }
  }
}

/**
 * @param play plays a history
 * @param deadlineMs when to stop
 * @returns the smallest failing history so far, and its result
 */
export async function shrink(history, result, play, deadlineMs) {
  const until = Date.now() + deadlineMs;
  const kind = kindOf(result);
  let best = { history, result };
  for (let improved = true; improved;) {
    improved = false;
    for (const candidate of smaller(best.history)) {
      if (Date.now() > until) return best;
      const outcome = await play(candidate).catch((error) =>
        error instanceof Impossible ? null : { problems: [String(error)], differences: [] },
      );
      if (outcome === null || kindOf(outcome) !== kind) continue;
      best = { history: candidate, result: outcome };
      improved = true;
      break;
    }
  }
  return best;
}
