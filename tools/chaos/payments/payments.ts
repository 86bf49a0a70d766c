// A service takes payments from a strict double of Stripe, and is killed while it charges (`story.ts`).
//   --shapes no       without Stripe's own mock, which checks the shape of every request and needs Go
//   --month-end N     instead, so many invoices are charged at a provider that allows few calls (`month-end.ts`):
//   --rate N          so many a second
import { readFileSync } from 'node:fs';
import { startStripe } from '@tollgate/stripe/double';
import { startMirror } from '@tollgate/stripe/mock';
import { act } from '../act.ts';
import { playMonthEnd } from './month-end.ts';
import { playPayments } from './story.ts';

export const payments = act({
  name: 'payments',
  options: { invoices: '200', kills: '8', shapes: 'yes', 'month-end': '0', rate: '100' },
  quick: { invoices: '20', kills: '1', shapes: 'no' },
  async play(stage, { invoices, kills, shapes, ...monthEnd }) {
    const { report } = stage;
    const stripe = await stage.double(startStripe());
    const mirror = shapes === 'yes' ? await startMirror(stripe.url) : null;
    stage.atEnd(() => mirror?.stop());
    const service = await stage.service({ STRIPE_API_URL: mirror?.url ?? stripe.url, SWEEP_SECONDS: '1' });
    const play = {
      service,
      payments: service,
      stripe,
      invoices: Number(invoices),
      kills: Number(kills),
      databaseUrl: () => service.databaseUrl,
      readLog: () => readFileSync(service.log, 'utf8'),
    };
    const [most, rate] = [Number(monthEnd['month-end']), Number(monthEnd.rate)];
    if (most > 0)
      await report.attempt(`${most} invoices are paid once, at ${rate} calls a second`, () =>
        playMonthEnd(play, { invoices: most, rate }),
      );
    else await playPayments(report, play);
    if (mirror)
      report.check(`requests of ${mirror.kinds.size} kinds have the shape of Stripe's document`, mirror.refusals);
  },
});
