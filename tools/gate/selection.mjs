// Which steps of the table a run consists of.

/** @param paths that changed @returns whether they make a step necessary */
const isNecessary = ({ paths }, changed) =>
  !paths || changed.some((path) => paths.some((beginning) => path.startsWith(beginning)));

/** Steps with all that they need, in the order of the table. */
export function withNeeds(steps, names) {
  const wanted = new Set(names);
  for (const { name, needs = [] } of [...steps].reverse())
    if (wanted.has(name)) for (const needed of needs) wanted.add(needed);
  return steps.filter(({ name }) => wanted.has(name));
}

/**
 * @param steps the table
 * @param tier `ci` or `verify`
 * @param only names of steps; their needs are added
 * @param changed paths that changed; steps that no such change makes necessary are left out
 * @throws Error when a name is not one of the tier's
 */
export function select(steps, { tier, only, changed }) {
  const own = steps.filter(({ tiers }) => tiers.includes(tier));
  const known = own.map(({ name }) => name);
  const unknown = (only ?? []).filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: not one of ${known.join(', ')}`);
  const names = own
    .filter((step) => (!only || only.includes(step.name)) && (!changed || isNecessary(step, changed)))
    .map(({ name }) => name);
  return withNeeds(own, names);
}

/**
 * What a run that goes on begins with. What other steps need, such as the build, counts only at the commit of this run.
 * @param from the first step that is run again, with all behind it that have not passed
 * @param results of the run before, by name, each with its commit
 * @param commit of this run
 * @returns names of steps that are not run again
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
