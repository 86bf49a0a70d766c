// npm run test:pages [-- --quick] [TITLE]
// The pages for people in a browser, on a standalone service of their own: the first person, signing in, invitations,
// new passwords. Then come the lists and pages of a small sandbox, acts whose calls fail, and what sessions, roles and tabs
// do. In the portal, customers pay by doubles of providers. Every date is that of the customer, in three time zones. The
// pages of documents follow. Every kind of page in light and dark, wide and narrow: no violation of WCAG 2.2 AA, and no
// message in the browser's console. A second service shows them below a path of a reverse proxy, with another prefix of
// identifiers.
// `--quick` checks one variant of each page, of two that alternate, as for each change; it leaves out failing calls and time
// zones. TITLE plays only journeys whose titles contain it. Closes with `N passed, N failed`.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Counts } from '@tollgate/harness/report';
import { startStandalone, type Standalone } from '@tollgate/harness/standalone';
import { startProvider } from '@tollgate/payment-providers/double';
import { startStripe } from '@tollgate/stripe/double';
import { playJourneys } from './journeys.ts';
import { startProxy } from './proxy.ts';

const { values, positionals: chosen } = parseArgs({ allowPositionals: true, options: { quick: { type: 'boolean' } } });
const longestGreetingMs = 60_000;

/** The setup link in the service's output. It prints it shortly after it is ready. */
async function printedLink(log: string): Promise<string> {
  for (const deadline = Date.now() + longestGreetingMs; Date.now() < deadline; await sleep(250)) {
    const link = /http\S+\/console\/welcome#[0-9a-f]{40}/.exec(readFileSync(log, 'utf8'))?.[0];
    if (link) return link;
  }
  throw new Error('The service printed no setup link');
}

/** Doubles of the providers that customers pay by, as journeys know them. */
const doubles = {
  stripe: await startStripe(),
  gocardless: await startProvider('gocardless'),
  adyen: await startProvider('adyen'),
};
const providerSettings = {
  STRIPE_API_URL: doubles.stripe.url,
  GOCARDLESS_SANDBOX_API_URL: doubles.gocardless.url,
  ADYEN_API_URL: doubles.adyen.url,
};

/** Plays journeys on a standalone service of their own. @param settings of the service */
async function onStandalone(
  files: readonly string[],
  settings: Record<string, string> = {},
  onStart: (service: Standalone) => string = ({ baseUrl }) => baseUrl,
): Promise<Counts> {
  const service = await startStandalone({ env: settings });
  let counts: Counts = { passed: 0, failed: 1 };
  try {
    const publicUrl = onStart(service);
    const env = {
      BASE_URL: service.baseUrl,
      PUBLIC_URL: publicUrl,
      ENTRANCE: await printedLink(service.log),
      ADMIN_API_KEY: service.adminApiKey,
      MAILS: join(service.dir, 'mails'),
      DOUBLES: JSON.stringify(doubles),
      VARIANTS: values.quick ? 'some' : 'all',
    };
    const titles = chosen.flatMap((title) => ['-g', title, '--pass-with-no-tests']);
    counts = await playJourneys([...files, ...titles], env, service.dir);
  } finally {
    await service.stop({ keep: counts.failed > 0 });
  }
  return counts;
}

/** Those of an installation below the path of a proxy have a service of their own. */
const belowPath = 'installation.journeys.ts';
/** Whole worlds: they take minutes, and few changes touch what they show. */
const worlds = ['record-failures.journeys.ts', 'zones.journeys.ts'];
const isDue = (file: string) => !values.quick || chosen.length > 0 || !worlds.includes(file);
const journeys = globSync('*.journeys.ts', { cwd: import.meta.dirname })
  .filter(isDue)
  .sort();
const own = await onStandalone(
  journeys.filter((file) => file !== belowPath),
  providerSettings,
);
const proxy = await startProxy('/billing');
const below = await onStandalone([belowPath], { PUBLIC_URL: proxy.url, IDENTIFIER_PREFIX: 'lago' }, ({ baseUrl }) => {
  proxy.serve(baseUrl);
  return proxy.url;
});
proxy.close();
for (const double of Object.values(doubles)) await double.stop();
const failed = own.failed + below.failed;
console.log(`${own.passed + below.passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
