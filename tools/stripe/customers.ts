// Customers.
import type { Stripe } from 'stripe';
import { type Account, mergedMetadata } from './account.ts';
import { missing } from './errors.ts';
import { newId, randomText } from './ids.ts';
import { page, searchResult, type SearchParameters } from './lists.ts';
import { refuseOthers, refuseUnmodeled } from './method-types.ts';
import { attach, methodFor } from './payment-methods.ts';

const url = '/v1/customers';
type Create = Stripe.CustomerCreateParams;
type Update = Stripe.CustomerUpdateParams;

function addressOf(sent: Stripe.AddressParam): Stripe.Address {
  const of = (name: keyof Stripe.Address) => sent[name] || null;
  return {
    city: of('city'),
    country: of('country'),
    line1: of('line1'),
    line2: of('line2'),
    postal_code: of('postal_code'),
    state: of('state'),
  };
}

function addressAfter(before: Stripe.Address | null | undefined, sent: Stripe.Emptyable<Stripe.AddressParam>) {
  return sent === '' ? null : addressOf({ ...before, ...sent } as Stripe.AddressParam);
}

/** The method must be attached to the customer. */
function checkDefault(account: Account, customer: string, method: string): void {
  if (account.paymentMethods.find(method)?.customer === customer) return;
  throw missing('PaymentMethod', method, { param: 'invoice_settings[default_payment_method]' });
}

function settingsAfter(
  account: Account,
  customer: Stripe.Customer,
  sent: Create['invoice_settings'] | Update['invoice_settings'],
): Stripe.Customer.InvoiceSettings {
  const { default_payment_method, footer, custom_fields, rendering_options, ...others } = sent ?? {};
  refuseOthers(others);
  if (default_payment_method) checkDefault(account, customer.id, default_payment_method);
  return {
    ...customer.invoice_settings,
    ...(default_payment_method !== undefined && { default_payment_method: default_payment_method || null }),
    ...(footer !== undefined && { footer: footer || null }),
    ...(custom_fields !== undefined && { custom_fields: custom_fields || null }),
    ...(rendering_options !== undefined && {
      rendering_options: rendering_options
        ? {
            amount_tax_display: rendering_options.amount_tax_display || null,
            template: rendering_options.template ?? null,
          }
        : null,
    }),
  };
}

/** The changes of fields that creation and update share. */
function changesOf(customer: Stripe.Customer, sent: Create | Update): Partial<Stripe.Customer> {
  const plain = ['balance', 'description', 'email', 'invoice_prefix', 'name', 'phone', 'preferred_locales'] as const;
  const changes: Partial<Stripe.Customer> = {};
  for (const name of plain)
    if (sent[name] !== undefined) Object.assign(changes, { [name]: sent[name] === '' ? null : sent[name] });
  if (sent.address !== undefined) changes.address = addressAfter(customer.address, sent.address);
  if (sent.shipping !== undefined) {
    changes.shipping = sent.shipping
      ? { name: sent.shipping.name, phone: sent.shipping.phone ?? null, address: addressOf(sent.shipping.address) }
      : null;
  }
  if (sent.metadata !== undefined) changes.metadata = mergedMetadata(customer.metadata, sent.metadata);
  if (sent.tax_exempt !== undefined) changes.tax_exempt = sent.tax_exempt || 'none';
  return changes;
}

/** Parameters that the double models. */
const modeled = [
  'address',
  'balance',
  'description',
  'email',
  'invoice_prefix',
  'invoice_settings',
  'metadata',
  'name',
  'payment_method',
  'phone',
  'preferred_locales',
  'shipping',
  'tax_exempt',
];

export function createCustomer(account: Account, sent: Create): Stripe.Customer {
  refuseUnmodeled(sent, modeled);
  const customer: Stripe.Customer = {
    id: newId('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created: account.clock.seconds(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
  Object.assign(customer, changesOf(customer, sent));
  account.created(account.customers, customer);
  try {
    if (sent.payment_method !== undefined) attach(account, methodFor(account, sent.payment_method), customer.id);
    customer.invoice_settings = settingsAfter(account, customer, sent.invoice_settings);
  } catch (error) {
    account.customers.delete(customer.id);
    throw error;
  }
  account.emit('customer.created', customer);
  return customer;
}

export function updateCustomer(account: Account, sent: Update, id: string): Stripe.Customer {
  refuseUnmodeled(sent, modeled);
  const customer = account.customers.get(id);
  const changes = changesOf(customer, sent);
  if (sent.invoice_settings) changes.invoice_settings = settingsAfter(account, customer, sent.invoice_settings);
  const previous = account.change(customer, changes);
  if (previous) account.emit('customer.updated', customer, previous);
  return customer;
}

/** A deleted customer answers with `deleted`. @throws Failure for one that never existed */
export function retrieveCustomer(
  account: Account,
  _sent: object,
  id: string,
): Stripe.Customer | Stripe.DeletedCustomer {
  return account.deletedCustomers.find(id) ?? account.customers.get(id);
}

/** Deletes for good. Methods of the customer cannot be used again. */
export function deleteCustomer(account: Account, _sent: object, id: string): Stripe.DeletedCustomer {
  const customer = account.customers.get(id);
  for (const method of account.paymentMethods.oldestFirst()) {
    if (method.customer !== id) continue;
    account.factsOfMethod(method.id).isSpent = true;
    account.change(method, { customer: null });
  }
  account.customers.delete(id);
  account.cashBalances.delete(id);
  account.emit('customer.deleted', customer);
  return account.deletedCustomers.add({ id, object: 'customer', deleted: true });
}

export function listCustomers(account: Account, sent: Stripe.CustomerListParams): Stripe.ApiList<Stripe.Customer> {
  const { email, ...parameters } = sent;
  return page(account.customers, url, parameters, (customer) => email === undefined || customer.email === email);
}

export function searchCustomers(account: Account, sent: SearchParameters): Stripe.ApiSearchResult<Stripe.Customer> {
  const fields = ['created', 'email', 'metadata', 'name', 'phone'];
  return searchResult(account, account.customers, `${url}/search`, sent, fields);
}

/** The methods of a customer, of one type or all. */
export function listMethodsOfCustomer(
  account: Account,
  sent: Stripe.CustomerListPaymentMethodsParams,
  id: string,
): Stripe.ApiList<Stripe.PaymentMethod> {
  account.customers.get(id);
  const { type, allow_redisplay, ...parameters } = sent;
  return page(account.paymentMethods, `${url}/${id}/payment_methods`, parameters, (method) => {
    if (allow_redisplay !== undefined && method.allow_redisplay !== allow_redisplay) return false;
    return method.customer === id && (type === undefined || method.type === type);
  });
}

export function retrieveMethodOfCustomer(
  account: Account,
  _sent: object,
  id: string,
  method: string,
): Stripe.PaymentMethod {
  account.customers.get(id);
  const found = account.paymentMethods.get(method);
  if (found.customer !== id) throw missing('PaymentMethod', method, { inPath: true });
  return found;
}
