export { priceUsage, usageNeeds } from './price-usage.js';
export type { PricedCharge } from './price-usage.js';
export { chargeFee, makesFee } from './charge-fee.js';
export { equalUsage } from './equal-usage.js';
export type { EqualEvents } from './equal-usage.js';
export { freeUsage } from './free-usage.js';
export { allowanceOf } from './percentage/properties.js';
export { hasAllowance, runningTotal } from './running-total.js';
export type { Allowance } from './running-total.js';
export type { RangeShares, TransactionPrices, UsageNeeds } from './usage-needs.js';
export { convertPricingCents, pricingUnitFee } from './pricing-units.js';
export type { PricingUnitFee } from './pricing-units.js';
export { elapsedRatio, projectUsage, sumProjections } from './projection.js';
export type { Projection } from './projection.js';
export {
  chargeModelNames,
  chargeModelOf,
  chargeModels,
  fixedChargeModelNames,
  isChargeModelName,
  modelOfDetails,
} from './registry.js';
export type {
  AnyChargeModel,
  ChargeModelName,
  ChargeProperties,
  FixedChargeModelName,
  PropertyFields,
} from './registry.js';
export type { ChargeModel, ModelRules } from './charge-model.js';
export type { DocumentLine, LineLabel, LineName } from './document-lines.js';
export { stepOperations } from './explained-usage.js';
export type { NewStep, StepList, StoredMovements, StoredTransactions, StoredUsage } from './explained-usage.js';
export { Codes } from './property-checks.js';
export { described, describedLike, textOfField } from './field-text.js';
export type { FieldText } from './field-text.js';
export { decimalString } from './schemas.js';
export type { AmountDetails, ChargeFee, Movement, OnePerUnit, Price, PricingUnitAmounts, Usage } from './types.js';
