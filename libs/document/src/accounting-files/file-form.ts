import type { AccountingSettings } from './accounting-settings.js';
import type { PostedEntry } from './posted-entries.js';

/** The facts in the head of a file. */
export interface FileTerms {
  settings: AccountingSettings;
  /** `YYYY-MM-DD`, both included. */
  from: string;
  to: string;
  createdAt: Date;
}

/** A form of accounting files. Its text begins with the head; entries follow in their order. */
export interface AccountingFile {
  /** Of the books. */
  currency: string;
  /** The most rows that programs accept. */
  mostRows: number;
  mediaType: string;
  nameOf: (terms: FileTerms) => string;
  head: (terms: FileTerms) => string;
  /** The rows of an entry, each with a line end. @param number of the entry in the file, from 1 */
  rows: (posted: PostedEntry, number: number) => string[];
  encode: (text: string) => Buffer;
}
