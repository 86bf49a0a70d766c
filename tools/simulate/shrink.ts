// Shrinks a failing history: omits steps, events, charges and settings as long as it still fails in the same way.
import type { CallStep, History } from './history.ts';
import type { Body, PlanBody } from './requests.ts';
import type { Failure } from './lives.ts';
import type { Result } from './play.ts';
import { Impossible } from './rater/impossible.ts';

/** The kind of a failure, without its figures: a smaller history must fail with the same kind. */
function kindOf({ differences: [difference], problems: [problem] }: Result): string {
  if (difference)
    return difference.differences.some(({ where }) => where === 'the whole invoice') ? 'invoice' : 'figures';
  return problem === undefined ? 'none' : problem.replace(/[\d"'-]+/g, '').slice(0, 40);
}

/** Smaller versions of a history, largest cuts first. */
function* smaller(history: History): Generator<History> {
  const { steps } = history;
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let end = steps.length; end > 1; end -= size)
      yield { ...history, steps: steps.filter((_, i) => i === 0 || i < end - size || i >= end) };
  }
  for (const [i, step] of steps.entries()) {
    if (step.at !== undefined) continue;
    for (const body of smallerBodies(step)) yield { ...history, steps: steps.with(i, { ...step, body }) };
  }
}

function without<T extends object>(object: T, member: keyof T): Partial<T> {
  const copy: Partial<T> = { ...object };
  delete copy[member];
  return copy;
}

/** An object without one of its optional members. */
function* omissions<T extends object>(object: T | undefined, members: (keyof T)[]): Generator<Partial<T>> {
  if (object) for (const member of members) if (object[member] !== undefined) yield without(object, member);
}

function* smallerBodies({ do: call, body }: CallStep): Generator<Body> {
  if (!body) return;
  if (call === 'POST /events/batch' && body.events && body.events.length > 1)
    for (let i = 0; i < body.events.length; i++) yield { events: body.events.toSpliced(i, 1) };
  if (call === 'POST /plans' && body.plan) for (const plan of smallerPlans(body.plan)) yield { plan };
  for (const plan of omissions(body.plan, [
    'tax_codes',
    'trial_period',
    'minimum_commitment',
    'bill_charges_monthly',
    'bill_fixed_charges_monthly',
  ]))
    yield { plan };
  for (const customer of omissions(body.customer, ['billing_configuration', 'tax_codes', 'timezone']))
    yield { customer };
  for (const subscription of omissions(body.subscription, ['ending_at'])) yield { subscription };
}

function* smallerPlans(plan: PlanBody): Generator<PlanBody> {
  const { charges = [], fixed_charges: fixedCharges = [] } = plan;
  for (let i = 0; i < charges.length; i++) yield { ...plan, charges: charges.toSpliced(i, 1) };
  for (let i = 0; i < fixedCharges.length; i++) yield { ...plan, fixed_charges: fixedCharges.toSpliced(i, 1) };
  for (const [i, charge] of charges.entries())
    for (const less of omissions(charge, ['filters', 'min_amount_cents', 'tax_codes']))
      yield { ...plan, charges: charges.with(i, less) };
}

/**
 * @param play plays a history
 * @param deadlineMs when to stop
 * @returns the smallest failing history so far, and its result
 */
export async function shrink(
  { history, result }: Failure,
  play: (history: History) => Promise<Result>,
  deadlineMs: number,
): Promise<Failure> {
  const until = Date.now() + deadlineMs;
  const kind = kindOf(result);
  let best: Failure = { history, result };
  for (let improved = true; improved;) {
    improved = false;
    for (const candidate of smaller(best.history)) {
      if (Date.now() > until) return best;
      const outcome = await play(candidate).catch((error: unknown): Result | null =>
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
