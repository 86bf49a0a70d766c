import type { Stripe } from 'stripe';
import type { Refused } from '../ports/connections.js';
import type { BankAccount, InstructionsRequest } from '../ports/instructions.js';
import { orRefused } from './answers.js';
import { accountsOf, instructionsParams } from './instructions.rules.js';
import { balance, refusalOfBalance } from './requests.rules.js';

/** Reads the bank accounts to which a customer sends its transfers (webhooks, section 11.4). */
export async function readInstructions(
  { customers }: Stripe,
  request: InstructionsRequest,
): Promise<BankAccount[] | Refused> {
  const refusal = refusalOfBalance({ ...request, methodTypes: [balance] });
  if (refusal) return { refused: refusal };
  const made = await orRefused(() =>
    customers.createFundingInstructions(request.customerId, instructionsParams(request)),
  );
  return 'refused' in made ? made : accountsOf(made);
}
