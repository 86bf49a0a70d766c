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
 * Puts processes behind one port.
 * @param name of the service
 * @param port where they are reached together
 * @param made the processes, each with the port of its own and `probe()`, which throws when it is not ready
 * @returns `{ name, url, replicas, kill(signal), start(), stop() }`; a signal goes to all of them
 */
export async function behindOneAddress({ name, port, made }) {
  const replicas = made.map(({ process, port: own, probe }, index) =>
    Object.assign(process, { port: own, probe, answers: true, label: `${name} ${index + 1}` }));
  const closeBalancer = await startBalancer(port, () => replicas.filter(({ pid, answers }) => pid && answers).map((replica) => replica.port));
  const watches = [];
  const all = (work) => Promise.all(replicas.map(work)).then(() => undefined);
  return {
    name,
    url: `http://127.0.0.1:${port}`,
    replicas,
    kill: (signal) => all((replica) => replica.kill(signal)),
    async start() {
      await all((replica) => replica.start());
      if (watches.length === 0) watches.push(...replicas.map((replica) => watch(replica, replica.probe)));
    },
    async stop() {
      for (const end of watches.splice(0)) end();
      await all((replica) => replica.stop());
      await closeBalancer();
    },
  };
}
