import type { SchemaMigrations } from '@tollgate/platform';
import { baseline } from './migrations/000-baseline.js';
import { methodDetails } from './migrations/008-method-details.js';
import { dunningSteps } from './migrations/009-dunning-steps.js';
import { providerRequests } from './migrations/010-provider-requests.js';
import { providerIds } from './migrations/011-provider-ids.js';
import { connectedProviders } from './migrations/012-connected-providers.js';
import { paymentsOfMethods } from './migrations/013-payments-of-methods.js';
import { authorizations } from './migrations/014-authorizations.js';
import { accountsOfConnections } from './migrations/015-accounts-of-connections.js';
import { paymentListIndexes } from './migrations/016-payment-list-indexes.js';
import { fundingInstructions } from './migrations/017-funding-instructions.js';
import { textsOfPayments } from './migrations/018-texts-of-payments.js';
import { removedCustomers } from './migrations/019-removed-customers.js';
import { delayedCharges } from './migrations/020-delayed-charges.js';
import { rareStatesOfPayments } from './migrations/021-rare-states-of-payments.js';
import { returns } from './migrations/022-returns.js';
import { eventsOfEndpoints } from './migrations/023-events-of-endpoints.js';
import { declaredProviders } from './migrations/024-declared-providers.js';
import { timesOfChanges } from './migrations/025-times-of-changes.js';
import { pagesOfRequests } from './migrations/026-pages-of-requests.js';
import { returnsOfSandboxPages } from './migrations/027-returns-of-sandbox-pages.js';

export const paymentMigrations: SchemaMigrations = {
  schema: 'payment',
  secrets: [
    { table: 'provider_connections', column: 'secret_key' },
    { table: 'provider_connections', column: 'webhook_secret' },
  ],
  baseline,
  migrations: [
    methodDetails,
    dunningSteps,
    providerRequests,
    providerIds,
    connectedProviders,
    paymentsOfMethods,
    authorizations,
    accountsOfConnections,
    paymentListIndexes,
    fundingInstructions,
    textsOfPayments,
    removedCustomers,
    delayedCharges,
    rareStatesOfPayments,
    returns,
    eventsOfEndpoints,
    declaredProviders,
    timesOfChanges,
    pagesOfRequests,
    returnsOfSandboxPages,
  ],
};
