import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Decimal } from '@tollgate/rating';
import { walletRow } from '../../model/wallets/rows.fixture.js';
import { balancesAfter } from './uses.js';

const use = fc.record({
  wallet: fc.constantFrom('a', 'b', 'c'),
  amountCents: fc.bigInt({ min: 0n, max: 1_000n }),
  hundredThousandths: fc.integer({ min: 0, max: 5_000_000 }),
});
const invoices = fc.array(fc.array(use, { maxLength: 4 }), { maxLength: 8 });

describe("the wallets' balances after each use", () => {
  it('equal a running balance', () => {
    fc.assert(
      fc.property(invoices, (series) => {
        const left = new Map(['a', 'b', 'c'].map((id) => [id, { cents: 40_000n, credits: new Decimal(1_600) }]));
        const running = series.flat().map(({ wallet, amountCents, hundredThousandths }) => {
          const before = left.get(wallet) ?? { cents: 0n, credits: new Decimal(0) };
          const after = {
            cents: before.cents - amountCents,
            credits: before.credits.minus(new Decimal(hundredThousandths).div(100_000)),
          };
          left.set(wallet, after);
          return [wallet, after.cents, after.credits.toFixed()];
        });

        const walletAtEnd = (id: string) =>
          walletRow({
            id,
            balance_cents: left.get(id)?.cents ?? 0n,
            credits_balance: left.get(id)?.credits.toFixed() ?? '',
          });
        const uses = series.map((used, now) => ({
          now,
          used: used.map((each, index) => ({
            row: {
              id: `${now}-${index}`,
              amount_cents: each.amountCents,
              credit_amount: new Decimal(each.hundredThousandths).div(100_000).toFixed(),
            },
            wallet: walletAtEnd(each.wallet),
          })),
        }));
        const derived = balancesAfter(uses);

        expect(derived.map(({ wallet }) => [wallet.id, wallet.balance_cents, wallet.credits_balance])).toEqual(running);
        expect(derived.map(({ now }) => now)).toEqual(series.flatMap((used, now) => used.map(() => now)));
      }),
    );
  });
});
