// The operations of the double: path, the right that a restricted key needs, and what executes it.
import type { Account } from './account.ts';
import { retrieveAccount } from './account-object.ts';
import { listEntries, retrieveBalance, retrieveEntry } from './balance.ts';
import {
  applyBalance,
  createInstructions,
  fund,
  listCashTransactions,
  retrieveCashBalance,
  retrieveCashTransaction,
  updateCashBalance,
} from './cash-balance.ts';
import { listCharges, searchCharges, updateCharge } from './charges.ts';
import { createSession, expireSession, listLines, listSessions } from './checkout.ts';
import {
  createCustomer,
  deleteCustomer,
  listCustomers,
  listMethodsOfCustomer,
  retrieveCustomer,
  retrieveMethodOfCustomer,
  searchCustomers,
  updateCustomer,
} from './customers.ts';
import { closeDispute, listDisputes, updateDispute } from './disputes.ts';
import { unknownAddress } from './errors.ts';
import { page, type PageParameters } from './lists.ts';
import { createIntent, listIntents, searchIntents, updateIntent } from './payment-intents.ts';
import { attachMethod, createMethod, detachMethod, updateMethod } from './payment-methods.ts';
import { cancelIntent, captureIntent, confirmPaymentIntent } from './payment-steps.ts';
import { cancelRefund, createRefund, listRefunds, updateRefund } from './refunds.ts';
import {
  cancelSetupIntent,
  confirmSetupIntent,
  createSetupIntent,
  listSetupIntents,
  updateSetupIntent,
} from './setup-intents.ts';
import {
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  listEvents,
  retrieveEvent,
  updateEndpoint,
} from './webhook-endpoints.ts';

type Execute = (account: Account, sent: object, id: string, second: string) => object;

export interface Operation {
  /** Such as `POST /v1/customers/:id`: the key of its parameters. */
  name: string;
  /** The kind of objects of the right: `customer` of `rak_customer_write`. */
  kind: string;
  execute: Execute;
}

/** Parameters have been checked against the table, whose types are those of the SDK. */
function operation<P extends object>(
  name: string,
  kind: string,
  execute: (account: Account, sent: P, id: string, second: string) => object,
): Operation {
  return { name, kind, execute: execute as Execute };
}

type Retrievable =
  | 'charges'
  | 'disputes'
  | 'mandates'
  | 'paymentIntents'
  | 'paymentMethods'
  | 'refunds'
  | 'sessions'
  | 'setupIntents'
  | 'endpoints';
const retrieve = (name: string, kind: string, collection: Retrievable): Operation =>
  operation(name, kind, (account, _sent, id) => account[collection].get(id));

interface MethodListParameters extends PageParameters {
  allow_redisplay?: string;
  customer?: string;
  type?: string;
}

export const operations: Operation[] = [
  operation('GET /v1/account', 'accounts_kyc_basic', retrieveAccount),
  operation('GET /v1/balance', 'balance', retrieveBalance),
  operation('GET /v1/balance_transactions', 'balance_transaction_source', listEntries),
  operation('GET /v1/balance_transactions/:id', 'balance_transaction_source', retrieveEntry),

  operation('GET /v1/charges', 'charge', listCharges),
  operation('GET /v1/charges/search', 'charge', searchCharges),
  retrieve('GET /v1/charges/:id', 'charge', 'charges'),
  operation('POST /v1/charges/:id', 'charge', updateCharge),

  operation('GET /v1/checkout/sessions', 'checkout_session', listSessions),
  operation('POST /v1/checkout/sessions', 'checkout_session', createSession),
  retrieve('GET /v1/checkout/sessions/:id', 'checkout_session', 'sessions'),
  operation('POST /v1/checkout/sessions/:id/expire', 'checkout_session', expireSession),
  operation('GET /v1/checkout/sessions/:id/line_items', 'checkout_session', listLines),

  operation('GET /v1/customers', 'customer', listCustomers),
  operation('POST /v1/customers', 'customer', createCustomer),
  operation('GET /v1/customers/search', 'customer', searchCustomers),
  operation('GET /v1/customers/:id', 'customer', retrieveCustomer),
  operation('POST /v1/customers/:id', 'customer', updateCustomer),
  operation('DELETE /v1/customers/:id', 'customer', deleteCustomer),
  operation('GET /v1/customers/:id/cash_balance', 'customer', retrieveCashBalance),
  operation('POST /v1/customers/:id/cash_balance', 'customer', updateCashBalance),
  operation('GET /v1/customers/:id/cash_balance_transactions', 'customer', listCashTransactions),
  operation('GET /v1/customers/:id/cash_balance_transactions/:transaction', 'customer', retrieveCashTransaction),
  operation('POST /v1/customers/:id/funding_instructions', 'customer', createInstructions),
  operation('GET /v1/customers/:id/payment_methods', 'payment_method', listMethodsOfCustomer),
  operation('GET /v1/customers/:id/payment_methods/:method', 'payment_method', retrieveMethodOfCustomer),

  operation('GET /v1/disputes', 'dispute', listDisputes),
  retrieve('GET /v1/disputes/:id', 'dispute', 'disputes'),
  operation('POST /v1/disputes/:id', 'dispute', updateDispute),
  operation('POST /v1/disputes/:id/close', 'dispute', (account, _sent, id) => closeDispute(account, id, 'lost')),

  operation('GET /v1/events', 'event', listEvents),
  operation('GET /v1/events/:id', 'event', retrieveEvent),
  retrieve('GET /v1/mandates/:id', 'payment_method', 'mandates'),

  operation('GET /v1/payment_intents', 'payment_intent', listIntents),
  operation('POST /v1/payment_intents', 'payment_intent', createIntent),
  operation('GET /v1/payment_intents/search', 'payment_intent', searchIntents),
  retrieve('GET /v1/payment_intents/:id', 'payment_intent', 'paymentIntents'),
  operation('POST /v1/payment_intents/:id', 'payment_intent', updateIntent),
  operation('POST /v1/payment_intents/:id/confirm', 'payment_intent', confirmPaymentIntent),
  operation('POST /v1/payment_intents/:id/cancel', 'payment_intent', cancelIntent),
  operation('POST /v1/payment_intents/:id/capture', 'payment_intent', captureIntent),
  operation('POST /v1/payment_intents/:id/apply_customer_balance', 'payment_intent', applyBalance),

  operation('GET /v1/payment_methods', 'payment_method', listMethods),
  operation('POST /v1/payment_methods', 'payment_method', createMethod),
  retrieve('GET /v1/payment_methods/:id', 'payment_method', 'paymentMethods'),
  operation('POST /v1/payment_methods/:id', 'payment_method', updateMethod),
  operation('POST /v1/payment_methods/:id/attach', 'payment_method', attachMethod),
  operation('POST /v1/payment_methods/:id/detach', 'payment_method', detachMethod),

  operation('GET /v1/refunds', 'charge', listRefunds),
  operation('POST /v1/refunds', 'charge', createRefund),
  retrieve('GET /v1/refunds/:id', 'charge', 'refunds'),
  operation('POST /v1/refunds/:id', 'charge', updateRefund),
  operation('POST /v1/refunds/:id/cancel', 'charge', cancelRefund),

  operation('GET /v1/setup_intents', 'setup_intent', listSetupIntents),
  operation('POST /v1/setup_intents', 'setup_intent', createSetupIntent),
  retrieve('GET /v1/setup_intents/:id', 'setup_intent', 'setupIntents'),
  operation('POST /v1/setup_intents/:id', 'setup_intent', updateSetupIntent),
  operation('POST /v1/setup_intents/:id/confirm', 'setup_intent', confirmSetupIntent),
  operation('POST /v1/setup_intents/:id/cancel', 'setup_intent', cancelSetupIntent),

  operation('POST /v1/test_helpers/customers/:id/fund_cash_balance', 'customer', fund),

  operation('GET /v1/webhook_endpoints', 'webhook', listEndpoints),
  operation('POST /v1/webhook_endpoints', 'webhook', createEndpoint),
  retrieve('GET /v1/webhook_endpoints/:id', 'webhook', 'endpoints'),
  operation('POST /v1/webhook_endpoints/:id', 'webhook', updateEndpoint),
  operation('DELETE /v1/webhook_endpoints/:id', 'webhook', deleteEndpoint),
];

/** Methods that belong to a customer; without one, those that the account made. */
function listMethods(
  account: Account,
  { customer, type, allow_redisplay, ...parameters }: MethodListParameters,
): object {
  if (customer !== undefined) account.customers.get(customer, 'customer');
  return page(account.paymentMethods, '/v1/payment_methods', parameters, (method) => {
    if (allow_redisplay !== undefined && method.allow_redisplay !== allow_redisplay) return false;
    return (customer === undefined || method.customer === customer) && (type === undefined || method.type === type);
  });
}

interface Route {
  operation: Operation;
  method: string;
  parts: string[];
}

// Fixed parts come before parameters, so that `/search` is not an id.
const routes: Route[] = operations.map((found) => {
  const [method = '', path = ''] = found.name.split(' ');
  return { operation: found, method, parts: path.split('/') };
});

/** @returns the operation of a call, and the ids in its path. @throws Failure 404 if there is none */
export function operationOf(method: string, path: string): { operation: Operation; ids: string[] } {
  const parts = path.split('/');
  for (const route of routes) {
    if (route.method !== method || route.parts.length !== parts.length) continue;
    if (!route.parts.every((part, place) => part === parts[place] || (part.startsWith(':') && parts[place] !== '')))
      continue;
    const ids = route.parts.flatMap((part, place) => (part.startsWith(':') ? [decode(parts[place] as string)] : []));
    return { operation: route.operation, ids };
  }
  throw unknownAddress(method, path);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
