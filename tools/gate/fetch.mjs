// Fetches dependencies of steps other than npm packages, so the steps do not wait for them: the backends of a cluster
// and the Python programs. Existing ones stay unchanged.
import { fileURLToPath } from 'node:url';
import {
  generatorsDirectory,
  javascriptDirectory,
  modelsDirectory,
  nextDirectory,
  sdkProjectDirectory,
  sendersDirectory,
} from '../clients/javascript-package.ts';
import { dockerAnswers } from '../cluster/docker.ts';
import * as kafka from '../cluster/kafka.ts';
import * as redis from '../cluster/redis.ts';
import { installVersitygw } from '../cluster/versitygw.ts';
import { fetchValidators } from '../e-invoices/validators.ts';
import { installChromium } from '../pages/chromium.ts';
import { pythonPrograms } from '../python/python.ts';
import { installStripeMock } from '../stripe/mock.ts';

const requirements = (tool) => fileURLToPath(new URL(`../${tool}/requirements.txt`, import.meta.url));

// One at a time: apt-get and pip have locks.
if (!dockerAnswers()) {
  await redis.install();
  await kafka.install();
}
await installChromium();
for (const tool of ['fuzz', 'clients', 'receivers']) await pythonPrograms(tool, requirements(tool));
await pythonPrograms('files', requirements('chaos/files'));
const ofClients = (file) => fileURLToPath(new URL(`../clients/${file}`, import.meta.url));
await pythonPrograms('client-generators', ofClients('generators.txt'));
await pythonPrograms('event-senders', ofClients('senders.txt'));
await javascriptDirectory();
await generatorsDirectory();
await sendersDirectory();
await modelsDirectory();
// Only the whole proof validates e-invoices, has a cluster with a bucket, and shows requests to Stripe's mock. It also
// installs packages of this workspace into other projects.
if (process.argv.includes('--whole')) {
  await fetchValidators();
  installVersitygw();
  installStripeMock();
  await nextDirectory();
  await sdkProjectDirectory();
  await pythonPrograms('sdk', ofClients('sdk-python.txt'));
}
