// Fetches what steps need beside the packages of npm, so that the steps themselves do not wait for it: the backends of a
// cluster and the programs in Python. What is there is left as it is.
import { fileURLToPath } from 'node:url';
import { javascriptDirectory } from '../clients/javascript-package.mjs';
import { dockerAnswers } from '../cluster/docker.mjs';
import * as kafka from '../cluster/kafka.mjs';
import * as redis from '../cluster/redis.mjs';
import { pythonPrograms } from '../python.mjs';

const requirements = (tool) => fileURLToPath(new URL(`../${tool}/requirements.txt`, import.meta.url));

// One after another: apt-get and pip have locks.
if (!dockerAnswers()) {
  await redis.install();
  await kafka.install();
}
for (const tool of ['fuzz', 'clients']) await pythonPrograms(tool, requirements(tool));
await javascriptDirectory();
