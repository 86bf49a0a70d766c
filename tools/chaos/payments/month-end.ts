// The end of a month at a provider that allows few calls a second: every invoice is paid, each by one charge.
import { equal } from '@tollgate/harness/expect';
import { say, waitFor } from '@tollgate/harness/process';
import { StripeControl } from '@tollgate/stripe/control-client';
import { price, sell, several, totalOf } from '../seller.ts';
import { addCustomer, connect, enterCard, paidOf, type PaymentsPlay } from './shop.ts';

const customers = 20;
const callers = 8;
/** Waiting calls are repeated: this is how many times longer than at best it may take. */
const patienceFactor = 10;

interface MonthEnd {
  invoices: number;
  /** The calls that the provider allows in a second. */
  rate: number;
}

/** Sells and charges while the provider refuses most calls by 429. @throws Error for an invoice that is not paid once */
export async function playMonthEnd({ service, stripe }: PaymentsPlay, { invoices, rate }: MonthEnd): Promise<void> {
  const control = new StripeControl(stripe.url);
  const api = await connect(service, stripe.key);
  const buyers = Array.from({ length: customers }, (_, number) => `month${number}`);
  for (const buyer of buyers) {
    await addCustomer(api, buyer);
    await enterCard(api, control, 'pm_card_visa', buyer);
  }
  await control.limitRate(rate);
  const begun = performance.now();
  const before = (await control.ledger()).charges.length;
  await several(invoices, callers, (number) => sell(api, buyers[number % customers] as string));
  say(`${invoices} invoices after ${seconds(begun)} s, ${await paidOf(api)} of them paid`);
  const timeoutMs = 60_000 + (patienceFactor * invoices * 1000) / rate;
  await waitFor('all payments', async () => (await paidOf(api)) === invoices, { timeoutMs, everyMs: 1000 });
  say(`all paid after ${seconds(begun)} s; at best ${Math.ceil(invoices / rate)} s`);
  await control.limitRate(null);
  const { charges } = await control.ledger();
  equal('the number of charges', charges.length - before, invoices);
  const sum = charges.slice(before).reduce((total, { amount }) => total + amount, 0);
  equal('their sum', sum, invoices * price);
  equal('failed payments', await totalOf(api, 'payments?payment_status=failed'), 0);
}

const seconds = (begun: number) => Math.round((performance.now() - begun) / 1000);
