// npm run test:payments [-- --invoices 40 --kills 2 --shapes --month-end 10000 --rate 100]
// A standalone service takes payments from a strict double of Stripe, and is killed while it charges (`story.ts`).
// `--month-end`: instead, so many invoices are charged at a provider that allows so many calls a second (`month-end.ts`).
// `--shapes`: Stripe's own mock, which needs Go, checks the shape of every request. Closes with `N passed, N failed`.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Report } from '@tollgate/harness/report';
import { startStandalone } from '@tollgate/harness/standalone';
import { startStripe } from '@tollgate/stripe/double';
import { startMirror } from '@tollgate/stripe/mock';
import { playMonthEnd } from './month-end.ts';
import { playPayments } from './story.ts';

const { values } = parseArgs({
  options: {
    invoices: { type: 'string', default: '40' },
    kills: { type: 'string', default: '2' },
    shapes: { type: 'boolean', default: false },
    'month-end': { type: 'string' },
    rate: { type: 'string', default: '100' },
  },
});
const report = new Report();
const stripe = await startStripe();
const mirror = values.shapes ? await startMirror(stripe.url) : null;
const service = await startStandalone({ env: { STRIPE_API_URL: mirror?.url ?? stripe.url, SWEEP_SECONDS: '1' } });
try {
  const play = {
    service,
    payments: service,
    stripe,
    invoices: Number(values.invoices),
    kills: Number(values.kills),
    databaseUrl: () => service.databaseUrl,
    readLog: () => readFileSync(service.log, 'utf8'),
  };
  const monthEnd = values['month-end'] && { invoices: Number(values['month-end']), rate: Number(values.rate) };
  if (monthEnd)
    await report.attempt(`${monthEnd.invoices} invoices are paid once, at ${monthEnd.rate} calls a second`, () =>
      playMonthEnd(play, monthEnd),
    );
  else await playPayments(report, play);
  if (mirror)
    report.check(`requests of ${mirror.kinds.size} kinds have the shape of Stripe's document`, mirror.refusals);
} catch (error) {
  report.error(error);
} finally {
  await service.stop();
  await mirror?.stop();
  await stripe.stop();
}
report.finish();
