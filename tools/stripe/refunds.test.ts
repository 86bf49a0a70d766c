import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Stripe } from 'stripe';
import { charge, customerWith, failureOf, startBench, type TestBench } from './fixture.ts';

let bench: TestBench;
before(async () => (bench = await startBench()));
after(() => bench.stop());

describe('refunds', () => {
  it('are partial, whole, and never more than the charge', async () => {
    const { stripe } = bench;
    const intent = await stripe.paymentIntents.create(charge(await customerWith(bench, 'pm_card_visa')));
    const first = await stripe.refunds.create({
      payment_intent: intent.id,
      amount: 300,
      reason: 'duplicate',
      metadata: { note: '1' },
    });
    assert.deepEqual([first.status, first.amount, first.reason], ['succeeded', 300, 'duplicate']);
    const tooMuch = await failureOf(
      stripe.refunds.create({ payment_intent: intent.id, amount: 800 }),
      Stripe.errors.StripeInvalidRequestError,
    );
    assert.match(tooMuch.message, /€8\.00.*€7\.00/);
    assert.equal((await stripe.refunds.create({ charge: intent.latest_charge as string })).amount, 700);
    const again = await failureOf(
      stripe.refunds.create({ payment_intent: intent.id }),
      Stripe.errors.StripeInvalidRequestError,
    );
    assert.equal(again.code, 'charge_already_refunded');
    const paid = await stripe.charges.retrieve(intent.latest_charge as string, { expand: ['refunds'] });
    assert.deepEqual([paid.refunded, paid.amount_refunded, paid.refunds?.data.length], [true, 1000, 2]);
    assert.equal((await stripe.refunds.list({ payment_intent: intent.id })).data.length, 2);
    assert.equal((await stripe.refunds.update(first.id, { metadata: { note: '2' } })).metadata?.note, '2');
    await failureOf(stripe.refunds.cancel(first.id), Stripe.errors.StripeInvalidRequestError);
    await failureOf(stripe.refunds.create({}), Stripe.errors.StripeInvalidRequestError);
  });

  it('can be pending, or fail later', async () => {
    const { stripe, control } = bench;
    const pending = await stripe.paymentIntents.create(charge(await customerWith(bench, 'pm_card_pendingRefund')));
    const first = await stripe.refunds.create({ payment_intent: pending.id });
    assert.equal(first.status, 'pending');
    const failing = await stripe.paymentIntents.create(charge(await customerWith(bench, 'pm_card_refundFail')));
    const second = await stripe.refunds.create({ payment_intent: failing.id });
    assert.equal(second.status, 'succeeded');
    await control.advance(200);
    assert.equal((await stripe.refunds.retrieve(first.id)).status, 'succeeded');
    const failed = await stripe.refunds.retrieve(second.id);
    assert.deepEqual([failed.status, failed.failure_reason], ['failed', 'expired_or_canceled_card']);
    assert.equal((await stripe.charges.retrieve(failing.latest_charge as string)).amount_refunded, 0);
  });
});

describe('disputes', () => {
  it('are opened by cards and by the control interface, and decided', async () => {
    const { stripe, control } = bench;
    const intent = await stripe.paymentIntents.create(charge(await customerWith(bench, 'pm_card_createDispute')));
    const [dispute] = (await stripe.disputes.list({ payment_intent: intent.id })).data;
    assert.deepEqual([dispute?.reason, dispute?.status, dispute?.amount], ['fraudulent', 'needs_response', 1000]);
    const refused = await failureOf(
      stripe.refunds.create({ payment_intent: intent.id }),
      Stripe.errors.StripeInvalidRequestError,
    );
    assert.equal(refused.code, 'charge_disputed');
    const won = await stripe.disputes.update(dispute?.id ?? '', {
      evidence: { uncategorized_text: 'winning_evidence' },
      submit: true,
    });
    assert.equal(won.status, 'won');
    const other = await stripe.paymentIntents.create(charge(await customerWith(bench, 'pm_card_visa')));
    const id = await control.dispute(other.latest_charge as string, { reason: 'duplicate' });
    await control.closeDispute(id, 'lost');
    assert.equal((await stripe.disputes.retrieve(id)).status, 'lost');
    await assert.rejects(control.closeDispute(id, 'won'), /already closed/);
    const third = await stripe.paymentIntents.create(charge(await customerWith(bench, 'pm_card_visa')));
    const accepted = await control.dispute(third.latest_charge as string);
    assert.equal((await stripe.disputes.close(accepted)).status, 'lost');
    const { totals } = await control.ledger();
    assert.equal(totals.eur?.disputed, 2000);
  });
});

describe('account and balance', () => {
  it('are those of the key', async () => {
    const { stripe, double, control } = bench;
    assert.equal((await stripe.accounts.retrieveCurrent()).id, double.account);
    const paying = await customerWith(bench, 'pm_card_visa');
    const held = await stripe.paymentIntents.create(charge(paying, { capture_method: 'manual' }));
    const released = await stripe.paymentIntents.create(charge(paying, { capture_method: 'manual' }));
    await stripe.paymentIntents.capture(held.id, { amount_to_capture: 600 });
    await stripe.paymentIntents.cancel(released.id);
    const { totals } = await control.ledger();
    const balance = await stripe.balance.retrieve();
    const sum = [...balance.available, ...balance.pending]
      .filter(({ currency }) => currency === 'eur')
      .reduce((all, { amount }) => all + amount, 0);
    assert.equal(sum, totals.eur?.net);
    const entries = await stripe.balanceTransactions.list({ type: 'refund' });
    assert.equal((await stripe.balanceTransactions.retrieve(entries.data[0]?.id ?? '')).type, 'refund');
  });
});

describe('units of currencies', () => {
  const refusal = (made: Promise<unknown>) => failureOf(made, Stripe.errors.StripeInvalidRequestError);

  it('are whole in tens for KWD and in hundreds for ISK, for charges and refunds', async () => {
    const { stripe } = bench;
    const customer = await customerWith(bench, 'pm_card_visa');
    const of = (currency: string, amount: number) => ({ ...charge(customer), currency, amount });
    for (const [currency, right, wrong] of [
      ['kwd', 12_340, 12_345],
      ['isk', 12_300, 12_350],
      ['ugx', 900_000, 900_001],
    ] as const) {
      assert.equal(
        (await refusal(stripe.paymentIntents.create(of(currency, wrong)))).code,
        'parameter_invalid_integer',
      );
      const made = await stripe.paymentIntents.create(of(currency, right));
      const part = { payment_intent: made.id, amount: wrong - right + 1 };
      assert.equal((await refusal(stripe.refunds.create(part))).code, 'parameter_invalid_integer');
    }
    assert.match((await refusal(stripe.paymentIntents.create(of('bgn', 1000)))).message, /Invalid currency: bgn/);
  });
});
