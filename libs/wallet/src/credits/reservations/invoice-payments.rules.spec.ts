import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { CreditReservation, PayableFees } from '@tollgate/contracts';
import type { Funding } from '@tollgate/rating';
import { walletRow } from '../../model/wallets/rows.fixture.js';
import type { WalletRow } from '../../model/wallets/wallets.repository.js';
import { fundedCents, holdingAfter, paymentsFor, type Holding } from './invoice-payments.rules.js';

const fee = (amount_cents: number, changes: Partial<PayableFees> = {}): PayableFees => ({
  fee_type: 'subscription',
  billable_metric_id: null,
  target_wallet_code: null,
  amount_cents,
  precise_coupons_amount_cents: '0',
  taxes_precise_amount_cents: '0',
  precise_credit_notes_amount_cents: '0',
  ...changes,
});
const usage = (metric: string, amount_cents: number, changes: Partial<PayableFees> = {}) =>
  fee(amount_cents, { fee_type: 'charge', billable_metric_id: metric, ...changes });

type Invoice = Pick<CreditReservation, 'currency' | 'total_cents' | 'fees'>;
const invoice = (fees: PayableFees[], total_cents?: number): Invoice => ({
  currency: 'EUR',
  total_cents: total_cents ?? fees.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
  fees,
});

const funding = (id: string, remainingCents: bigint, changes: Partial<Funding> = {}): Funding => ({
  id,
  remainingCents,
  priority: 50,
  kind: 'purchased',
  createdAt: 0,
  ...changes,
});

/** A wallet with a balance that one purchase funds. */
const holding = (id: string, balance: bigint, changes: Partial<WalletRow> = {}): Holding => ({
  wallet: walletRow({ id, code: id, balance_cents: balance, ...changes }),
  fundings: [funding(`${id}-purchase`, balance)],
});

const paid = (holdings: Holding[], one: Invoice) =>
  paymentsFor(holdings, one).map(({ held, credits }) => [held.wallet.id, credits.amountCents]);

describe('the payments of wallets for an invoice (wallets, section 5.1)', () => {
  it('use wallets in their order: 30.00 and 30.00 of an invoice of 60.00', () => {
    expect(paid([holding('a', 3000n), holding('b', 5000n)], invoice([fee(6000)]))).toEqual([
      ['a', 3000n],
      ['b', 3000n],
    ]);
  });

  it('leave the rest of the invoice when credits end, and the rest of the wallet when the invoice ends', () => {
    expect(paid([holding('a', 1000n)], invoice([fee(6000)]))).toEqual([['a', 1000n]]);
    expect(paid([holding('a', 9000n), holding('b', 100n)], invoice([fee(6000)]))).toEqual([['a', 6000n]]);
  });

  it('come only from wallets in the currency of the invoice that hold credits', () => {
    const wallets = [holding('dollars', 5000n, { currency: 'USD' }), holding('empty', 0n), holding('euros', 5000n)];
    expect(paid(wallets, invoice([fee(1000)]))).toEqual([['euros', 1000n]]);
    expect(paid(wallets.slice(0, 2), invoice([fee(1000)]))).toEqual([]);
  });

  it('cover the fees of either list of a wallet: 15.00 of 18.00', () => {
    const limited = holding('a', 9000n, { fee_types: ['subscription'], billable_metric_ids: ['m1'] });
    expect(paid([limited], invoice([fee(1000), usage('m1', 500), usage('m2', 300)]))).toEqual([['a', 1500n]]);
  });

  it('cover usage that names a wallet from that wallet alone, and from none when there is no such code', () => {
    const wallets = [holding('a', 9000n), holding('b', 9000n)];
    expect(paid(wallets, invoice([usage('m', 700, { target_wallet_code: 'b' })]))).toEqual([['b', 700n]]);
    expect(paid(wallets, invoice([usage('m', 700, { target_wallet_code: 'c' })]))).toEqual([]);
  });

  it('include taxes: 17.72 for a fee of 14.29 with 24 %', () => {
    const limited = holding('a', 9000n, { billable_metric_ids: ['m'] });
    expect(paid([limited], invoice([usage('m', 1429, { taxes_precise_amount_cents: '342.96' })], 1772))).toEqual([
      ['a', 1772n],
    ]);
  });

  it('do not exceed the total of the invoice: 11 of eight fees of 1.4 cents with 40 %', () => {
    const fees = Array.from({ length: 8 }, (_, i) => usage(`m${i}`, 1, { taxes_precise_amount_cents: '0.56' }));
    expect(paid([holding('a', 9000n)], invoice(fees, 11))).toEqual([['a', 11n]]);
  });

  it('pay after coupons and credit notes', () => {
    const reduced = fee(1000, { precise_coupons_amount_cents: '300', precise_credit_notes_amount_cents: '200' });
    expect(paid([holding('a', 9000n)], invoice([reduced], 500))).toEqual([['a', 500n]]);
  });

  it("take credits at the wallet's rate (wallets, section 1)", () => {
    const [payment] = paymentsFor([holding('a', 9000n, { rate_amount: '3' })], invoice([fee(200)]));
    expect(payment?.credits.creditAmount.toFixed()).toBe('0.66667');
  });
});

describe('the fundings of a payment (wallets, section 4)', () => {
  const worked: Holding = {
    wallet: walletRow({ balance_cents: 10_000n }),
    fundings: [
      funding('D', 3000n, { priority: 2, createdAt: 4 }),
      funding('C', 2500n, { priority: 2, createdAt: 3, kind: 'granted' }),
      funding('B', 2500n, { priority: 2, createdAt: 2, kind: 'granted' }),
      funding('A', 2000n, { priority: 1, createdAt: 1 }),
    ],
  };

  it('follow priority and age: A 20, B 25, C 25 and D 10 for 80', () => {
    const [payment] = paymentsFor([worked], invoice([fee(8000)]));
    expect(payment?.shares.map(({ id, amountCents }) => [id, amountCents])).toEqual([
      ['A', 2000n],
      ['B', 2500n],
      ['C', 2500n],
      ['D', 1000n],
    ]);
  });

  it('divide an invoice into granted and purchased credits, over all of its wallets', () => {
    const payments = paymentsFor([worked, holding('b', 500n)], invoice([fee(10_500)]));
    expect([fundedCents(payments, 'granted'), fundedCents(payments, 'purchased')]).toEqual([5000n, 5500n]);
    expect(fundedCents([], 'granted')).toBe(0n);
  });

  it('must cover the balance', () => {
    const broken = { ...worked, fundings: [funding('A', 10n)] };
    expect(() => paymentsFor([broken], invoice([fee(8000)]))).toThrow('holds less than its balance');
  });
});

describe('several invoices of one customer', () => {
  it('take from what the earlier ones left', () => {
    const [payment] = paymentsFor([holding('a', 1000n)], invoice([fee(700)]));
    const left = payment && holdingAfter(payment);
    expect(left).toMatchObject({ wallet: { balance_cents: 300n }, fundings: [{ remainingCents: 300n }] });
    expect(paid(left ? [left] : [], invoice([fee(700)]))).toEqual([['a', 300n]]);
  });

  const invoices = fc.array(fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 4 }), { maxLength: 12 });
  const balances = fc.array(fc.bigInt({ min: 0n, max: 2_000n }), { maxLength: 4 });

  it('never take more than a wallet holds or an invoice owes, and use up credits before they leave a rest', () => {
    fc.assert(
      fc.property(balances, invoices, (amounts, series) => {
        const total = amounts.reduce((sum, amount) => sum + amount, 0n);
        let holdings = amounts.map((amount, index) => holding(`w${index}`, amount));
        let owedCents = 0n;
        let taken = 0n;
        for (const fees of series) {
          const one = invoice(fees.map((cents, index) => usage(`m${index}`, cents)));
          const payments = paymentsFor(holdings, one);
          const sum = payments.reduce((cents, { credits }) => cents + credits.amountCents, 0n);
          expect(sum).toBe(fundedCents(payments, 'granted') + fundedCents(payments, 'purchased'));
          expect(sum).toBeLessThanOrEqual(BigInt(one.total_cents));
          taken += sum;
          owedCents += BigInt(one.total_cents);
          holdings = holdings.map((held) => {
            const payment = payments.find((each) => each.held === held);
            return payment ? holdingAfter(payment) : held;
          });
          for (const { wallet, fundings } of holdings) {
            expect(wallet.balance_cents).toBeGreaterThanOrEqual(0n);
            expect(fundings.reduce((cents, each) => cents + each.remainingCents, 0n)).toBe(wallet.balance_cents);
          }
        }
        expect(taken).toBe(owedCents < total ? owedCents : total);
      }),
    );
  });
});
