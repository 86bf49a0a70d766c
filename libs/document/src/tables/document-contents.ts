/** Something said of a document: what it is called, and what it is. */
export interface Entry {
  label: string;
  value: string;
}

/** Rows under columns; all but the first column stand on the right. */
export interface PrintedTable {
  title: string | null;
  columns: string[];
  rows: string[][];
}

/** What stands on a document, in its language, in the order of the page (webhooks, section 8). */
export interface DocumentContents {
  title: string;
  head: Entry[];
  /** What customers have noted of themselves for their documents. */
  notes: Entry[];
  from: { title: string; lines: string[] };
  to: { title: string; lines: string[] };
  /** The amount in large figures, and what is to be known of it. */
  amount: { value: string; remark: string };
  tables: PrintedTable[];
  totals: Entry[];
  paragraphs: { title: string | null; text: string }[];
  footer: string | null;
}
