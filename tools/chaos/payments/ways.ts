// The ways in which providers take payments, and the actions of their doubles.
import { waitFor } from '@tollgate/harness/process';
import type { ProviderControl } from '@tollgate/payment-providers/control-client';
import type { ProviderName } from '@tollgate/payment-providers/double';

/** The differences of providers, as far as the play needs them. */
export interface Ways {
  paymentsPath: string;
  hasPages: boolean;
  /** Whether a payment succeeds only with a later event. */
  paysLater: boolean;
  /** The payer agrees or pays on a page. */
  completePage(url: string): Promise<void>;
  /** Waits until the provider has payments that are under way. */
  awaitPayments(): Promise<void>;
  /** Everything that is under way ends well. */
  payOut(): Promise<void>;
  endRefunds(): Promise<void>;
  /** The next payment by a method is refused: at once, or by `refuse`. */
  refuseNext(method: string): Promise<void>;
  refuse(): Promise<void>;
  takeBackLast(): Promise<void>;
}

const patience = { timeoutMs: 240_000 };
const lastPart = (url: string): string => url.split('/').at(-1) ?? '';

/** Debits: they are under way until GoCardless pays them out. */
function waysOfGoCardless(control: ProviderControl): Ways {
  const underWay = async () =>
    (await control.ledger()).payments.filter(({ status }) => status === 'pending_submission').map(({ id }) => id);
  const awaitPayments = () => waitFor('a payment', async () => (await underWay()).length > 0, patience);
  return {
    paymentsPath: '/payments',
    hasPages: false,
    paysLater: true,
    awaitPayments,
    completePage: async (url) => void (await control.act('complete_flow', { flow: lastPart(url) })),
    payOut: async () => void (await control.act('pay_out')),
    async endRefunds() {
      for (const { id, status } of (await control.ledger()).refunds)
        if (status === 'created') await control.act('move_refund', { refund: id, status: 'paid' });
    },
    refuseNext: () => Promise.resolve(),
    async refuse() {
      await awaitPayments();
      const cause = { cause: 'insufficient_funds', description: 'There is not enough money in the account.' };
      for (const payment of await underWay()) {
        await control.act('move_payment', { payment, status: 'submitted' });
        await control.act('move_payment', { payment, status: 'failed', ...cause });
      }
    },
    async takeBackLast() {
      const last = (await control.ledger()).payments.at(-1)?.id ?? '';
      const cause = { cause: 'refund_requested', description: 'The customer requested a refund from their bank.' };
      await control.act('move_payment', { payment: last, status: 'charged_back', ...cause });
    },
  };
}

/** Cards: they answer at once. */
const waysOfAdyen = (control: ProviderControl): Ways => ({
  paymentsPath: '/v72/payments',
  hasPages: true,
  paysLater: false,
  completePage: async (url) => void (await control.act('complete_link', { link: lastPart(url) })),
  awaitPayments: () => Promise.resolve(),
  payOut: () => Promise.resolve(),
  endRefunds: async () => void (await control.act('end_refunds')),
  refuseNext: async (token) =>
    void (await control.act('refuse_payments', { token, code: '12', reason: 'Not enough balance' })),
  refuse: () => Promise.resolve(),
  async takeBackLast() {
    const last = (await control.ledger()).payments.at(-1)?.id ?? '';
    await control.act('dispute', { payment: last, status: 'Lost', reason: 'Fraudulent Processing' });
  },
});

export const waysOf = (name: ProviderName, control: ProviderControl): Ways =>
  name === 'gocardless' ? waysOfGoCardless(control) : waysOfAdyen(control);
