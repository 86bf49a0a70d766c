import type { CreditNote, Interval, LegalMentions, StatementEntryType } from '@tollgate/contracts';

/** The words of documents. Words in braces are places for figures: `{from}`. */
export interface Labels {
  // Titles
  invoice: string;
  advanceInvoice: string;
  paidInvoice: string;
  selfBillingInvoice: string;
  taxInvoice: string;
  paidTaxInvoice: string;
  creditNote: string;
  receipt: string;
  // Head
  number: string;
  invoiceNumber: string;
  purchaseOrder: string;
  issueDate: string;
  paymentTerm: string;
  day: string;
  days: string;
  reason: string;
  reasons: Record<CreditNote['reason'], string>;
  from: string;
  billTo: string;
  creditTo: string;
  taxNumber: string;
  legalNumber: string;
  due: string;
  overdue: string;
  paidOn: string;
  paymentMethod: string;
  amountPaid: string;
  remainingDue: string;
  // Payment
  howToPay: string;
  accountHolder: string;
  transferReference: string;
  /** Words beside a code for applications of banks. */
  scanToPay: string;
  // Tables
  item: string;
  units: string;
  unitPrice: string;
  taxRate: string;
  amount: string;
  subscription: string;
  /** `Monthly subscription` */
  subscriptions: Record<Interval, string>;
  commitment: string;
  trueUp: string;
  prepaidCredits: string;
  /** Usage without the property that names the other rows. */
  other: string;
  breakdown: string;
  // Breakdown of prorated units
  unitDays: string;
  countedDays: string;
  /** The change of units on a day. */
  unitChange: string;
  dayShare: string;
  daysOf: string;
  proratedUnits: string;
  carriedUnits: string;
  /** The rows that a breakdown leaves out. */
  more: string;
  // Tiers and components
  unitsBetween: string;
  unitsFrom: string;
  perUnit: string;
  flatFee: string;
  freeUnits: string;
  /** The part of a percentage's usage, which is an amount, without a price. */
  freeAmount: string;
  packages: string;
  share: string;
  perTransaction: string;
  transactionLimits: string;
  partsTotal: string;
  // Remarks
  totalEvents: string;
  prorated: string;
  /** Usage that is weighted by time. */
  perSecond: Record<Interval, string>;
  usageReached: string;
  // Totals
  alreadyBilled: string;
  coupon: string;
  subtotal: string;
  tax: string;
  onBase: string;
  subtotalWithTax: string;
  creditNotes: string;
  freeCredits: string;
  purchasedCredits: string;
  total: string;
  credited: string;
  refunded: string;
  offset: string;
  issued: string;
  // Legal texts
  reverseCharge: string;
  taxExempt: string;
  selfBillingNotice: string;
  /** The number of a page. */
  page: string;
  // Dates of supply, corrections and reasons of taxes
  /** The title of a credit note over its whole invoice. */
  cancellationNote: string;
  supplyDate: string;
  /** The value of the date of supply, where no item has a period. */
  supplyAtIssue: string;
  /** Where some items have a period. */
  supplyOfItems: string;
  invoiceDate: string;
  correctedPeriod: string;
  /** The sum before all deductions. */
  linesTotal: string;
  /** The uses of the total of a credit note. */
  ofWhichCredited: string;
  ofWhichRefunded: string;
  ofWhichOffset: string;
  /** The units before proration. */
  proratedUnitsOf: string;
  /** Why no tax is charged, where the issuer gives no words of its own. */
  notSubject: string;
  exportSupply: string;
  communitySupply: string;
  /** Progressive invoices whose amounts a final invoice deducts. */
  deductedInvoices: string;
  /** A tax number in a country without VAT. */
  taxId: string;
  /** The tax in the currency of the seller's country. */
  taxInCurrency: string;
  // Void
  /** The mark on the file of a voided invoice. */
  voided: string;
  voidedNotice: string;
  /** The name of the amount in large figures. */
  amountDue: string;
  // Receipts
  receivedFrom: string;
  /** The payment method of a manual payment. */
  manualPayment: string;
  /** The directive of the European Union on VAT. */
  vatDirective: string;
  statement: Record<StatementWord, string>;
  statementEntries: Record<StatementEntryType, string>;
  /** Mentions of the law of the seller; in French the words of the law. */
  legal: Record<'latePenalty' | 'indemnity' | 'noDiscount' | 'vatOnDebits', string>;
  /** The mark on a sample. */
  sample: string;
  sampleNotice: string;
  operations: Record<NonNullable<LegalMentions['operation_category']>, string>;
}

/** The words of a statement of account; `ageing` heads open amounts by how long they are overdue. */
type StatementWord =
  | 'title'
  | 'customer'
  | 'period'
  | 'entry'
  | 'date'
  | 'balance'
  | 'opening'
  | 'closing'
  | 'balanceOn'
  | 'openInvoices'
  | 'dueDate'
  | 'daysOverdue'
  | 'ageing'
  | 'notOverdue'
  | 'upTo30Days'
  | 'upTo60Days'
  | 'upTo90Days'
  | 'over90Days'
  | 'availableCredit';

/** Puts figures into the places of a label. */
export function filled(label: string, figures: Record<string, string>): string {
  return label.replaceAll(/\{(\w+)\}/g, (place, name: string) => figures[name] ?? place);
}
