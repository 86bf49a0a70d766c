import type { TaxProviderName } from '@tollgate/contracts';
import type { Config } from '@tollgate/platform';
import type { EngineCall, TaxAnswer, TaxConnection, TaxDocument } from './tax-engine.js';

/** A booked document, to void. */
export interface BookedDocument {
  bookedAs: string;
  kind: TaxDocument['kind'];
}

/** Codes of an engine's refusals, by what they mean here. */
export interface RefusalCodes {
  /** The refusal passes by itself. */
  passing: ReadonlySet<string>;
  /** The document is voided already, or the engine does not have it. */
  gone: ReadonlySet<string>;
  /** The document is in a filed return, so that its inverse must be booked in place of a void. */
  locked: string;
}

/** A tax engine, all in one place: its addresses, calls and answers. Nothing outside of its file branches on its name. */
export interface TaxEngineDeclaration {
  name: TaxProviderName;
  /** The base address of a connection. */
  baseUrlOf(config: Config, connection: TaxConnection): string;
  /** The headers that identify the caller. */
  credentialsOf(connection: TaxConnection): Record<string, string>;
  /** The call that computes the taxes of a document, and books it if it has an id. @param today `YYYY-MM-DD` */
  transaction(connection: TaxConnection, document: TaxDocument, today: string): EngineCall;
  /** @throws EngineRefusal for an answer that does not fit the document */
  readAnswer(body: unknown, document: TaxDocument): TaxAnswer;
  /** Whether it takes the tax of each line of a return; otherwise lines of rounding follow. */
  takesLineTaxes: boolean;
  void(connection: TaxConnection, booked: BookedDocument): EngineCall;
  /** The call that books the inverse of a locked document; null where the whole inverse must be booked. */
  reversal(connection: TaxConnection, booked: BookedDocument, today: string): EngineCall | null;
  /** The call that checks keys, and whether its answer accepts them; null without such a call. */
  check: { call: EngineCall; accepts(body: unknown): boolean } | null;
  refusalOf(body: unknown): { code: string; message: string };
  codes: RefusalCodes;
}
