// npm run test:chaos [-- ACT ... --quick --seed S --at-once 2]
// Services that are killed, or whose neighbors fail, on one stage (`stage.ts`): the acts of `acts.ts`, or the named ones.
// One act alone takes its own options, too. The head of its file explains them.
//   --quick     the acts of the gate of each change, with fewer of everything
//   --seed S    repeats what is random
//   --at-once N acts beside each other; those that measure times are always alone
// Prints the counts and seconds of each act, and closes with `N passed, N failed`.
import { parseArgs } from 'node:util';
import { say } from '@tollgate/harness/process';
import { Report } from '@tollgate/harness/report';
import type { Act } from './act.ts';
import { acts } from './acts.ts';
import { chosenFrom } from './chosen.ts';
import { nextAct } from './next-act.ts';
import { Stage, Stores } from './stage.ts';

const args = process.argv.slice(2);
const firstOption = args.findIndex((each) => each.startsWith('--'));
const named = firstOption < 0 ? args : args.slice(0, firstOption);
const chosen =
  named.length === 0
    ? acts
    : chosenFrom(
        named.join(','),
        acts.map(({ name }) => name),
      ).flatMap((name) => acts.filter((act) => act.name === name));
/** The options of an act that is played alone. */
const own = chosen.length === 1 ? Object.keys(chosen[0]?.options ?? {}) : [];
const { values }: { values: Record<string, unknown> } = parseArgs({
  args: args.slice(named.length),
  options: {
    quick: { type: 'boolean' },
    ...Object.fromEntries(['seed', 'at-once', ...own].map((name) => [name, { type: 'string' }] as const)),
  },
});
const isQuick = values['quick'] === true;
const optionOf = (name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};
const seed = optionOf('seed') ?? String(Date.now() % 1_000_000);
const atOnce = Number(optionOf('at-once') ?? 2);

/** Its options that differ from those of the whole proof. */
function optionsFor({ quick }: Act): Record<string, string> {
  const typed = own.flatMap((name) => {
    const value = optionOf(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...(isQuick ? quick : {}), ...Object.fromEntries(typed) };
}

const total = new Report();
const lines: string[] = [];

async function play(act: Act, stores: Stores): Promise<void> {
  const begun = performance.now();
  const stage = new Stage(act.name, seed, stores);
  say(`${act.name} begins`);
  await stage.part(() => act.play(stage, optionsFor(act)));
  const { passed, failed } = stage.report.counts;
  total.add({ passed, failed });
  lines.push(`${act.name}: ${passed} passed, ${failed} failed, ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  say(lines.at(-1) ?? '');
}

/** Plays all, some of them at once. */
async function playAll(waiting: Act[], stores: Stores): Promise<void> {
  const playing = new Map<Act, Promise<void>>();
  const next = () => nextAct(waiting, [...playing.keys()], atOnce);
  for (;;) {
    for (let act = next(); act; act = next()) {
      const begun = act;
      waiting.splice(waiting.indexOf(begun), 1);
      playing.set(
        begun,
        play(begun, stores).finally(() => playing.delete(begun)),
      );
    }
    if (playing.size === 0) return;
    await Promise.race(playing.values());
  }
}

say(`Seed ${seed}`);
try {
  const stores = await Stores.open();
  try {
    await playAll(
      chosen.filter((act) => !isQuick || act.quick || named.length > 0),
      stores,
    );
  } finally {
    await stores.close();
  }
} catch (error) {
  total.error(error);
}
console.log(lines.join('\n'));
total.finish();
