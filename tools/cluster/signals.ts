import type { Cluster } from './parts.ts';

/** Ctrl-C stops the cluster, if it runs already. A second one leaves the rest to the reaper. */
export function stopOnSignals(running: () => Cluster | undefined): void {
  let ending = false;
  const end = async () => {
    if (ending) process.exit(130);
    ending = true;
    await running()?.stop();
    process.exit(130);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end());
}
