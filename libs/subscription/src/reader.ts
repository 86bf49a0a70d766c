export * from './customers/customers.reader.js';
export { CustomerCurrencies, type CurrencyAssignment } from './customers/customer-currencies.service.js';
export * from './subscriptions/subscriptions.reader.js';
export {
  isPaymentMethod,
  knownMethods,
  methodOfRow,
  PaymentMethods,
  paymentMethodOf,
  hasOwnPaymentMethod,
} from './agreement/payment-methods.js';
export { readPaymentMethodsOfSubscriptions } from './subscriptions/payment-methods.reader.js';
export { readApplicableSections } from './custom-sections/applicable-sections.reader.js';
export { ownSelectionChange, type SectionSelection } from './custom-sections/section-selection.rules.js';
export { readOwnUnits, readUnitChanges, type UnitChangeView } from './fixed-charges/unit-changes.reader.js';
export * from './usage-thresholds/usage-thresholds.reader.js';
export * from './alerts/alerts.reader.js';
export { isVatCheckPending, hasVatCheck, isAwaitingVatCheck } from './vat-checks/vat-checks.reader.js';
