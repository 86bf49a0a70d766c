/** A labelled value on a document. */
export interface Entry {
  label: string;
  value: string;
}

/** A line of the totals. */
export interface Total extends Entry {
  /** The base of a tax; null for other lines. */
  remark: string | null;
  /** Whether it is a result that stands out. */
  strong: boolean;
}

/** A party of a document. */
export interface Party {
  title: string;
  name: string;
  /** Its address, and how to reach it. */
  lines: string[];
  /** Its tax number and its number in a register. */
  numbers: Entry[];
}

/** A row of a table. */
export interface ContentRow {
  /** `head` names the rows that follow, `subtotal` sums up the parts before it. */
  kind: 'line' | 'head' | 'subtotal';
  /** How far it is indented: a part of a line, or a line under a head. */
  level: number;
  /** One text for each column. */
  cells: string[];
  /** Small texts under the first cell. */
  remarks: string[];
}

/** The rows of one billing period, or of no period. */
export interface RowGroup {
  title: string | null;
  rows: ContentRow[];
}

/** Rows under columns; all columns but the first are right-aligned. */
export interface ContentTable {
  title: string | null;
  columns: string[];
  groups: RowGroup[];
}

/** Choices of an issuer for the look of its documents. */
export interface Theme {
  paper: 'A4' | 'Letter';
  /** `#1f4e79`: of the bar on the first page and of the total. */
  accent: string;
}

export const defaultTheme: Theme = { paper: 'A4', accent: '#1f4e79' };

/** The words of a Swiss bill. */
export interface SwissBillWords {
  paymentPart: string;
  account: string;
  reference: string;
  message: string;
  currency: string;
  amount: string;
  receipt: string;
  acceptancePoint: string;
  separate: string;
  debtor: string;
  emptyDebtor: string;
}

/** The payment part and the receipt of a Swiss bill. */
export interface SwissBill {
  words: SwissBillWords;
  /** The content of its code. */
  payload: string;
  /** The number of the account, and its holder with address. */
  account: string[];
  /** The payer with its address; empty where it is written by hand. */
  debtor: string[];
  /** In groups of digits; null without one. */
  reference: string | null;
  message: string;
  currency: string;
  /** `1 949.75` */
  amount: string;
}

/** How to pay an invoice by bank transfer. */
export interface PaymentPart {
  title: string;
  /** The issuer's terms of payment. */
  terms: string | null;
  /** The account, and the reference of the transfer; empty without an account. */
  account: Entry[];
  /** A code that applications of banks read: its content, and the words beside it. */
  code: { content: string; caption: string } | null;
  /** Documents of earlier releases have none. */
  swissBill?: SwissBill | null;
}

/** The content of a document, in its language, in page order (webhooks, section 8). */
export interface DocumentContents {
  version: 3;
  theme: Theme;
  /** BCP 47. */
  language: string;
  title: string;
  head: Entry[];
  /** The customer's metadata for documents. */
  notes: Entry[];
  from: Party;
  to: Party;
  /** The amount in large figures, what it is, and its remark. Documents of older releases do not say what it is. */
  amount: { label?: string; value: string; remark: string };
  tables: ContentTable[];
  totals: Total[];
  /** Rates, bases and amounts: of earlier versions alone, since the totals list them, too. */
  taxes: ContentTable | null;
  /** Why a tax is not charged, one text for each (webhooks, section 8.1). */
  taxReasons: string[];
  /** Null where nothing is to be paid, or the issuer says nothing about it. */
  payment: PaymentPart | null;
  paragraphs: { title: string | null; text: string }[];
  footer: string | null;
  /** Tables on pages of their own, after the footer. */
  details: ContentTable[];
  /** The label of a page's number, with places for `{page}` and `{pages}`. */
  page: string;
  /** The name of the product that made it. */
  mark: string | null;
}
