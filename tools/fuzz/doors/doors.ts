// npm run test:doors [-- --bodies 500 --seed N --only WORD]
// Sends hostile bodies to each door through which usage, events of payment providers or questions of agents come, with a key
// and without one. They are broken, cut off, deep, wide, compressed bombs, of wrong lengths and encodings, or valid ones with
// changed members. Each is refused in the form of its door, within a deadline. None makes the service fail, and its memory
// stays bounded. Meanwhile an innocent organization sends events one by one, and each of them is stored once.
//   --bodies N  hostile bodies for each door and caller
//   --only WORD doors whose names contain it
// Closes with `N passed, N failed`.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { newOrganization } from '@tollgate/harness/api';
import { say, tail } from '@tollgate/harness/process';
import { Report } from '@tollgate/harness/report';
import { type Standalone, startStandalone } from '@tollgate/harness/standalone';
import { Random } from '@tollgate/chaos/storm/random';
import { faultsOf } from './answers.ts';
import { type Door, makeDoors } from './door.ts';
import { HostileBodies, type HostileCall } from './hostile-bodies.ts';
import { InnocentSender } from './innocent-sender.ts';
import { Memory } from './memory.ts';
import { type Doubles, makeProviderDoors, settingsOf, startDoubles, stopDoubles } from './provider-doors.ts';
import { send } from './wire.ts';

const { values } = parseArgs({
  options: {
    bodies: { type: 'string', default: '500' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', default: '' },
  },
});
const bodies = Number(values.bodies);

/** Calls that are made at once; more would be refused for their number alone. */
const atOnce = 4;
/** Above what the service takes before: its embedded stores are in the same process. */
const mostGrowthBytes = 512 * 1024 * 1024;
const mostShownFaults = 5;

/** Sends hostile bodies to a door. @returns the faults, and the count of each status */
async function attack(
  service: Standalone,
  door: Door,
  { key, random }: { key: string | null; random: Random },
): Promise<{ faults: string[]; statuses: Map<number, number> }> {
  const made = new HostileBodies(door, random);
  const faults: string[] = [];
  const statuses = new Map<number, number>();
  let left = bodies;
  const attacker = async () => {
    while (left-- > 0) {
      const call: HostileCall = made.next();
      const known = key === null ? {} : door.sign ? { headers: { ...call.headers, ...door.sign(call.body) } } : { key };
      const answer = await send(service.baseUrl, door.path, { ...call, ...known });
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      faults.push(...faultsOf(answer, { door, call, isKnown: key !== null }));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, attacker));
  return { faults, statuses };
}

/** Calls that the service logged as failed. */
const failedCalls = ({ log }: Standalone): string[] =>
  readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"level":"error"'))
    .slice(0, mostShownFaults);

async function play(service: Standalone, doubles: Doubles, report: Report): Promise<void> {
  const { api, id } = await newOrganization(service, { name: 'Hostile' });
  const all = [...(await makeDoors(api)), ...(await makeProviderDoors(api, id, doubles))];
  const doors = all.filter(({ name }) => name.includes(values.only));
  const innocent = await InnocentSender.begin(service);
  const memory = await Memory.watch(service);
  try {
    for (const door of doors)
      for (const [caller, key] of [
        ['without a key', null],
        ['with a key', api.key],
      ] as const) {
        const began = performance.now();
        const random = new Random(`${values.seed}/${door.name}/${caller}`);
        const { faults, statuses } = await attack(service, door, { key, random });
        const counts = [...statuses].map(([status, count]) => `${count} × ${status || 'no answer'}`).join(', ');
        const seconds = ((performance.now() - began) / 1000).toFixed(1);
        report.check(`${door.name}, ${caller}: ${counts} (${seconds} s)`, faults.slice(0, mostShownFaults));
      }
  } finally {
    memory.end();
    await innocent.end();
  }
  report.check(`${innocent.sent} events of the innocent sender are stored once`, await innocent.faults());
  report.line(
    memory.growth <= mostGrowthBytes,
    `the memory grows by ${Math.round(memory.growth / 2 ** 20)} MiB, ${mostGrowthBytes / 2 ** 20} at most`,
  );
  report.check('no call failed in the log of the service', failedCalls(service));
}

const report = new Report();
say(`Seed ${values.seed}, ${bodies} bodies for each door and caller`);
const doubles = await startDoubles();
const service = await startStandalone({ env: settingsOf(doubles) });
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    isInterrupted = true;
    void service.stop().then(() => process.exit(130));
  });
try {
  await play(service, doubles, report);
} catch (error) {
  if (!isInterrupted) report.error(error);
}
const { failed } = report.counts;
if (failed > 0)
  say(
    `Again with --seed ${values.seed}. End of the service's log (all of it: ${service.log}):\n${tail(service.log, 15)}`,
  );
await service.stop({ keep: failed > 0 });
await stopDoubles(doubles);
report.finish();
