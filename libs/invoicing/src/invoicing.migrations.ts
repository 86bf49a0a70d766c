import type { SchemaMigrations } from '@tollgate/platform';
import { baseline } from './migrations/000-baseline.js';
import { eInvoices } from './migrations/041-e-invoices.js';
import { proration } from './migrations/042-proration.js';
import { waitingStarts } from './migrations/043-waiting-starts.js';
import { waitingStartsIndex } from './migrations/044-waiting-starts-index.js';
import { taxEngines } from './migrations/045-tax-engines.js';
import { accounting } from './migrations/046-accounting.js';
import { invoiceListIndexes } from './migrations/047-invoice-list-indexes.js';
import { feeInputs } from './migrations/048-fee-inputs.js';
import { textsOfInvoices } from './migrations/049-texts-of-invoices.js';
import { textsOfCreditNotes } from './migrations/050-texts-of-credit-notes.js';
import { rareStatesOfInvoices } from './migrations/051-rare-states-of-invoices.js';
import { mrrMovements } from './migrations/052-mrr-movements.js';
import { voidsWithNotes } from './migrations/053-voids-with-notes.js';
import { listsOfManyInvoices } from './migrations/054-lists-of-many-invoices.js';
import { textsOfPayments } from './migrations/055-texts-of-payments.js';
import { countedInvoices } from './migrations/056-counted-invoices.js';
import { paymentDisputes } from './migrations/057-payment-disputes.js';
import { periodsOfMarks } from './migrations/058-periods-of-marks.js';
import { sentTaxDocuments } from './migrations/059-sent-tax-documents.js';
import { listsOfFees } from './migrations/060-lists-of-fees.js';
import { ordersOfDocuments } from './migrations/061-orders-of-documents.js';
import { formerQueues } from './migrations/062-former-queues.js';
import { pendingStatuses } from './migrations/063-pending-statuses.js';
import { timesOfChanges } from './migrations/064-times-of-changes.js';
import { amountsOfPayments } from './migrations/065-amounts-of-payments.js';
import { ownContacts } from './migrations/066-own-contacts.js';
import { priceTests } from './migrations/067-price-tests.js';
import { customersOfPriceTests } from './migrations/068-customers-of-price-tests.js';
import { spansOfFeesInAdvance } from './migrations/069-spans-of-fees-in-advance.js';

export const invoicingMigrations: SchemaMigrations = {
  schema: 'invoicing',
  baseline,
  migrations: [
    eInvoices,
    proration,
    waitingStarts,
    waitingStartsIndex,
    taxEngines,
    accounting,
    invoiceListIndexes,
    feeInputs,
    textsOfInvoices,
    textsOfCreditNotes,
    rareStatesOfInvoices,
    mrrMovements,
    voidsWithNotes,
    listsOfManyInvoices,
    textsOfPayments,
    countedInvoices,
    paymentDisputes,
    periodsOfMarks,
    sentTaxDocuments,
    listsOfFees,
    ordersOfDocuments,
    formerQueues,
    pendingStatuses,
    timesOfChanges,
    amountsOfPayments,
    ownContacts,
    priceTests,
    customersOfPriceTests,
    spansOfFeesInAdvance,
  ],
  secrets: [
    { table: 'tax_providers', column: 'secret' },
    { table: 'accounting_providers', column: 'secret' },
  ],
};
