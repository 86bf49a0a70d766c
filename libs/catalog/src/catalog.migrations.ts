import type { SchemaMigrations } from '@tollgate/platform';
import { taxesAndBillingEntities } from './migrations/001-taxes-and-billing-entities.js';
import { metricsAndPlans } from './migrations/002-metrics-and-plans.js';
import { addOnsAndFixedCharges } from './migrations/003-add-ons-and-fixed-charges.js';
import { minimums } from './migrations/004-minimums.js';
import { coupons } from './migrations/005-coupons.js';
import { pricingUnits } from './migrations/006-pricing-units.js';
import { traces } from './migrations/007-traces.js';
import { issuerSettings } from './migrations/008-issuer-settings.js';
import { features } from './migrations/009-features.js';
import { planMetadata } from './migrations/010-plan-metadata.js';
import { invoiceCustomSections } from './migrations/011-invoice-custom-sections.js';
import { metricsOfPrivileges } from './migrations/012-metrics-of-privileges.js';
import { logos } from './migrations/013-logos.js';
import { versions } from './migrations/014-versions.js';
import { paymentAndLook } from './migrations/015-payment-and-look.js';
import { einvoicingSettings } from './migrations/016-einvoicing-settings.js';
import { parentsOfFilters } from './migrations/017-parents-of-filters.js';
import { textsPerLanguage } from './migrations/018-texts-per-language.js';
import { itemNamesPerLanguage } from './migrations/019-item-names-per-language.js';
import { exchangeRates } from './migrations/020-exchange-rates.js';
import { statementSchedules } from './migrations/021-statement-schedules.js';
import { legalMentions } from './migrations/022-legal-mentions.js';
import { namesOfPartsPerLanguage } from './migrations/023-names-of-parts-per-language.js';
import { emailTexts } from './migrations/024-email-texts.js';
import { namesOfChargeModels } from './migrations/025-names-of-charge-models.js';
import { namesOfAggregations } from './migrations/026-names-of-aggregations.js';
import { timesOfChanges } from './migrations/027-times-of-changes.js';

export const catalogMigrations: SchemaMigrations = {
  schema: 'catalog',
  migrations: [
    taxesAndBillingEntities,
    metricsAndPlans,
    addOnsAndFixedCharges,
    minimums,
    coupons,
    pricingUnits,
    traces,
    issuerSettings,
    features,
    planMetadata,
    invoiceCustomSections,
    metricsOfPrivileges,
    logos,
    versions,
    paymentAndLook,
    einvoicingSettings,
    parentsOfFilters,
    textsPerLanguage,
    itemNamesPerLanguage,
    exchangeRates,
    statementSchedules,
    legalMentions,
    namesOfPartsPerLanguage,
    emailTexts,
    namesOfChargeModels,
    namesOfAggregations,
    timesOfChanges,
  ],
};
