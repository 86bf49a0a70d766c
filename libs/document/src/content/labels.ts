/** The labels of documents. */
export interface Labels {
  invoice: string;
  advanceInvoice: string;
  paidInvoice: string;
  selfBillingInvoice: string;
  taxInvoice: string;
  creditNote: string;
  receipt: string;
  number: string;
  invoiceNumber: string;
  purchaseOrder: string;
  issueDate: string;
  paymentTerm: string;
  days: string;
  from: string;
  billTo: string;
  creditTo: string;
  due: string;
  overdue: string;
  paidOn: string;
  paymentMethod: string;
  amountPaid: string;
  remainingDue: string;
  item: string;
  units: string;
  unitPrice: string;
  taxRate: string;
  amount: string;
  subscription: string;
  commitment: string;
  trueUp: string;
  prepaidCredits: string;
  alreadyBilled: string;
  coupon: string;
  subtotal: string;
  tax: string;
  subtotalWithTax: string;
  creditNotes: string;
  total: string;
  credited: string;
  refunded: string;
  offset: string;
  issued: string;
  reverseCharge: string;
  taxExempt: string;
  selfBillingNotice: string;
}

export const english: Labels = {
  invoice: 'Invoice',
  advanceInvoice: 'Advance invoice',
  paidInvoice: 'Paid invoice',
  selfBillingInvoice: 'Self-billing invoice',
  taxInvoice: 'Tax invoice',
  creditNote: 'Credit note',
  receipt: 'Payment receipt',
  number: 'Number',
  invoiceNumber: 'Invoice number',
  purchaseOrder: 'Purchase order',
  issueDate: 'Issue date',
  paymentTerm: 'Payment term',
  days: 'days',
  from: 'From',
  billTo: 'Bill to',
  creditTo: 'Credit to',
  due: 'Due',
  overdue: 'Overdue balance',
  paidOn: 'Paid on',
  paymentMethod: 'Payment method',
  amountPaid: 'Amount paid',
  remainingDue: 'Remaining due',
  item: 'Item',
  units: 'Units',
  unitPrice: 'Unit price',
  taxRate: 'Tax rate',
  amount: 'Amount',
  subscription: 'subscription',
  commitment: 'Minimum commitment',
  trueUp: 'True-up',
  prepaidCredits: 'Prepaid credits',
  alreadyBilled: 'Usage already billed',
  coupon: 'Coupons',
  subtotal: 'Subtotal excluding tax',
  tax: 'Tax',
  subtotalWithTax: 'Subtotal including tax',
  creditNotes: 'Credit notes',
  total: 'Total',
  credited: 'Credited',
  refunded: 'Refunded',
  offset: 'Offset on invoice',
  issued: 'Issued',
  reverseCharge: 'Reverse charge',
  taxExempt: 'Exempt from tax',
  selfBillingNotice: 'Issued by the customer on behalf of the supplier',
};
