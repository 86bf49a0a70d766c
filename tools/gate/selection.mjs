// Selects the steps of a run from the table.

/** @param paths changed paths @returns whether they make a step necessary */
const isNecessary = ({ paths }, changed) =>
  !paths || changed.some((path) => paths.some((beginning) => path.startsWith(beginning)));

/** Steps with all that they need, in the order of the table. */
export function withNeeds(steps, names) {
  const selected = new Set(names);
  for (const { name, needs = [] } of [...steps].reverse())
    if (selected.has(name)) for (const needed of needs) selected.add(needed);
  return steps.filter(({ name }) => selected.has(name));
}

/**
 * @param steps the table
 * @param tier `ci` or `verify`
 * @param only names of steps; their needs are added
 * @param changed changed paths; steps that no such change makes necessary are left out
 * @throws Error if a name is not one of the tier's
 */
export function select(steps, { tier, only, changed }) {
  const tierSteps = steps.filter(({ tiers }) => tiers.includes(tier));
  const knownNames = tierSteps.map(({ name }) => name);
  const unknown = (only ?? []).filter((name) => !knownNames.includes(name));
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: not one of ${knownNames.join(', ')}`);
  const names = tierSteps
    .filter((step) => (!only || only.includes(step.name)) && (!changed || isNecessary(step, changed)))
    .map(({ name }) => name);
  return withNeeds(tierSteps, names);
}

/**
 * Steps that a continued run does not repeat. Steps that others need, such as the build, count only at this run's commit.
 * @param from the first step to run again, with all later ones that have not passed
 * @param results of the previous run, by name, each with its commit
 * @param commit of this run
 * @returns names of steps that do not run again
 */
export function passedBefore(steps, from, results, commit) {
  const place = steps.findIndex(({ name }) => name === from);
  if (place < 0) throw new Error(`${from}: not one of ${steps.map(({ name }) => name).join(', ')}`);
  const missing = steps.slice(0, place).filter(({ name }) => results[name]?.failed !== 0);
  if (missing.length > 0)
    throw new Error(`${missing.map(({ name }) => name).join(', ')} has not passed: go on from there`);
  const passed = steps.filter(({ name }) => name !== from && results[name]?.failed === 0).map(({ name }) => name);
  const left = steps.map(({ name }) => name).filter((name) => !passed.includes(name));
  const needed = withNeeds(steps, left).map(({ name }) => name);
  return passed.filter((name) => !needed.includes(name) || results[name].commit === commit);
}
