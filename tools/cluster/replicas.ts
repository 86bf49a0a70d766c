// Several processes of one service behind one address.
import { startBalancer } from './balancer.ts';
import { sleep } from '@tollgate/harness/process';

const probeEveryMs = 1_000;
const failuresAllowed = 2;

/**
 * Sets `replica.answers` to true while `probe` succeeds, as a readiness probe does. The returned function ends this.
 */
function watch(replica, probe) {
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
  return () => (ended = true);
}

/**
 * Puts processes behind one address.
 * @param name of the service
 * @param ports their common ports: `port`, and `operationsPort` for operations
 * @param processes each with its own ports and `probe()`, which throws unless the process is ready
 * @returns `{ name, replicas, kill(signal), start(), stop() }`; a signal goes to all of them
 */
export async function startBehindOneAddress({ name, ports, processes }) {
  const replicas = processes.map(({ process, probe, ...ownPorts }, index) =>
    Object.assign(process, { ...ownPorts, probe, answers: true, label: `${name} ${index + 1}` }),
  );
  const answering = () => replicas.filter(({ pid, answers }) => pid && answers);
  const balancers = await Promise.all(
    Object.entries(ports).map(([which, port]) =>
      startBalancer(port, () => answering().map((replica) => replica[which])),
    ),
  );
  const watches = [];
  const all = (work) => Promise.all(replicas.map(work)).then(() => undefined);
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
