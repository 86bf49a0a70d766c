import { Decimal } from 'decimal.js';
import { z } from 'zod';
import { walletRoutes, walletTransactionRoutes } from '@tollgate/contracts';
import { inboundCredits } from '@tollgate/rating';
import { amountText, money } from '../answers/money.js';
import { NoAnswer } from '../calls/refusal.js';
import { planningTool } from './planning-tool.js';
import { named } from './tool.js';

const credits = (text: string) =>
  z
    .string()
    .regex(/^\d{1,15}(\.\d{1,5})?$/)
    .optional()
    .describe(text);

/** `plan_top_up`: credits for a wallet. */
export const planTopUp = planningTool({
  name: 'plan_top_up',
  title: 'Plan a top-up of a wallet',
  description: 'Plans to add credits to a wallet: paid ones, which the customer is billed for, or granted ones.',
  input: {
    wallet_id: named('Identifier of the wallet, as `who_is_over` and `find` give it'),
    paid_credits: credits('Credits to sell, such as `100.5`'),
    granted_credits: credits('Credits to give for free'),
  },
  calls: [walletRoutes.read],
  act: walletTransactionRoutes.create,
  plan: async ({ wallet_id: id, paid_credits: paid = '0', granted_credits: granted = '0' }, { calls }) => {
    const { wallet } = await calls.make(walletRoutes.read, { params: { svc_id: id } });
    if (new Decimal(paid).isZero() && new Decimal(granted).isZero())
      throw new NoAnswer('input_missing', 'Name paid or granted credits.');
    const { currency } = wallet;
    const centsOf = (amount: string) =>
      Number(inboundCredits(new Decimal(amount), new Decimal(wallet.rate_amount), currency).amountCents);
    const effect = {
      wallet_id: id,
      customer: wallet.external_customer_id,
      paid_credits: paid,
      billed: money(centsOf(paid), currency),
      granted_credits: granted,
      given: money(centsOf(granted), currency),
    };
    return {
      sentence:
        `The wallet gets ${paid} paid credits, billed at ${amountText(centsOf(paid), currency)} before taxes, and ` +
        `${granted} free credits worth ${amountText(centsOf(granted), currency)}.`,
      effect,
      body: { wallet_transaction: { wallet_id: id, paid_credits: paid, granted_credits: granted } },
    };
  },
});
