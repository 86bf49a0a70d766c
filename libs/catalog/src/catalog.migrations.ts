import type { SchemaMigrations } from '@tollgate/platform';
import { baseline } from './migrations/000-baseline.js';
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
import { timesOfRates } from './migrations/028-times-of-rates.js';
import { planVersions } from './migrations/029-plan-versions.js';
import { portalSettingsOfIssuers } from './migrations/030-portal-settings.js';
import { retainedPlanVersions } from './migrations/031-retained-plan-versions.js';

export const catalogMigrations: SchemaMigrations = {
  schema: 'catalog',
  baseline,
  migrations: [
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
    timesOfRates,
    planVersions,
    portalSettingsOfIssuers,
    retainedPlanVersions,
  ],
};
