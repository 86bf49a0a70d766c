// The currencies that Stripe publishes (docs.stripe.com/currencies), and the amounts that each allows.
import { invalid } from './errors.ts';

/** The currencies in which Stripe takes payments. */
const currencies = new Set(
  `usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bif bmd bnd bob brl bsd bwp byn bzd cad cdf chf clp cny cop
  crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd hnl htg huf idr ils inr isk jmd jpy
  kes kgs khr kmf krw kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mur mvr mwk mxn myr mzn nad ngn nio nok
  npr nzd pab pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sek sgd shp sle sos srd std szl thb tjs top try
  ttd twd tzs uah ugx uyu uzs vnd vuv wst xaf xcd xcg xof xpf yer zar zmw bhd jod kwd omr tnd`.split(/\s+/),
);
/** The smallest charge of a currency, in its minor unit. */
const minimums: Record<string, number> = {
  usd: 50,
  aed: 200,
  aud: 50,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17500,
  inr: 50,
  jpy: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1000,
};
const zeroDecimal = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));
/** Stripe counts these in hundredths, but charges whole units alone. */
const wholeHundreds = new Set(['isk', 'ugx']);
const threeDecimal = new Set('bhd jod kwd omr tnd'.split(' '));
const maximum = 99_999_999;

/** An amount for people: `$12.34`, `¥50`. */
export const money = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(
    amount / (zeroDecimal.has(currency) ? 1 : threeDecimal.has(currency) ? 1000 : 100),
  );

/** @throws Failure unless it is one of Stripe's currencies in small letters */
export function checkCurrency(currency: string, param = 'currency'): void {
  if (currencies.has(currency)) return;
  const all = [...currencies].join(', ');
  throw invalid(`Invalid currency: ${currency}. Stripe currently supports these currencies: ${all}`, { param });
}

/** @throws Failure unless the amount consists of whole units of the currency, in a charge as in a refund */
export function checkUnits(amount: number, currency: string, param = 'amount'): void {
  const code = 'parameter_invalid_integer';
  if (amount < 1) throw invalid('This value must be greater than or equal to 1.', { code, param });
  if (threeDecimal.has(currency) && amount % 10 !== 0)
    throw invalid(`Invalid ${currency} amount: the last digit must be 0`, { code, param });
  if (wholeHundreds.has(currency) && amount % 100 !== 0) {
    const name = currency.toUpperCase();
    const reason = `Currency ${name} has become effectively zero-decimal`;
    throw invalid(`Invalid amount. ${reason} and amounts must be evenly divisible by 100.`, { code, param });
  }
}

/** @throws Failure if a charge of this amount, in the currency's minor unit, is not possible */
export function checkAmount(amount: number, currency: string, param = 'amount'): void {
  checkUnits(amount, currency, param);
  if (amount > maximum)
    throw invalid(`Amount must be no more than ${money(maximum, currency)}`, { code: 'amount_too_large', param });
  const minimum = minimums[currency];
  if (minimum !== undefined && amount < minimum)
    throw invalid(`Amount must be at least ${money(minimum, currency)} ${currency}`, {
      code: 'amount_too_small',
      param,
    });
}
