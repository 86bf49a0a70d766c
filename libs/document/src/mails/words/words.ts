/**
 * The sentences of mails in a language. Places: `{customer}`, `{number}`, `{amount}`, `{date}`, `{invoice}`, `{count}`,
 * `{from}`, `{to}`, `{email}`, `{about}` and `{value}`.
 */
export interface MailWords {
  greeting: string;
  invoice: {
    /** Something is left to pay. */
    payable: string;
    /** Nothing is left to pay. */
    settled: string;
    /** The customer sells, and the issuer writes the invoice for the customer. */
    selfBilled: string;
  };
  /** The use of the amount (webhooks, section 7); `issued` for several uses. */
  creditNote: Record<'credited' | 'refunded' | 'offset' | 'issued', string>;
  receipt: string;
  /** Of a statement of account: its balance, and what is overdue. */
  statement: { balance: string; overdue: string };
  /** An alert that the customer set on its usage: the figure has the usage so far, and a fact the value of the alert. */
  usageAlert: Record<'subject' | 'reached' | 'value' | 'limit' | 'manage' | 'open', string>;
  /** The steps of a campaign; requests without one are first ones. */
  request: Record<'first' | 'next' | 'last', string>;
  /** Sentences about the agreed term in days (webhooks, section 7). */
  term: Record<'none' | 'one' | 'many', string>;
  /** Follows every reminder. */
  alreadyPaid: string;
  attached: string;
  /** The e-invoice is attached, too. */
  attachedWithXml: string;
  invoicesAttached: string;
  /** The due date of an invoice, with the days since then. */
  late: Record<'none' | 'one' | 'many', string>;
  /** The button of a single invoice that can be paid online. */
  pay: string;
  /** Several invoices can be paid online. */
  payEach: string;
  payableBy: string;
  view: Record<'invoice' | 'credit_note' | 'payment_receipt' | 'statement', string>;
  questions: string;
  regards: string;
}
