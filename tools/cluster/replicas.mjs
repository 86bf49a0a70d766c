// Several processes of one service behind one address.
import { startBalancer } from './balancer.mjs';
import { sleep } from './process.mjs';

const probeEveryMs = 1_000;
const failuresAllowed = 2;

/** Keeps `replica.answers` true while `probe` succeeds, as a readiness probe does. The answer ends it. */
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
 * @param ports where they are reached together: `port`, and `operationsPort` for the same of theirs
 * @param made the processes, each with the ports of its own and `probe()`, which throws when it is not ready
 * @returns `{ name, replicas, kill(signal), start(), stop() }`; a signal goes to all of them
 */
export async function behindOneAddress({ name, ports, made }) {
  const replicas = made.map(({ process, probe, ...own }, index) =>
    Object.assign(process, { ...own, probe, answers: true, label: `${name} ${index + 1}` }),
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
