// Prepaid credits of random lives: wallets, their top-ups and voids, and recurring top-up rules.
import type { CustomerRequest, Interval, RuleRequest, WalletLimits } from './requests.ts';
import type { Life, LifeWallet } from './life-state.ts';

const day = 86_400_000;
const iso = (instant: number) => new Date(Math.floor(instant / 1000) * 1000).toISOString();
const rates = ['1', '1', '1', '0.5', '2', '0.01', '1.37', '0.001', '33.33333'];
const ruleIntervals: Interval[] = ['weekly', 'monthly', 'monthly', 'quarterly', 'semiannual', 'yearly'];
const feeTypes = ['charge', 'subscription', 'commitment', 'fixed_charge'];

/** An amount of credits worth between a cent and a few hundred units of the currency. */
function credits({ money, currency }: Life, rate: string, most = 400): string {
  const worth = money.int(1, currency === 'JPY' ? most * 100 : most);
  const amount = worth / Number(rate);
  return money.chance(0.5)
    ? String(Math.ceil(amount))
    : (amount * money.next() + 0.02 / Number(rate)).toFixed(money.int(0, 7));
}

/** The fees that a wallet may pay, usually all. */
function limits({ money, metrics }: Life): WalletLimits {
  const shape = money.int(0, 9);
  return {
    fee_types: shape < 3 ? money.some(feeTypes, 0.4) : [],
    billable_metric_codes: shape > 1 && shape < 5 ? money.some(metrics, 0.5).map(({ code }) => code) : [],
  };
}

function rule(life: Life, rate: string): RuleRequest {
  const { money, now } = life;
  return {
    trigger: 'interval',
    interval: money.pick(ruleIntervals),
    ...(money.chance(0.8) ? { granted_credits: credits(life, rate, 60) } : {}),
    ...(money.chance(0.3) ? { paid_credits: credits(life, rate, 60) } : {}),
    ...(money.chance(0.4) ? { started_at: iso(now + money.int(-60, 40) * day + money.int(0, 86_399) * 1000) } : {}),
    ...(money.chance(0.2) ? { expiration_at: iso(now + money.int(5, 150) * day) } : {}),
  };
}

export function openWallet(life: Life, customer: CustomerRequest): void {
  const { money } = life;
  const code = `w${life.wallets.length + 1}`;
  const rate = money.pick(rates);
  const wallet = { code, rate };
  life.wallets.push(wallet);
  life.do(
    'POST /wallets',
    {
      wallet: {
        external_customer_id: customer.external_id,
        name: 'Wallet',
        code,
        rate_amount: rate,
        currency: life.currency,
        ...(money.chance(0.6) ? { priority: money.int(1, 4) } : {}),
        ...(money.chance(0.75) ? { granted_credits: credits(life, rate) } : {}),
        ...(money.chance(0.5) ? { paid_credits: credits(life, rate) } : {}),
        ...(money.chance(0.3) ? { transaction_priority: money.int(1, 3) } : {}),
        ...(money.chance(0.25)
          ? { expiration_at: iso(life.now + money.int(2, 120) * day + money.int(0, 86_399) * 1000) }
          : {}),
        ...(money.chance(0.15) ? { invoice_requires_successful_payment: true } : {}),
        ...(money.chance(0.1) ? { paid_top_up_min_amount_cents: money.int(1, 3000) } : {}),
        ...(money.chance(0.1) ? { paid_top_up_max_amount_cents: money.int(3000, 30000) } : {}),
        applies_to: limits(life),
        ...(money.chance(0.35) ? { recurring_transaction_rules: [rule(life, rate)] } : {}),
      },
    },
    { save: { [code]: 'wallet.svc_id' } },
  );
}

function changeWallet(life: Life, { code, rate }: LifeWallet): void {
  const { money } = life;
  life.do(`PUT /wallets/{{${code}}}`, {
    wallet: {
      ...(money.chance(0.5) ? { priority: money.int(1, 4) } : {}),
      ...(money.chance(0.3)
        ? { expiration_at: money.chance(0.3) ? null : iso(life.now + money.int(1, 60) * day) }
        : {}),
      applies_to: limits(life),
      ...(money.chance(0.4) ? { recurring_transaction_rules: money.chance(0.8) ? [rule(life, rate)] : [] } : {}),
    },
  });
}

function moveCredits(life: Life, { code, rate }: LifeWallet): void {
  const { money } = life;
  const voids = money.chance(0.3);
  life.do('POST /wallet_transactions', {
    wallet_transaction: {
      wallet_id: `{{${code}}}`,
      ...(voids ? { voided_credits: credits(life, rate, 60) } : {}),
      ...(!voids && money.chance(0.7) ? { granted_credits: credits(life, rate) } : {}),
      ...(!voids && money.chance(0.5) ? { paid_credits: credits(life, rate) } : {}),
      ...(money.chance(0.4) ? { priority: money.int(1, 3) } : {}),
    },
  });
}

/** Changes wallets between two steps of the clock. */
export function actOnWallets(life: Life): void {
  const { money, wallets } = life;
  const action = money.int(0, 9);
  if (wallets.length === 0 || (action === 0 && wallets.length < 5)) openWallet(life, money.pick(life.customers));
  else if (action < 5) moveCredits(life, money.pick(wallets));
  else if (action < 7) changeWallet(life, money.pick(wallets));
  else if (action === 7 && money.chance(0.4)) life.do(`DELETE /wallets/{{${money.pick(wallets).code}}}`);
}
