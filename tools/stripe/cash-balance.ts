// Bank transfers: a customer's cash balance, the accounts to which it is sent, and the intents that it pays.
import type { Stripe } from 'stripe';
import type { Account } from './account.ts';
import { invalid, missing } from './errors.ts';
import { checkCurrency } from './currencies.ts';
import { newId } from './ids.ts';
import { page, type PageParameters } from './lists.ts';
import { refuseOthers } from './method-types.ts';
import { refuseState, succeed, waitForCustomer } from './payments.ts';

type TransferType = Stripe.PaymentIntent.NextAction.DisplayBankTransferInstructions.Type;
type Address = Stripe.FundingInstructions.BankTransfer.FinancialAddress;

/** The type of bank transfer of a currency. */
const transferTypes: Record<string, TransferType> = {
  eur: 'eu_bank_transfer',
  gbp: 'gb_bank_transfer',
  jpy: 'jp_bank_transfer',
  mxn: 'mx_bank_transfer',
  usd: 'us_bank_transfer',
};
const euCountries = ['BE', 'DE', 'ES', 'FR', 'IE', 'NL'];

export function balanceOf(account: Account, customer: string): Stripe.CashBalance {
  const known = account.cashBalances.get(customer);
  if (known) return known;
  const balance: Stripe.CashBalance = {
    object: 'cash_balance',
    available: null,
    customer,
    customer_account: null,
    livemode: false,
    settings: { reconciliation_mode: 'automatic', using_merchant_default: true },
  };
  account.cashBalances.set(customer, balance);
  return balance;
}

/** Digits that are always the same for a customer. */
function digitsOf(customer: string, count: number): string {
  const sum = [...customer].reduce((total, letter) => (total * 31n + BigInt(letter.charCodeAt(0))) % 10n ** 20n, 7n);
  return sum.toString().padStart(20, '0').slice(-count);
}

const referenceOf = (customer: string): string => `DOUBLE${digitsOf(customer, 8)}`;

function addressOf(customer: string, type: TransferType, country: string): Address {
  const place = { city: 'Dublin', country, line1: '1 Example Street', line2: null, postal_code: '1', state: null };
  const holder = { account_holder_address: place, account_holder_name: 'Double', bank_address: place };
  if (type === 'eu_bank_transfer') {
    const iban = `${country}11${digitsOf(customer, 18)}`;
    return { type: 'iban', iban: { ...holder, bic: 'SXPYDEHH', country, iban }, supported_networks: ['sepa'] };
  }
  if (type === 'gb_bank_transfer') {
    const sort = { ...holder, account_number: digitsOf(customer, 8), sort_code: '108800' };
    return { type: 'sort_code', sort_code: sort, supported_networks: ['bacs', 'fps'] };
  }
  if (type === 'mx_bank_transfer') {
    const spei = { ...holder, bank_code: '002', bank_name: 'DOUBLE BANK', clabe: digitsOf(customer, 18) };
    return { type: 'spei', spei, supported_networks: ['spei'] };
  }
  const bank = { ...holder, account_number: digitsOf(customer, 12), bank_name: 'DOUBLE BANK' };
  if (type === 'jp_bank_transfer') {
    const zengin = { ...bank, account_type: 'futsu', bank_code: '0001', branch_code: '001', branch_name: 'Main' };
    return { type: 'zengin', zengin, supported_networks: ['zengin'] };
  }
  const aba = { ...bank, account_type: 'checking', routing_number: '110000000' };
  return { type: 'aba', aba, supported_networks: ['ach', 'domestic_wire_us'] };
}

/** The type and country of a transfer. @throws Failure for a type or country that does not fit */
function transferOf(
  currency: string,
  sent: { type?: string; eu_bank_transfer?: { country: string } } | undefined,
  param: string,
): { type: TransferType; country: string } {
  const expected = transferTypes[currency];
  if (expected === undefined || sent?.type !== expected) {
    const message = `The bank transfer type for ${currency} must be ${expected ?? 'absent'}.`;
    throw invalid(message, { code: 'payment_intent_invalid_parameter', param: `${param}[type]` });
  }
  const country = sent.eu_bank_transfer?.country;
  if (expected === 'eu_bank_transfer' && (country === undefined || !euCountries.includes(country))) {
    const message = `The country of eu_bank_transfer must be one of ${euCountries.join(', ')}.`;
    throw invalid(message, { code: 'parameter_missing', param: `${param}[eu_bank_transfer][country]` });
  }
  return { type: expected, country: country ?? expected.slice(0, 2).toUpperCase() };
}

function addTransaction(
  account: Account,
  customer: string,
  currency: string,
  amount: number,
  more: Pick<Stripe.CustomerCashBalanceTransaction, 'type'> & Partial<Stripe.CustomerCashBalanceTransaction>,
): void {
  const balance = balanceOf(account, customer);
  const ending = (balance.available?.[currency] ?? 0) + amount;
  balance.available = { ...balance.available, [currency]: ending };
  const transaction = account.cashTransactions.add({
    id: newId('ccsbtxn'),
    object: 'customer_cash_balance_transaction',
    created: account.clock.seconds(),
    currency,
    customer,
    customer_account: null,
    ending_balance: ending,
    livemode: false,
    net_amount: amount,
    ...more,
  });
  account.emit('customer_cash_balance_transaction.created', transaction);
}

/** The amount that an intent still lacks. */
function missingAmount(account: Account, intent: Stripe.PaymentIntent): number {
  let applied = 0;
  for (const {
    applied_to_payment: to,
    unapplied_from_payment: from,
    net_amount,
  } of account.cashTransactions.oldestFirst())
    if (to?.payment_intent === intent.id || from?.payment_intent === intent.id) applied -= net_amount;
  return intent.amount - applied;
}

/** Pays an intent from the cash balance, as far as that lasts. */
function apply(account: Account, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod, limit = Infinity): void {
  const customer = intent.customer as string;
  const available = balanceOf(account, customer).available?.[intent.currency] ?? 0;
  const amount = Math.min(available, missingAmount(account, intent), limit);
  if (amount > 0) {
    const applied = { type: 'applied_to_payment', applied_to_payment: { payment_intent: intent.id } } as const;
    addTransaction(account, customer, intent.currency, -amount, applied);
  }
  const lacking = missingAmount(account, intent);
  if (lacking === 0) return succeed(account, intent, { method, reference: referenceOf(customer) });
  if (amount <= 0 || intent.next_action === null) return;
  const instructions = intent.next_action.display_bank_transfer_instructions;
  if (instructions) instructions.amount_remaining = lacking;
  account.emit('payment_intent.partially_funded', intent);
}

/** A confirmed intent is paid by bank transfer: from what is there, or it waits for more. */
export function startBankTransfer(account: Account, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): void {
  if (intent.customer === null)
    throw invalid('A customer is required to pay by customer_balance.', {
      code: 'parameter_missing',
      param: 'customer',
    });
  const customer = intent.customer as string;
  const options = intent.payment_method_options?.customer_balance;
  if (options?.funding_type !== 'bank_transfer') {
    const param = 'payment_method_options[customer_balance][funding_type]';
    throw invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  const param = 'payment_method_options[customer_balance][bank_transfer]';
  const { type, country } = transferOf(intent.currency, options.bank_transfer as { type?: string }, param);
  const isAutomatic = balanceOf(account, customer).settings.reconciliation_mode === 'automatic';
  const available = balanceOf(account, customer).available?.[intent.currency] ?? 0;
  if (isAutomatic && available >= intent.amount) return apply(account, intent, method);
  waitForCustomer(account, intent, method.id, {
    type: 'display_bank_transfer_instructions',
    display_bank_transfer_instructions: {
      amount_remaining: intent.amount,
      currency: intent.currency,
      financial_addresses: [addressOf(customer, type, country)],
      hosted_instructions_url: `${account.base}/bank-transfers/${account.id}/${intent.id}`,
      reference: referenceOf(customer),
      type,
    },
  });
  if (isAutomatic) apply(account, intent, method);
}

/** A canceled intent gives back what it had received. */
export function returnApplied(account: Account, intent: Stripe.PaymentIntent): void {
  const applied = intent.amount - missingAmount(account, intent);
  if (applied <= 0) return;
  const back = { type: 'unapplied_from_payment', unapplied_from_payment: { payment_intent: intent.id } } as const;
  addTransaction(account, intent.customer as string, intent.currency, applied, back);
}

/** Money comes in: it pays the intents that wait, those whose amount it is first. */
export function fund(
  account: Account,
  { amount, currency, reference }: { amount: number; currency: string; reference?: string },
  customer: string,
): Stripe.CustomerCashBalanceTransaction {
  account.customers.get(customer);
  checkCurrency(currency);
  if (amount < 1) throw invalid('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' });
  const type = transferTypes[currency];
  if (type === undefined) throw invalid(`Bank transfers are not possible in ${currency}.`, { param: 'currency' });
  const funded = { bank_transfer: { reference: reference ?? null, type } };
  addTransaction(account, customer, currency, amount, { type: 'funded', funded });
  const [transaction] = account.cashTransactions.newestFirst();
  const balance = balanceOf(account, customer);
  account.emit('cash_balance.funds_available', balance);
  if (balance.settings.reconciliation_mode === 'automatic') {
    const waiting = [...account.paymentIntents.oldestFirst()].filter(
      (intent) =>
        intent.customer === customer &&
        intent.currency === currency &&
        intent.next_action?.type === 'display_bank_transfer_instructions',
    );
    const fits = (intent: Stripe.PaymentIntent) => (missingAmount(account, intent) === amount ? 0 : 1);
    for (const intent of waiting.sort((a, b) => fits(a) - fits(b)))
      apply(account, intent, account.paymentMethods.get(intent.payment_method as string));
  }
  return transaction as Stripe.CustomerCashBalanceTransaction;
}

/** Pays an intent from the cash balance by request, for customers without automatic reconciliation. */
export function applyBalance(
  account: Account,
  { amount, currency, ...others }: Stripe.PaymentIntentApplyCustomerBalanceParams,
  id: string,
): Stripe.PaymentIntent {
  refuseOthers(others);
  const intent = account.paymentIntents.get(id);
  if (intent.next_action?.type !== 'display_bank_transfer_instructions')
    throw refuseState(intent, 'fund', 'requires_action');
  if (currency !== undefined && currency !== intent.currency)
    throw invalid('The currency is not that of the PaymentIntent.', { param: 'currency' });
  apply(account, intent, account.paymentMethods.get(intent.payment_method as string), amount);
  return intent;
}

export function retrieveCashBalance(account: Account, _sent: object, id: string): Stripe.CashBalance {
  account.customers.get(id);
  return balanceOf(account, id);
}

export function updateCashBalance(
  account: Account,
  { settings }: Stripe.CustomerUpdateCashBalanceParams,
  id: string,
): Stripe.CashBalance {
  account.customers.get(id);
  const balance = balanceOf(account, id);
  const mode = settings?.reconciliation_mode;
  if (mode !== undefined) {
    const using_merchant_default = mode === 'merchant_default';
    balance.settings = { reconciliation_mode: using_merchant_default ? 'automatic' : mode, using_merchant_default };
  }
  return balance;
}

export function listCashTransactions(account: Account, sent: PageParameters, id: string) {
  account.customers.get(id);
  const url = `/v1/customers/${id}/cash_balance_transactions`;
  return page(account.cashTransactions, url, sent, ({ customer }) => customer === id);
}

export function retrieveCashTransaction(account: Account, _sent: object, id: string, transaction: string) {
  account.customers.get(id);
  const found = account.cashTransactions.get(transaction);
  if (found.customer !== id) throw missing('customer cash balance transaction', transaction, { inPath: true });
  return found;
}

export function createInstructions(
  account: Account,
  { bank_transfer, currency }: Stripe.CustomerCreateFundingInstructionsParams,
  id: string,
): Stripe.FundingInstructions {
  account.customers.get(id);
  checkCurrency(currency);
  const { type, country } = transferOf(currency, bank_transfer, 'bank_transfer');
  return {
    object: 'funding_instructions',
    bank_transfer: { country, financial_addresses: [addressOf(id, type, country)], type: type },
    currency,
    funding_type: 'bank_transfer',
    livemode: false,
  };
}
