export * from './customers/resource/customers.reader.js';
export { withCustomers, type CustomerExpansionRequest } from './customers/resource/named-customers.reader.js';
export { CustomerCurrencies, type CurrencyAssignment } from './customers/resource/customer-currencies.service.js';
export * from './subscriptions/resource/subscriptions.reader.js';
export * from './subscriptions/resource/subscriptions-of-plans.reader.js';
export {
  PlanSubscriptionsReader,
  SubscriptionReaderModule,
} from './subscriptions/resource/plan-subscriptions.reader.js';
export {
  isPaymentMethod,
  knownMethods,
  methodOfRow,
  PaymentMethods,
  paymentMethodOf,
  type FoundConnection,
  hasOwnPaymentMethod,
} from './model/agreement/payment-methods.js';
export { trialFrom } from './model/agreement/trial.js';
export { PendingTaxes } from './model/agreement/pending-taxes.js';
export { readPaymentMethodsOfSubscriptions } from './subscriptions/resource/payment-methods.reader.js';
export { readApplicableSections } from './model/custom-sections/applicable-sections.reader.js';
export { ownSelectionChange, type SectionSelection } from './model/custom-sections/section-selection.rules.js';
export {
  readOwnUnits,
  readUnitChanges,
  type UnitChangeView,
} from './subscriptions/fixed-charges/unit-changes.reader.js';
export * from './subscriptions/usage-thresholds/usage-thresholds.reader.js';
export * from './subscriptions/alerts/alerts.reader.js';
export { isVatCheckPending, hasVatCheck, isAwaitingVatCheck } from './customers/vat-checks/vat-checks.reader.js';
export * from './customer-figures.reader.js';
export * from './price-changes.reader.js';
export * from './recurring-prices.reader.js';
export * from './search.reader.js';
export {
  findErasableCustomer,
  newestSubscriptionIds,
  readOwnExternalSubscriptionIds,
  readRunningSubscriptions,
  subscriptionsOfCustomer,
  type ErasableCustomer,
} from './customers/resource/erasable-customers.reader.js';
export * from './subscribers.reader.js';
export { readDocumentRecipients, readPeopleOfCustomer } from './customers/portal/portal-people.reader.js';
export { checkPortalChange, readPortalEnd } from './subscriptions/portal/portal-changes.reader.js';
