// The calls of a life, as the second rater handles them.
import type { CallStep } from '../history.ts';
import type { Body } from '../requests.ts';
import type { InvoiceFigures } from '../figures.ts';
import type { PreviewFigures } from '../preview-figures.ts';
import type { RequestedNotes } from './corrections.ts';
import type { UsageFigures } from './current-usage.ts';
import type { CreditNote, Invoice, NoteItem, Split } from './model.ts';
import type { State } from './state.ts';

/** The invoice to which a call refers, and what identifies it in the service. */
export interface FoundInvoice {
  invoice: Invoice;
  key: string;
  shown: InvoiceFigures;
  /** Names of the fees to which the call refers. */
  fees?: string[];
  items?: NoteItem[];
  split?: Split;
  requestedNotes?: RequestedNotes | null;
  isDraft?: boolean;
  note?: undefined;
}

export interface FoundNote {
  note: CreditNote;
  noteKey: string;
}

export type Found = FoundInvoice | FoundNote;

/** The creditable amount that an estimate must show. */
export interface Estimate {
  body: Body;
  shows: { max_creditable_amount_cents: string };
}

/** A call, chosen if its step had to choose. */
export interface Call extends CallStep {
  find?: Found;
  /** The figures that the answer must show. */
  shows?: InvoiceFigures | PreviewFigures | UsageFigures;
  estimate?: Estimate;
  /** The plan and the subscription whose usage the service can price, too. */
  priced?: { plan_code: string; usage: { external_subscription_id: string } };
}

/** A state in which time passes and calls happen. */
export interface PlayableState extends State {
  advance(to: number): void;
  call(call: Call): number;
}

interface Handler {
  /**
   * A method, not a function: each call states the body that it reads, and histories are well-formed.
   * @param id the path's second word
   * @returns the status, unless that is 200
   */
  handle(world: PlayableState, body: Body, id: string, call: Call): number | void;
}

/** Calls by method and resource. */
export type Calls = Record<string, Handler['handle']>;

/** The key of an object, for people. */
export const keyOf = (found: Found): string => (found.note === undefined ? found.key : found.noteKey);
