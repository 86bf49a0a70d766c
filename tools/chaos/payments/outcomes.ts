// npm run test:outcomes [-- --provider stripe|gocardless|adyen --way debit]
// Payments whose success meets a changed invoice, and what providers report after a success. A standalone service takes
// payments from strict doubles of Stripe, GoCardless and Adyen. Closes with `N passed, N failed`.
import { parseArgs } from 'node:util';
import { Report } from '@tollgate/harness/report';
import { startStandalone } from '@tollgate/harness/standalone';
import { startProvider } from '@tollgate/payment-providers/double';
import { startStripe } from '@tollgate/stripe/double';
import { playCredits, playLater } from './outcomes/after-the-end.ts';
import { playDoubleSuccess, playKill, playPages } from './outcomes/interruptions.ts';
import { laterOf } from './outcomes/laters.ts';
import { playWay } from './outcomes/matrix.ts';
import { AdyenPlay, GoCardlessPlay } from './outcomes/provider-play.ts';
import { Scene } from './outcomes/scene.ts';
import { StripePlay } from './outcomes/stripe-play.ts';

const { values } = parseArgs({
  options: {
    provider: { type: 'string', multiple: true, default: ['stripe', 'gocardless', 'adyen'] },
    way: { type: 'string', multiple: true },
  },
});
const report = new Report();
const stripe = await startStripe();
const gocardless = await startProvider('gocardless');
const adyen = await startProvider('adyen');
const service = await startStandalone({
  env: {
    STRIPE_API_URL: stripe.url,
    GOCARDLESS_SANDBOX_API_URL: gocardless.url,
    ADYEN_API_URL: adyen.url,
    SWEEP_SECONDS: '1',
  },
});
try {
  const plays = [new StripePlay(stripe), new GoCardlessPlay(gocardless), new AdyenPlay(adyen)];
  for (const play of plays.filter(({ name }) => values.provider.includes(name))) {
    const scene = await Scene.open(service, play.name);
    try {
      await play.connect(scene);
      await playCredits(report, scene, play, laterOf(play));
      for (const way of play.ways.filter((one) => values.way?.includes(one) ?? true))
        await playWay(report, scene, play, way);
      await playLater(report, scene, play, laterOf(play));
      await playPages(report, scene, play);
      if (!(play instanceof StripePlay)) continue;
      await playDoubleSuccess(report, scene, play);
      await playKill(report, scene, play, service);
    } finally {
      scene.close();
    }
  }
} catch (error) {
  report.error(error);
} finally {
  await service.stop();
  for (const double of [stripe, gocardless, adyen]) await double.stop();
}
report.finish();
