// npm run test:kills [-- --kills 1000 --invoices 2000]
// A cluster takes payments by a strict double of Stripe, whose calls fail at random. Its service of payments is killed by
// SIGKILL again and again, at each step between the request that it keeps, the charge and its record. In the end both
// have the same books. Closes with `N passed, N failed`.
import { parseArgs } from 'node:util';
import { startStripe } from '@tollgate/stripe/double';
import { Suite } from '../suite.mjs';
import { payments } from './payments.ts';
import { onStartedCluster } from './started-cluster.ts';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '1000' }, invoices: { type: 'string', default: '2000' } },
});
const trouble = { kills: Number(values.kills), invoices: Number(values.invoices) };

const suite = new Suite();
const stripe = await startStripe();
await onStartedCluster(
  suite,
  async (cluster) => void (await suite.step('payments', () => payments(cluster, stripe, trouble))),
  { settings: { STRIPE_API_URL: stripe.url, SWEEP_SECONDS: '1' } },
);
await stripe.stop();
suite.finish();
