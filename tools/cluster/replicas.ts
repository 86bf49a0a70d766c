// Several processes of one service behind one address.
import { startBalancer } from './balancer.ts';
import { type ManagedProcess, sleep } from '@tollgate/harness/process';
import type { Part, Replica } from './parts.ts';

const probeEveryMs = 1_000;
const failuresAllowed = 2;

/**
 * Sets `replica.answers` to true while `probe` succeeds, as a readiness probe does. The returned function ends this.
 */
function watch(replica: { answers: boolean }, probe: () => Promise<void>): () => void {
  let failures = 0;
  let ended = false;
  void (async () => {
    while (!ended) {
      const begun = Date.now();
      try {
        await probe();
        failures = 0;
      } catch {
        failures++;
      }
      replica.answers = failures < failuresAllowed;
      await sleep(Math.max(0, probeEveryMs - (Date.now() - begun)));
    }
  })();
  return () => {
    ended = true;
  };
}

/** The ports of a process: for calls, and for operations. */
export interface Ports {
  port: number;
  operationsPort: number;
}

/** A process of a service, which is ready while `probe` does not throw. */
export interface ProbedProcess extends Ports {
  process: ManagedProcess;
  probe: () => Promise<void>;
}

/**
 * Puts processes behind one address.
 * @param name of the service
 * @param ports their common ports
 * @param processes each with its own ports
 * @returns a part whose signals go to all of them
 */
export async function startBehindOneAddress({
  name,
  ports,
  processes,
}: {
  name: string;
  ports: Ports;
  processes: ProbedProcess[];
}): Promise<Part & { replicas: Replica[] }> {
  const replicas = processes.map(({ process, probe, ...ownPorts }, index) =>
    Object.assign(process, { ...ownPorts, probe, answers: true, label: `${name} ${index + 1}` }),
  );
  const answering = () => replicas.filter(({ pid, answers }) => pid && answers);
  const balance = (which: keyof Ports) =>
    startBalancer(ports[which], () => answering().map((replica) => replica[which]));
  const balancers = await Promise.all([balance('port'), balance('operationsPort')]);
  const watches: (() => void)[] = [];
  const all = (work: (replica: Replica) => Promise<void>) => Promise.all(replicas.map(work)).then(() => undefined);
  return {
    name,
    replicas,
    kill: (signal) => all((replica) => replica.kill(signal)),
    async start() {
      await all((replica) => replica.start());
      if (watches.length === 0) watches.push(...replicas.map((replica) => watch(replica, replica.probe)));
    },
    async stop() {
      for (const end of watches.splice(0)) end();
      await all((replica) => replica.stop());
      await Promise.all(balancers.map((close) => close()));
    },
  };
}
