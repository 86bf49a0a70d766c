import { z } from 'zod';
import type { Method, Route } from '../http/route.js';

/** Names of calls that the rule below would name badly. They are methods of published clients: they never change. */
const ownIds: Record<string, string> = {
  'DELETE /authentication_methods/open_id': 'disconnectOpenId',
  'DELETE /events/:transaction_id': 'voidEvent',
  'DELETE /portal/subscriptions/:external_id/end': 'takeBackPortalSubscriptionEnd',
  'DELETE /portal/subscriptions/:external_id/plan': 'takeBackPortalPlanChange',
  'DELETE /session': 'endSession',
  'DELETE /sessions/:svc_id': 'revokeSession',
  'DELETE /subscriptions/:external_id': 'terminateSubscription',
  'DELETE /wallets/:svc_id': 'terminateWallet',
  'DELETE /customers/:external_customer_id/wallets/:code': 'terminateCustomerWallet',
  'GET /analytics/ageing': 'listAgeing',
  'GET /analytics/customer_mrr': 'listCustomerMrrs',
  'GET /analytics/deferred_revenue': 'listDeferredRevenues',
  'GET /analytics/gross_revenue': 'listGrossRevenues',
  'GET /analytics/invoice_collection': 'listInvoiceCollections',
  'GET /analytics/invoiced_usage': 'listInvoicedUsages',
  'GET /analytics/month_to_date': 'readMonthToDate',
  'GET /analytics/mrr': 'listMrrs',
  'GET /analytics/mrr_movements': 'listMrrMovements',
  'GET /analytics/overdue_balance': 'listOverdueBalances',
  'GET /analytics/usage': 'listUsages',
  'GET /authentication_methods': 'readAuthenticationMethods',
  'GET /overview': 'readOverview',
  'GET /overview/month_close': 'readMonthClose',
  'GET /search': 'search',
  'GET /subscriptions/:external_id/entitlements/:feature_code/check': 'checkSubscriptionEntitlement',
  'GET /users/me': 'readCurrentUser',
  'GET /wallets/:svc_id/wallet_transactions': 'listWalletTransactions',
  'GET /webhooks/json_public_key': 'readWebhookKey',
  'GET /webhooks/public_key': 'readWebhookKeyText',
  'PATCH /plans/:code/entitlements': 'mergePlanEntitlements',
  'PATCH /subscriptions/:external_id/entitlements': 'mergeSubscriptionEntitlements',
  'POST /billable_metrics/evaluate_expression': 'evaluateExpression',
  'POST /credit_notes/estimate': 'estimateCreditNote',
  'POST /customers': 'upsertCustomer',
  'POST /event_sources/:code/events': 'sendSourceRecords',
  'POST /event_sources/:code/try': 'tryEventSource',
  'POST /events/batch': 'createEvents',
  'POST /events/batch_estimate_instant_fees': 'estimateInstantFeesOfEvents',
  'POST /events/estimate_fees': 'estimateFees',
  'POST /events/estimate_instant_fees': 'estimateInstantFees',
  'POST /invites/accept': 'acceptInvite',
  'POST /invoices/preview': 'previewInvoice',
  'POST /otlp/:code/v1/logs': 'sendSourceLogs',
  'POST /otlp/:code/v1/traces': 'sendSourceTraces',
  'POST /plans/:code/entitlements': 'replacePlanEntitlements',
  'POST /plans/:code/impact': 'createPriceTest',
  'POST /plans/:code/migrations/preview': 'previewPlanMigration',
  'POST /plans/price': 'pricePlan',
  'POST /portal/payment_methods': 'enterPortalPaymentMethod',
  'POST /portal/payments': 'payPortalInvoices',
  'POST /portal/sign_in_codes': 'sendPortalSignInCode',
  'POST /portal/sign_ins': 'signInToPortal',
  'POST /portal/subscriptions/:external_id/preview': 'previewPortalSubscription',
  'POST /portal/wallets/:svc_id/top_up': 'topUpPortalWallet',
  'POST /session/open_id': 'startOpenIdSession',
  'POST /session/open_id/callback': 'finishOpenIdSession',
  'POST /session/open_id/confirmation': 'confirmOpenIdLink',
  'POST /setup': 'setUpInstallation',
  'POST /users/me/two_factor': 'startTwoFactor',
  'POST /users/me/two_factor/removal': 'removeTwoFactor',
  'PUT /authentication_methods': 'updateAuthenticationMethods',
  'PUT /authentication_methods/open_id': 'connectOpenId',
  'PUT /customers/:external_customer_id/payment_provider': 'linkCustomerPaymentProvider',
  'PUT /password_reset': 'finishPasswordReset',
  'PUT /portal/subscriptions/:external_id/end': 'endPortalSubscription',
  'PUT /portal/subscriptions/:external_id/plan': 'changePortalPlan',
  'PUT /users/me': 'updateCurrentUser',
  'PUT /users/me/password': 'changePassword',
  'PUT /users/me/two_factor': 'confirmTwoFactor',
};

/** Last words of paths that say what is done to the object before them: `/invoices/:svc_id/resend_email`. */
const actions = new Set(
  'complete download erase finalize lose pause refresh replay resend restore resume retry rotate set stop test void'.split(
    ' ',
  ),
);

const verbs: Record<Method, string> = { GET: 'read', POST: 'create', PUT: 'update', PATCH: 'merge', DELETE: 'delete' };
/** A call that changes all metadata of an object: what it does to them. */
const metadataVerbs: Partial<Record<Method, string>> = { POST: 'replace', PUT: 'put' };

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const pascal = (words: string): string => words.split('_').map(upperFirst).join('');
const singular = (words: string): string =>
  words
    .replace(/people$/, 'person')
    .replace(/(?<=ax)es$|s$/, '')
    .replace(/ie$/, 'y');

const isParameter = (part: string): boolean => part.startsWith(':');
const isListed = ({ answer }: Route): boolean => Object.values(answer).some((value) => value instanceof z.ZodArray);

/**
 * The name of a call: what it does, then to what. It follows from its address, so it is as stable as that: `listPlans`,
 * `readPlanCharge`, `resendInvoiceEmail`.
 */
export function operationIdOf(route: Route): string {
  const { method, path } = route;
  const own = ownIds[`${method} ${path}`];
  if (own !== undefined) return own;
  const parts = path.split('/').filter(Boolean);
  const last = parts.at(-1) ?? '';
  const words = parts.filter((part) => !isParameter(part));
  const owners = words.slice(0, -1).map((word) => pascal(singular(word)));
  const word = words.at(-1) ?? '';
  const [action = '', ...rest] = word.split('_');
  if (!isParameter(last) && isParameter(parts.at(-2) ?? '') && actions.has(action))
    return `${action}${owners.join('')}${pascal(rest.join('_'))}`;
  if (word === 'metadata')
    return `${metadataVerbs[method] ?? verbs[method]}${owners.join('')}Metadata${last === ':key' ? 'Key' : ''}`;
  if (!isParameter(last) && method === 'GET' && isListed(route)) return `list${owners.join('')}${pascal(word)}`;
  const isWholeList = !isParameter(last) && method === 'DELETE';
  return `${verbs[method]}${owners.join('')}${pascal(isWholeList ? word : singular(word))}`;
}
