// A service takes payments from strict doubles of GoCardless and Adyen (`play.ts` has the steps).
//   --provider NAMES  some of them, separated by commas
import { readFileSync } from 'node:fs';
import { providerNames, startProvider } from '@tollgate/payment-providers/double';
import { act } from '../act.ts';
import { chosenFrom } from '../chosen.ts';
import { playProvider } from './play.ts';

export const providers = act({
  name: 'providers',
  options: { provider: providerNames.join(','), invoices: '100', kills: '4' },
  quick: { invoices: '12', kills: '1' },
  async play(stage, { provider, invoices, kills }) {
    const doubles = {
      gocardless: await stage.double(startProvider('gocardless')),
      adyen: await stage.double(startProvider('adyen')),
    };
    const service = await stage.service({
      GOCARDLESS_SANDBOX_API_URL: doubles.gocardless.url,
      ADYEN_API_URL: doubles.adyen.url,
      SWEEP_SECONDS: '1',
    });
    for (const name of chosenFrom(provider, providerNames))
      await playProvider(stage.report, {
        name,
        service,
        double: doubles[name],
        invoices: Number(invoices),
        kills: Number(kills),
        readLog: () => readFileSync(service.log, 'utf8'),
      });
  },
});
