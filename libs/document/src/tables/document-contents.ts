/** A labelled value on a document. */
export interface Entry {
  label: string;
  value: string;
}

/** Rows under columns; all columns but the first are right-aligned. */
export interface ContentTable {
  title: string | null;
  columns: string[];
  rows: string[][];
}

/** The content of a document, in its language, in page order (webhooks, section 8). */
export interface DocumentContents {
  title: string;
  head: Entry[];
  /** The customer's metadata for documents. */
  notes: Entry[];
  from: { title: string; lines: string[] };
  to: { title: string; lines: string[] };
  /** The amount in large figures, and its remark. */
  amount: { value: string; remark: string };
  tables: ContentTable[];
  totals: Entry[];
  paragraphs: { title: string | null; text: string }[];
  footer: string | null;
}
