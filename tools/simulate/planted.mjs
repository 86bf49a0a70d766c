// node tools/simulate/planted.mjs
// Are the lives worth anything? Plants one small mistake after the other in the billing mathematics of a service and
// asks that each is noticed within 50 lives; words choose those that contain them. Closes with "N passed, N failed".
import { fileURLToPath, pathToFileURL } from 'node:url';
import { say } from '../cluster/process.mjs';
import { startStandalone } from '../standalone.mjs';
import { switches } from './dimensions.mjs';
import { firstOf, playLives } from './lives.mjs';

/** What is planted: a library's compiled file, a place in it, and what is read there. */
const mistakes = [
  // Periods and days.
  ['a month is a day longer', 'rating/dist/periods/billing-cycle.js', 'anchor.day), -1)', 'anchor.day), 0)'],
  [
    'prices of a day from a period that is a day short',
    'rating/dist/periods/billing-cycle.js',
    'periodEnd(start, cycle)) + 1',
    'periodEnd(start, cycle))',
  ],
  [
    'each period has thirty days',
    'rating/dist/fees/subscription-fee.js',
    'return periodDays(localPlainDate(subscriptionFrom, timezone), cycle);',
    'return 30;',
  ],
  [
    'the hours of summer time count',
    'rating/dist/periods/local-time.js',
    'Math.ceil((end - from - offsets) / DAY)',
    'Math.ceil((end - from) / DAY)',
  ],
  [
    'the day of an upgrade is billed twice',
    'rating/dist/fees/subscription-fee.js',
    'started - 1 : started',
    'started : started',
  ],
  [
    'unused days of a period that is a day short',
    'rating/dist/credit-notes/proration-credit.js',
    'days: daysFrom(start, end) + 1',
    'days: daysFrom(start, end)',
  ],
  ['a trial is a day longer', 'rating/dist/fees/trial.js', 'trial.days.times(DAY)', 'trial.days.plus(1).times(DAY)'],
  [
    'the last day of a prorated fixed charge is free',
    'rating/dist/fixed-charges/units.js',
    'localDay(to, timezone) + 1',
    'localDay(to, timezone)',
  ],
  [
    'a move to another time zone leaves a hole',
    'rating/dist/periods/boundaries.js',
    'billedBefore ? afterTimezoneChange(regularFrom, billedBefore) : regularFrom',
    'regularFrom',
  ],
  [
    'a commitment is that of a whole period',
    'rating/dist/fees/commitment.js',
    'times(days).div(total)',
    'times(total).div(total)',
  ],
  // Events at the ends of periods.
  [
    'an event in the last second of a period is never counted',
    'ingestion/dist/usage-queries/parts-sql.js',
    'at(usage.to + 1)',
    'at(usage.to - 999)',
  ],
  [
    'an event at the beginning of a period is counted twice',
    'ingestion/dist/usage-queries/parts-sql.js',
    'event.timestamp < ${at(usage.to + 1)}',
    'event.timestamp <= ${at(usage.to + 1)}',
  ],
  // Prices.
  [
    'a started package is free',
    'rating/dist/charge-models/package.js',
    'paid.div(size).ceil()',
    'paid.div(size).floor()',
  ],
  ['a graduated range is a unit short', 'rating/dist/charge-models/graduated.js', 'shared ? ZERO : ONE', 'ZERO'],
  [
    'a bound of a volume belongs to the next range',
    'rating/dist/charge-models/volume.js',
    'units.lte(to)',
    'units.lt(to)',
  ],
  // Rounding and taxes.
  [
    'halves of a cent are rounded down',
    'rating/dist/decimal.js',
    'cents.toFixed(0, Decimal.ROUND_HALF_UP)',
    'cents.toFixed(0, Decimal.ROUND_HALF_DOWN)',
  ],
  [
    'fees are taxed before their coupons',
    'rating/dist/taxes.js',
    'return centsDecimal(fee.amountCents).minus(fee.preciseCouponsAmountCents);',
    'return centsDecimal(fee.amountCents);',
  ],
  [
    'taxes of an invoice are the sum of rounded ones',
    'rating/dist/taxes.js',
    'roundToCents(sumOf(unrounded))',
    'unrounded.reduce((sum, one) => sum + roundToCents(one), 0n)',
  ],
  // Credits.
  [
    'sold credits are used before granted ones',
    'rating/dist/wallets/funding.js',
    "Number(a.kind === 'purchased') - Number(b.kind === 'purchased')",
    "Number(b.kind === 'purchased') - Number(a.kind === 'purchased')",
  ],
  [
    'cents that the rounding of taxes leaves are paid by no wallet',
    'rating/dist/wallets/allocation.js',
    'missing.lte(0)',
    'missing.gt(-1)',
  ],
  [
    'the last credit note keeps what the others have rounded',
    'rating/dist/credit-notes/amounts.js',
    'KEPT).minus(earlierTaxRounding)',
    'KEPT)',
  ],
];

const loader = pathToFileURL(fileURLToPath(new URL('planted-loader.mjs', import.meta.url))).href;

async function isNoticed([what, file, from, to]) {
  const service = await startStandalone({
    env: { NODE_OPTIONS: `--import=${loader}`, PLANTED: JSON.stringify({ file, from, to }) },
  });
  try {
    const { passed, failed, failures } = await playLives(service, {
      seed: 'planted',
      total: 50,
      jobs: 4,
      has: switches(),
      enough: 1,
    });
    say(
      failed > 0
        ? `noticed after ${passed + failed} lives: ${what} (${firstOf(failures[0].result)})`
        : `NOT noticed in ${passed} lives: ${what}`,
    );
    return failed > 0;
  } finally {
    await service.stop();
  }
}

const words = process.argv.slice(2);
const chosen = mistakes.filter(([what]) => words.length === 0 || words.some((word) => what.includes(word)));
let noticed = 0;
for (const mistake of chosen) noticed += (await isNoticed(mistake)) ? 1 : 0;
console.log(`${noticed} passed, ${chosen.length - noticed} failed`);
process.exit(noticed === chosen.length ? 0 : 1);
