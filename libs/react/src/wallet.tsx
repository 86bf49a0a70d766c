import { useState } from 'react';
import { Failure, looks, Shown } from './frame.js';
import { useTopUp, useWallets } from './hooks.js';
import { moneyText, unitsText } from './money.js';
import { useTollgate } from './provider.js';
import { filled } from './texts.js';
import type { Wallet as Shape } from './types.js';

/** The prepaid credits of the customer after usage that is not billed yet, with a purchase of more. */
export function Wallet() {
  const { texts } = useTollgate();
  const answer = useWallets();
  return (
    <Shown of={answer}>
      {({ wallets }) =>
        wallets.length === 0 ? (
          <p>{texts.noWallet}</p>
        ) : (
          <div className="tollgate-wallets">
            {wallets.map((wallet) => (
              <One key={wallet.svc_id} wallet={wallet} onBought={answer.reload} />
            ))}
          </div>
        )
      }
    </Shown>
  );
}

function One({ wallet, onBought }: { wallet: Shape; onBought(): void }) {
  const { locale, texts } = useTollgate();
  const [credits, setCredits] = useState('');
  const topUp = useTopUp();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void topUp.run({ walletId: wallet.svc_id, credits }).then(
          () => {
            setCredits('');
            onBought();
          },
          () => undefined,
        );
      }}
    >
      <p>
        {wallet.name ?? texts.balance}:{' '}
        <strong>{filled(texts.credits, { units: unitsText(wallet.credits_ongoing_balance, locale) })}</strong> (
        {moneyText(wallet.ongoing_balance_cents, wallet.currency, locale)})
      </p>
      <label>
        {texts.howMany}{' '}
        <input
          inputMode="decimal"
          required
          pattern="[0-9]+([.][0-9]+)?"
          value={credits}
          onChange={({ currentTarget: { value } }) => setCredits(value)}
        />
      </label>{' '}
      <button type="submit" style={looks.button} disabled={topUp.isRunning}>
        {texts.buy}
      </button>
      {topUp.error ? <Failure>{texts.refused}</Failure> : null}
    </form>
  );
}
