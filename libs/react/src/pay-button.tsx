import { Failure, looks, Shown } from './frame.js';
import { useBalance, usePay } from './hooks.js';
import { moneyText } from './money.js';
import { useTollgate } from './provider.js';
import { filled } from './texts.js';
import type { DueAmount } from './types.js';

interface Props {
  /** A stored method of the customer; absent: the payer chooses on the page of the provider. */
  methodId?: string;
  /** Opens the page of the provider; by default in this tab. */
  onPage?: (url: string) => void;
}

/** Pays what is overdue, in the currency of which the most is. Nothing is shown while nothing is overdue. */
export function PayButton({ methodId, onPage = (url) => window.location.assign(url) }: Props) {
  const { texts } = useTollgate();
  const balance = useBalance();
  return (
    <Shown of={balance}>
      {({ overdue_balance: { open, overdue } }) => {
        if (open.length === 0) return <p>{texts.everythingPaid}</p>;
        const [first, ...others] = overdue;
        // Overdue invoices of several currencies are not paid together.
        if (!first || others.length > 0) return null;
        return <Button amount={first} {...(methodId ? { methodId } : {})} onPage={onPage} onPaid={balance.reload} />;
      }}
    </Shown>
  );
}

interface ButtonProps {
  amount: DueAmount;
  methodId?: string;
  onPage(url: string): void;
  onPaid(): void;
}

function Button({ amount, methodId, onPage, onPaid }: ButtonProps) {
  const { locale, texts } = useTollgate();
  const pay = usePay();
  const start = async () => {
    const { payment } = await pay.run({ amountCents: amount.amount_cents, ...(methodId ? { methodId } : {}) });
    if (payment.url === null) onPaid();
    else onPage(payment.url);
  };
  return (
    <>
      <button
        type="button"
        style={looks.button}
        disabled={pay.isRunning}
        onClick={() => void start().catch(() => undefined)}
      >
        {filled(texts.pay, { amount: moneyText(amount.amount_cents, amount.currency, locale) })}
      </button>
      {pay.error ? <Failure>{texts.refused}</Failure> : null}
    </>
  );
}
