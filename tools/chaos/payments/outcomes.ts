// Payments whose success meets a changed invoice, and what providers report after a success. A service takes payments from
// strict doubles of Stripe, GoCardless and Adyen.
//   --provider NAMES, --way NAMES   some of them, separated by commas
import { startProvider } from '@tollgate/payment-providers/double';
import { startStripe } from '@tollgate/stripe/double';
import { act } from '../act.ts';
import { chosenFrom } from '../chosen.ts';
import { playCredits, playLater } from './outcomes/after-the-end.ts';
import { playDoubleSuccess, playKill, playPages } from './outcomes/interruptions.ts';
import { laterOf } from './outcomes/laters.ts';
import { playWay } from './outcomes/matrix.ts';
import { AdyenPlay, GoCardlessPlay } from './outcomes/provider-play.ts';
import { Scene, everyWay } from './outcomes/scene.ts';
import { StripePlay } from './outcomes/stripe-play.ts';

const everyProvider = ['stripe', 'gocardless', 'adyen'] as const;

export const outcomes = act({
  name: 'outcomes',
  options: { provider: everyProvider.join(','), way: everyWay.join(',') },
  async play(stage, { provider, way }) {
    const { report } = stage;
    const [names, ways] = [chosenFrom(provider, everyProvider), chosenFrom(way, everyWay)];
    const stripe = await stage.double(startStripe());
    const gocardless = await stage.double(startProvider('gocardless'));
    const adyen = await stage.double(startProvider('adyen'));
    const service = await stage.service({
      STRIPE_API_URL: stripe.url,
      GOCARDLESS_SANDBOX_API_URL: gocardless.url,
      ADYEN_API_URL: adyen.url,
      SWEEP_SECONDS: '1',
    });
    const plays = [new StripePlay(stripe), new GoCardlessPlay(gocardless), new AdyenPlay(adyen)];
    for (const play of plays.filter(({ name }) => names.includes(name)))
      await stage.part(async () => {
        const scene = await Scene.open(service, play.name);
        stage.atEnd(() => scene.close());
        await play.connect(scene);
        await playCredits(report, scene, play, laterOf(play));
        for (const one of play.ways.filter((each) => ways.includes(each))) await playWay(report, scene, play, one);
        await playLater(report, scene, play, laterOf(play));
        await playPages(report, scene, play);
        if (!(play instanceof StripePlay)) return;
        await playDoubleSuccess(report, scene, play);
        await playKill(report, scene, play, service);
      });
  },
});
