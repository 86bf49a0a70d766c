import type { GoCardlessClient } from 'gocardless-nodejs/client';
import type { CustomerBankAccount, Mandate } from 'gocardless-nodejs/types';
import type { Refused } from '../ports/connections.js';
import type { ProviderMethod } from '../ports/methods.js';
import { ifThere, orRefused } from './answers.js';
import { isUsable, methodOf, usableStates } from './states.rules.js';

/** Reads a mandate as a method, with the bank account that it debits. */
export async function readMethod(client: GoCardlessClient, mandate: Mandate): Promise<ProviderMethod> {
  const id = mandate.links?.customer_bank_account;
  const account =
    id === undefined ? null : await ifThere<CustomerBankAccount>(() => client.customerBankAccounts.find(id));
  return methodOf(mandate, account);
}

/** Finds the newest usable mandate of a customer; null for none. */
export async function newestMethod(
  client: GoCardlessClient,
  customerId: string,
): Promise<ProviderMethod | null | Refused> {
  const filters = { customer: customerId, status: usableStates };
  const listed = await orRefused(() => client.mandates.list(filters));
  if ('refused' in listed) return listed;
  const mandate = listed.mandates.find(isUsable);
  return mandate ? readMethod(client, mandate) : null;
}
