import { readOverdueInvoices, type OverdueInvoice } from '@tollgate/invoicing/reader';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { readCustomerView, type CustomerView } from '@tollgate/subscription/reader';
import { emailOf, writeRequest, type DunningStep } from '../../payments/requests/payment-request.writer.js';
import { requestTotals } from '../../payments/requests/request-totals.rules.js';
import {
  attemptsOf,
  countAttempts,
  lockDunnedCustomer,
  updateDunnedCustomer,
  type DunningAttemptRow,
  type DunnedCustomerRow,
} from '../../model/dunning/dunned-customers.repository.js';
import {
  campaignsByIds,
  thresholdsOf,
  type DunningCampaignRow,
} from '../../model/dunning/dunning-campaigns.repository.js';
import { invoicesBeingPaid } from '../../model/payments/payments.repository.js';
import { tables } from '../../model/payment.tables.js';
import {
  balancesOf,
  byIssuer,
  isFinished,
  isTooEarly,
  reachedBalances,
  totalOf,
  type Balance,
} from './dunning-round.rules.js';

const HOUR = 3_600_000;

/**
 * Runs one round of a campaign with a customer. It writes a payment request for each issuer over the payable overdue
 * invoices, in each currency above its threshold (invoices, section 14; webhooks, section 22).
 * @param at Unix ms
 * @returns whether it wrote a request
 */
export async function dunCustomer(transaction: TenantTransaction, customerId: string, at: Instant): Promise<boolean> {
  const dunnedCustomer = await lockDunnedCustomer(transaction, customerId);
  const customer = await readCustomerView(transaction, customerId);
  const campaign =
    dunnedCustomer.excluded || customer.deleted ? undefined : await campaignOf(transaction, dunnedCustomer, customer);
  if (!campaign || isTooEarly(dunnedCustomer.last_attempt_at, campaign, at)) return false;
  const balances = balancesOf(await readOverdueInvoices(transaction, customerId));
  const requested = await requestedBalances(transaction, campaign, customerId, balances);
  if (requested.length === 0) {
    // The next run checks invoices with a payment under way again.
    await updateDunnedCustomer(transaction, customerId, { not_before: new Date(at + HOUR) });
    return false;
  }
  const attempts = await attemptsOf(transaction, customerId);
  for (const { invoices, currency } of requested) {
    const dunning = { campaignId: campaign.id, attempt: attemptsMade(attempts, campaign.id, currency) + 1 };
    await writeRequests(transaction, customer, dunning, invoices, at);
  }
  const currencies = requested.map(({ currency }) => currency);
  await countAttempts(transaction, customerId, campaign.id, currencies);
  await updateDunnedCustomer(transaction, customerId, { last_attempt_at: new Date(at), not_before: null });
  await publishIfFinished(transaction, customer, campaign, balances, at);
  return true;
}

/** Finds the customer's own campaign, else its issuer's. */
export async function campaignOf(
  transaction: TenantTransaction,
  dunnedCustomer: Pick<DunnedCustomerRow, 'own_campaign_id'>,
  customer: CustomerView,
): Promise<DunningCampaignRow | undefined> {
  const issuerRow = await tables(transaction)
    .selectFrom('payment.dunning_issuers')
    .select('dunning_campaign_id')
    .where('billing_entity_id', '=', customer.billingEntity.id)
    .executeTakeFirst();
  const id = dunnedCustomer.own_campaign_id ?? issuerRow?.dunning_campaign_id;
  const [campaign] = id === undefined ? [] : await campaignsByIds(transaction, [id]);
  return campaign?.deleted_at === null ? campaign : undefined;
}

async function requestedBalances(
  transaction: TenantTransaction,
  campaign: DunningCampaignRow,
  customerId: string,
  balances: Balance[],
): Promise<Balance[]> {
  const invoiceIds = balances.flatMap(({ invoices }) => invoices.map(({ id }) => id));
  return reachedBalances(campaign, balances, {
    thresholds: (await thresholdsOf(transaction, [campaign.id])).get(campaign.id) ?? [],
    attempts: await attemptsOf(transaction, customerId),
    busy: await invoicesBeingPaid(transaction, invoiceIds),
  });
}

/** The attempts of a campaign in a currency; those of an earlier campaign do not count. */
const attemptsMade = (rows: DunningAttemptRow[], campaignId: string, currency: string): number =>
  rows.find((row) => row.currency === currency && row.dunning_campaign_id === campaignId)?.attempts ?? 0;

/** Writes one request for each issuer of the invoices. */
async function writeRequests(
  transaction: TenantTransaction,
  customer: CustomerView,
  dunning: DunningStep,
  invoices: OverdueInvoice[],
  at: Instant,
): Promise<void> {
  const email = await emailOf(transaction, customer.id);
  for (const issuerInvoices of byIssuer(invoices))
    await writeRequest(transaction, {
      customerId: customer.id,
      totals: requestTotals(issuerInvoices),
      invoiceIds: issuerInvoices.map(({ id }) => id),
      email,
      dunning,
      method: null,
      now: at,
    });
}

async function publishIfFinished(
  transaction: TenantTransaction,
  customer: CustomerView,
  campaign: DunningCampaignRow,
  balances: Balance[],
  at: Instant,
): Promise<void> {
  const attempts = await attemptsOf(transaction, customer.id);
  if (!isFinished(campaign, attempts)) return;
  const overdue = balances.map(({ currency, invoices }) => ({ currency, amount_cents: Number(totalOf(invoices)) }));
  const currency = customer.currency ?? customer.billingEntity.defaultCurrency;
  await transaction.append(
    'dunning_campaign.finished',
    customer.id,
    {
      customer_id: customer.id,
      external_customer_id: customer.externalId,
      dunning_campaign_code: campaign.code,
      overdue_balance_cents: overdue.find((one) => one.currency === currency)?.amount_cents ?? 0,
      overdue_balance_currency: currency,
      overdue_balances: overdue,
    },
    at,
  );
}
