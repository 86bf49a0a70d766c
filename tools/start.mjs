// npm start: from a fresh clone to a running service. Installs the packages if they are missing or out of date,
// compiles changed sources, and runs the standalone service. Needs only Node and npm.
import { explain, makeReady, startService } from './launch.mjs';
import { onSignals } from './service-process.mjs';

try {
  await makeReady();
  const { child, ended } = startService();
  onSignals((signal) => child.kill(signal));
  process.exitCode = await ended;
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
