import { Injectable } from '@nestjs/common';
import { bodyOfAnswer, isLocked, isVoidedAlready } from './engine-calls.rules.js';
import { EngineClient } from './engine-client.js';
import type { BookedDocument } from './engine-declaration.js';
import { taxEngines } from './registry.js';
import { roundingLines, taxOfReturn } from './rounding-lines.rules.js';
import { inverseOf } from './tax-document.rules.js';
import { EngineRefusal, type EngineCall, type TaxAnswer, type TaxConnection, type TaxDocument } from './tax-engine.js';

/** The port to tax engines: estimates, books, voids and reverses documents (webhooks, section 19). */
@Injectable()
export class TaxEngines {
  constructor(private readonly client: EngineClient) {}

  /**
   * Has the engine compute the taxes of a document, and book it if it has an id. It may be repeated: the engine has one
   * document of an id.
   * @param today `YYYY-MM-DD`
   * @throws EngineRefusal, EngineUnavailable
   */
  async taxesOf(connection: TaxConnection, document: TaxDocument, today: string): Promise<TaxAnswer> {
    const engine = taxEngines[connection.engine];
    const body = await this.call(connection, engine.transaction(connection, document, today));
    return engine.readAnswer(body, document);
  }

  /**
   * Books a document. The tax of a return is that of its credit note, to the cent. Some engines take the tax of each
   * line. For others, lines of rounding follow if their own tax differs. The call may be repeated.
   * @throws EngineRefusal, EngineUnavailable
   */
  async book(connection: TaxConnection, document: TaxDocument, today: string): Promise<TaxAnswer> {
    const answer = await this.taxesOf(connection, document, today);
    const expected = taxOfReturn(document);
    if (taxEngines[connection.engine].takesLineTaxes || expected === null || expected === answer.taxCents)
      return answer;
    const rounding = roundingLines(document, answer, expected - answer.taxCents);
    if (rounding.length === 0) return answer;
    return this.taxesOf(connection, { ...document, lines: [...document.lines, ...rounding] }, today);
  }

  /**
   * Voids a booked document. A document in a filed return stays there, and its inverse is booked beside it, with the id
   * `<id>_voided`. It may be repeated.
   * @param booked what was booked: some engines refund sales only, so a return gets a sale beside it
   * @param today the date of the inverse, `YYYY-MM-DD`
   * @throws EngineRefusal, EngineUnavailable
   */
  async void(
    connection: TaxConnection,
    { booked, ...document }: BookedDocument & { booked?: TaxDocument | null },
    today: string,
  ): Promise<void> {
    const engine = taxEngines[connection.engine];
    try {
      await this.call(connection, engine.void(connection, document));
    } catch (error) {
      if (!(error instanceof EngineRefusal)) throw error;
      if (isVoidedAlready(engine, error.code)) return;
      if (!isLocked(engine, error.code)) throw error;
      const reversal = engine.reversal(connection, document, today);
      if (reversal) return this.callOnce(connection, reversal);
      if (!booked) throw error;
      await this.taxesOf(connection, inverseOf(booked, today), today);
    }
  }

  /** Checks the keys of a connection, as far as its engine has a call for that. @returns whether it accepts them */
  async check(connection: TaxConnection): Promise<boolean> {
    const { check } = taxEngines[connection.engine];
    return check === null || check.accepts(await this.call(connection, check.call));
  }

  /** A refusal because an earlier attempt has done it is a success. */
  private async callOnce(connection: TaxConnection, call: EngineCall): Promise<void> {
    try {
      await this.call(connection, call);
    } catch (error) {
      if (!(error instanceof EngineRefusal && isVoidedAlready(taxEngines[connection.engine], error.code))) throw error;
    }
  }

  private async call(connection: TaxConnection, call: EngineCall): Promise<unknown> {
    return bodyOfAnswer(taxEngines[connection.engine], await this.client.send(connection, call));
  }
}
