// Reports of a run of the gate: its progress, its end, and docs/contribute/verification.md.

export const clock = () => new Date().toISOString().slice(11, 19);

const right = (value, width) => String(value).padStart(width);
/** The name of a step's part in tables and in the history. */
export const nameOfPart = (step, part) => `${step}: ${part.name}`;

const duration = (seconds) => `${Math.floor(seconds / 60)} min ${right(Math.round(seconds % 60), 2)} s`;

/**
 * The table of steps and their parts with their seconds, so slow ones are visible.
 * @param usualOf the usual seconds of a step, or null
 */
export function table(results, notRun = [], usualOf = () => null) {
  const line = (name, { passed, failed, seconds }, cpuSeconds) => {
    const usual = usualOf(name);
    const cpu = cpuSeconds === undefined ? ' '.repeat(12) : `${right(cpuSeconds.toFixed(0), 6)} CPU s`;
    const p95 = usual === null ? '' : `   p95 ${right(usual.toFixed(0), 5)} s`;
    return `${name.padEnd(16)} ${right(passed, 6)} passed ${right(failed, 4)} failed ${right(seconds.toFixed(0), 6)} s ${cpu}${p95}`.trimEnd();
  };
  const lines = results.flatMap((result) => [
    line(result.name, result, result.cpuSeconds),
    ...(result.parts ?? []).map((part) => line(nameOfPart(result.name, part), part)),
  ]);
  return [...lines, ...notRun.map((name) => `${name.padEnd(16)}  not run`)];
}

export const totalOf = (results) => ({
  passed: results.reduce((sum, { passed }) => sum + passed, 0),
  failed: results.reduce((sum, { failed }) => sum + failed, 0),
});

/**
 * The page of the last whole proof.
 * @param run `{ commit, subject, date, node, cores, seed, seconds }`
 * @param results each with the `commit` at which its step passed
 */
export function page(run, results) {
  const { passed, failed } = totalOf(results);
  const elsewhere = results.filter(({ commit }) => commit !== run.commit);
  const row = (name, { passed: ok, failed: bad, seconds }, cpuSeconds) =>
    `| ${name} | ${ok} | ${bad} | ${seconds.toFixed(0)} | ${cpuSeconds === undefined ? '' : cpuSeconds.toFixed(0)} |`;
  const rows = results.flatMap((result) => [
    row(result.name, result, result.cpuSeconds),
    ...(result.parts ?? []).map((part) => row(nameOfPart(result.name, part), part)),
  ]);
  const note =
    elsewhere.length > 0
      ? [
          `The run went on after a failure. These steps passed before, at ${elsewhere[0].commit.slice(0, 8)}: ${elsewhere.map(({ name }) => name).join(', ')}.`,
          '',
        ]
      : [];
  return [
    '# Verification',
    '',
    '`npm run verify` writes this page when everything has passed.',
    '',
    '| | |',
    '|---|---|',
    `| commit | ${run.commit.slice(0, 12)} (${run.subject.replaceAll('|', '\\|')}) |`,
    `| date | ${run.date} |`,
    `| machine | ${run.cores} cores, Node ${run.node} |`,
    `| duration | ${duration(run.seconds)} |`,
    `| seed | ${run.seed} |`,
    `| result | ${passed} passed, ${failed} failed |`,
    '',
    ...note,
    'Simulated lives, the fuzzer, kills, the storm and the backup are made from the seed: `npm run verify -- --seed SEED` plays',
    'them again.',
    '',
    '| step | passed | failed | seconds | CPU seconds |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
