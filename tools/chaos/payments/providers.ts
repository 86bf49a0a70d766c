// npm run test:providers [-- --provider gocardless|adyen --invoices 24 --kills 1]
// A standalone service takes payments from strict doubles of GoCardless and Adyen (`play.ts` has the steps). Closes with
// `N passed, N failed`.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Report } from '@tollgate/harness/report';
import { startStandalone } from '@tollgate/harness/standalone';
import { type ProviderName, providerNames, startProvider } from '@tollgate/payment-providers/double';
import { playProvider } from './play.ts';

const { values } = parseArgs({
  options: {
    provider: { type: 'string', multiple: true, default: [...providerNames] },
    invoices: { type: 'string', default: '24' },
    kills: { type: 'string', default: '1' },
  },
});
const report = new Report();
const doubles = {
  gocardless: await startProvider('gocardless'),
  adyen: await startProvider('adyen'),
};
const service = await startStandalone({
  env: {
    GOCARDLESS_SANDBOX_API_URL: doubles.gocardless.url,
    ADYEN_API_URL: doubles.adyen.url,
    SWEEP_SECONDS: '1',
  },
});
try {
  for (const name of values.provider as ProviderName[])
    await playProvider(report, {
      name,
      service,
      double: doubles[name],
      invoices: Number(values.invoices),
      kills: Number(values.kills),
      readLog: () => readFileSync(service.log, 'utf8'),
    });
} catch (error) {
  report.error(error);
} finally {
  await service.stop();
  for (const double of Object.values(doubles)) await double.stop();
}
report.finish();
