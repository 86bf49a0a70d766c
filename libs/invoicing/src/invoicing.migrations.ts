import type { SchemaMigrations } from '@tollgate/platform';
import { invoices } from './migrations/001-invoices.js';
import { fees } from './migrations/002-fees.js';
import { chargesInAdvance } from './migrations/003-charges-in-advance.js';
import { creditNotesAndDrafts } from './migrations/004-credit-notes-and-drafts.js';
import { fixedCharges } from './migrations/005-fixed-charges.js';
import { unitsUntil } from './migrations/006-units-until.js';
import { minimums } from './migrations/007-minimums.js';
import { coupons } from './migrations/008-coupons.js';
import { progressiveBilling } from './migrations/009-progressive-billing.js';
import { pricingUnits } from './migrations/010-pricing-units.js';
import { draftRefresh } from './migrations/011-draft-refresh.js';
import { paidLooseFees } from './migrations/012-paid-loose-fees.js';
import { advanceQueue } from './migrations/013-advance-queue.js';
import { billingLanes } from './migrations/014-billing-lanes.js';
import { presentation } from './migrations/015-presentation.js';
import { failures } from './migrations/016-failures.js';
import { advanceCheckpoints } from './migrations/017-advance-checkpoints.js';
import { traces } from './migrations/018-traces.js';
import { queuedWork } from './migrations/019-queued-work.js';
import { invoiceLife } from './migrations/020-invoice-life.js';
import { invoiceLifeIndexes } from './migrations/021-invoice-life-indexes.js';
import { publishedPayments } from './migrations/022-announced-payments.js';
import { analytics } from './migrations/023-analytics.js';
import { overdueIndex } from './migrations/024-overdue-index.js';
import { prepaidCredits } from './migrations/025-prepaid-credits.js';
import { prepaidCreditIndexes } from './migrations/026-prepaid-credit-indexes.js';
import { files } from './migrations/028-files.js';
import { paidByHand } from './migrations/029-paid-by-hand.js';
import { dailyUsages } from './migrations/030-daily-usages.js';
import { untaxedInvoices } from './migrations/031-untaxed-invoices.js';
import { untaxedInvoicesIndex } from './migrations/032-untaxed-invoices-index.js';
import { paymentMethods } from './migrations/033-payment-methods.js';
import { analyticsByKey } from './migrations/034-analytics-by-key.js';
import { progressiveInvoicesIndex } from './migrations/035-progressive-invoices-index.js';
import { unbilledInvoicesIndex } from './migrations/036-unbilled-invoices-index.js';
import { progressiveCredits } from './migrations/037-progressive-credits.js';
import { owedDays } from './migrations/038-owed-days.js';
import { dailyUsagesIndex } from './migrations/039-daily-usages-index.js';
import { voidedCreditSalesIndex } from './migrations/040-voided-credit-sales-index.js';
import { eInvoices } from './migrations/041-e-invoices.js';
import { proration } from './migrations/042-proration.js';
import { invoiceCustomSections } from './migrations/027-invoice-custom-sections.js';
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
import { timesOfChanges } from './migrations/062-times-of-changes.js';

export const invoicingMigrations: SchemaMigrations = {
  schema: 'invoicing',
  migrations: [
    invoices,
    fees,
    chargesInAdvance,
    creditNotesAndDrafts,
    fixedCharges,
    unitsUntil,
    minimums,
    coupons,
    progressiveBilling,
    pricingUnits,
    draftRefresh,
    paidLooseFees,
    advanceQueue,
    billingLanes,
    presentation,
    failures,
    advanceCheckpoints,
    traces,
    queuedWork,
    invoiceLife,
    invoiceLifeIndexes,
    publishedPayments,
    analytics,
    overdueIndex,
    prepaidCredits,
    prepaidCreditIndexes,
    invoiceCustomSections,
    files,
    paidByHand,
    dailyUsages,
    untaxedInvoices,
    untaxedInvoicesIndex,
    paymentMethods,
    analyticsByKey,
    progressiveInvoicesIndex,
    unbilledInvoicesIndex,
    progressiveCredits,
    owedDays,
    dailyUsagesIndex,
    voidedCreditSalesIndex,
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
    timesOfChanges,
  ],
  secrets: [
    { table: 'tax_providers', column: 'secret' },
    { table: 'accounting_providers', column: 'secret' },
  ],
};
