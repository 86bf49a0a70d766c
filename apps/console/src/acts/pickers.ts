import { pickerOf } from './field.js';

const page = '20';
const searched = (text: string) => ({ per_page: page, ...(text === '' ? {} : { search_term: text }) });
const named = (name: string | null | undefined, code: string): string =>
  name && name !== code ? `${name} · ${code}` : code;

/** Customers by their name or external id, which is the value. */
export const customerPicker = pickerOf(
  (text) => ({ path: '/customers', query: searched(text) }),
  ({ customers }) => customers.map(({ external_id: id, name }) => ({ value: id, label: named(name, id) })),
);

/** Subscriptions by their name or external id, which is the value. */
export const subscriptionPicker = pickerOf(
  (text) => ({ path: '/subscriptions', query: searched(text) }),
  ({ subscriptions }) => subscriptions.map(({ external_id: id, name }) => ({ value: id, label: named(name, id) })),
);

export const planPicker = pickerOf(
  (text) => ({ path: '/plans', query: searched(text) }),
  ({ plans }) => plans.map(({ code, name }) => ({ value: code, label: named(name, code) })),
);

export const addOnPicker = pickerOf(
  (text) => ({ path: '/add_ons', query: searched(text) }),
  ({ add_ons: addOns }) => addOns.map(({ code, name }) => ({ value: code, label: named(name, code) })),
);

export const couponPicker = pickerOf(
  (text) => ({ path: '/coupons', query: searched(text) }),
  ({ coupons }) => coupons.map(({ code, name }) => ({ value: code, label: named(name, code) })),
);

export const rolePicker = pickerOf(
  () => ({ path: '/roles' }),
  ({ roles }) => roles.map(({ code, name }) => ({ value: code, label: name })),
);

/** Metrics by their name or code, which is the value. */
export const metricPicker = pickerOf(
  (text) => ({ path: '/billable_metrics', query: searched(text) }),
  ({ billable_metrics: metrics }) => metrics.map(({ code, name }) => ({ value: code, label: named(name, code) })),
);

/** Metrics by their name or code; the value is their identifier. */
export const metricIdPicker = pickerOf(
  (text) => ({ path: '/billable_metrics', query: searched(text) }),
  ({ billable_metrics: metrics }) =>
    metrics.map(({ svc_id: id, code, name }) => ({ value: id, label: named(name, code) })),
);

/** The permissions that a role can have. */
export const permissionPicker = pickerOf(
  () => ({ path: '/permissions' }),
  ({ permissions }) => permissions.map(({ name }) => ({ value: name, label: name })),
);

const allOfThem = { per_page: '100' };

/** Taxes by their name or code, all of them at once. */
export const taxPicker = pickerOf(
  () => ({ path: '/taxes', query: allOfThem }),
  ({ taxes }) => taxes.map(({ code, name }) => ({ value: code, label: named(name, code) })),
);

/** Sections of invoices, all of them at once. */
export const invoiceSectionPicker = pickerOf(
  () => ({ path: '/invoice_custom_sections', query: allOfThem }),
  ({ invoice_custom_sections: sections }) =>
    sections.map(({ code, name }) => ({ value: code, label: named(name, code) })),
);

export const billingEntityPicker = pickerOf(
  () => ({ path: '/billing_entities' }),
  ({ billing_entities: entities }) => entities.map(({ code, name }) => ({ value: code, label: named(name, code) })),
);

export const dunningCampaignPicker = pickerOf(
  (text) => ({ path: '/dunning_campaigns', query: searched(text) }),
  ({ dunning_campaigns: campaigns }) => campaigns.map(({ code, name }) => ({ value: code, label: named(name, code) })),
);

export const featurePicker = pickerOf(
  (text) => ({ path: '/features', query: searched(text) }),
  ({ features }) => features.map(({ code, name }) => ({ value: code, label: named(name, code) })),
);

export const paymentProviderPicker = pickerOf(
  () => ({ path: '/payment_providers', query: allOfThem }),
  ({ payment_providers: providers }) => providers.map(({ code, name }) => ({ value: code, label: named(name, code) })),
);
