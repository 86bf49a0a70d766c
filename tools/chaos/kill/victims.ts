// The victims of a round, and their restart.
import { type WatchEventType, watch } from 'node:fs';
import { join } from 'node:path';
import { sleep } from '@tollgate/harness/process';
import type { Standalone } from '@tollgate/harness/standalone';
import { chosenFrom } from '../chosen.ts';
import type { Random } from '../storm/random.ts';

const recoveryMs = 120_000;

const isReady = (baseUrl: string): Promise<boolean> =>
  fetch(`${baseUrl}/ready`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Whether a PostgreSQL other than the killed one is serving. */
function hasOtherDatabase(service: Standalone, killed: number): boolean {
  try {
    return service.databasePid !== killed;
  } catch {
    return false; // between two servers there is no process file
  }
}

/** Waits until the still running service is ready on another PostgreSQL. */
async function waitForRecovery(service: Standalone, killed: number): Promise<void> {
  const deadline = Date.now() + recoveryMs;
  for (;;) {
    if (!service.pid) throw new Error('the service ended when PostgreSQL was killed');
    if (hasOtherDatabase(service, killed) && (await isReady(service.baseUrl))) return;
    if (Date.now() > deadline)
      throw new Error(`the service is not ready ${recoveryMs / 1000} s after PostgreSQL was killed`);
    await sleep(100);
  }
}

function killDatabase(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

const longestMomentMs = 5_000;
/** Whether an event of the journal's directory, for the file of a name, is the moment. */
type Moment = (event: WatchEventType, name: string | null) => boolean;

/** Kills the service at a moment of its journal plus a delay; if the moment does not come, kills it anyway. */
const killAt =
  (isMoment: Moment, latestMs: number): Kill =>
  async (service, random) => {
    const late = random.int(0, latestMs);
    await new Promise<void>((resolve) => {
      const over = () => {
        watcher.close();
        resolve();
      };
      const watcher = watch(join(service.dir, 'journal'), (event, name) => {
        if (isMoment(event, name)) over();
      });
      setTimeout(over, longestMomentMs).unref();
    });
    if (late > 0) await sleep(late);
    await service.crash();
  };
const isSegment = (name: string | null): boolean => name?.endsWith('.events') ?? false;

type Kill = (service: Standalone, random: Random) => Promise<void>;
export type Victim = 'service' | 'both' | 'database' | 'start' | 'journal' | 'block' | 'done' | 'segment';

/** The victims, and how each comes back. */
export const kills: Record<Victim, Kill> = {
  service: (service) => service.crash(),
  both: async (service) => {
    const database = service.databasePid;
    const ended = service.kill('SIGKILL');
    killDatabase(database);
    await ended;
    await service.start();
  },
  database: async (service) => {
    const database = service.databasePid;
    killDatabase(database);
    await waitForRecovery(service, database);
  },
  /** Kills the service, and again while it starts. */
  start: async (service, random) => {
    await service.kill('SIGKILL');
    const starting = service.start().catch(() => undefined);
    await sleep(random.int(100, 2_500));
    await service.kill('SIGKILL');
    await starting;
    await service.start();
  },
  journal: killAt((event, name) => event === 'change' && isSegment(name), 0),
  block: killAt((event, name) => event === 'change' && isSegment(name), 150),
  done: killAt((event, name) => event === 'change' && name === 'done', 0),
  segment: killAt((event, name) => event === 'rename' && isSegment(name), 5),
};
const everyVictim = Object.keys(kills) as Victim[];

/** The victims of successive rounds, from their names separated by commas. @throws Error for an unknown one */
export const victimsOf = (names: string): Victim[] => chosenFrom(names, everyVictim);

/** The victim of a round, the first of which is 1. */
export function victimOf(round: number, victims: Victim[]): Victim {
  const victim = victims[(round - 1) % victims.length];
  if (!victim) throw new Error('There is no victim');
  return victim;
}
