import { Injectable } from '@nestjs/common';
import { anrokNegation, anrokTransaction, anrokVoid, readAnrokAnswer } from './anrok.rules.js';
import { avalaraPing, avalaraRefund, avalaraTransaction, avalaraVoid, readAvalaraAnswer } from './avalara.rules.js';
import { bodyOfAnswer, isLocked, isVoidedAlready } from './engine-calls.rules.js';
import { EngineClient } from './engine-client.js';
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
    const isAnrok = connection.engine === 'anrok';
    const call = isAnrok ? anrokTransaction(document, today) : avalaraTransaction(document, companyOf(connection));
    const body = await this.call(connection, call);
    return isAnrok ? readAnrokAnswer(body, document) : readAvalaraAnswer(body, document);
  }

  /**
   * Books a document. The tax of a return is that of its credit note, to the cent. AvaTax takes the tax of each line. For
   * Anrok, lines of rounding follow if its own tax differs. The call may be repeated.
   * @throws EngineRefusal, EngineUnavailable
   */
  async book(connection: TaxConnection, document: TaxDocument, today: string): Promise<TaxAnswer> {
    const answer = await this.taxesOf(connection, document, today);
    const owed = taxOfReturn(document);
    if (connection.engine !== 'anrok' || owed === null || owed === answer.taxCents) return answer;
    const rounding = roundingLines(document, answer, owed - answer.taxCents);
    if (rounding.length === 0) return answer;
    return this.taxesOf(connection, { ...document, lines: [...document.lines, ...rounding] }, today);
  }

  /**
   * Voids a booked document. A document in a filed return stays there, and its inverse is booked beside it, with the id
   * `<id>_voided`. It may be repeated.
   * @param booked what was booked: AvaTax refunds sales only, so a return gets a sale beside it
   * @param today the date of the inverse, `YYYY-MM-DD`
   * @throws EngineRefusal, EngineUnavailable
   */
  async void(
    connection: TaxConnection,
    { bookedAs, kind, booked }: { bookedAs: string; kind: TaxDocument['kind']; booked?: TaxDocument | null },
    today: string,
  ): Promise<void> {
    const { engine } = connection;
    const isAnrok = engine === 'anrok';
    const company = isAnrok ? '' : companyOf(connection);
    try {
      await this.call(connection, isAnrok ? anrokVoid(bookedAs) : avalaraVoid(company, bookedAs, kind));
    } catch (error) {
      if (!(error instanceof EngineRefusal)) throw error;
      if (isVoidedAlready(engine, error.code)) return;
      if (!isLocked(engine, error.code)) throw error;
      if (!isAnrok && kind === 'return') {
        if (!booked) throw error;
        return void (await this.taxesOf(connection, inverseOf(booked, today), today));
      }
      const inverse = isAnrok ? anrokNegation(bookedAs) : avalaraRefund(company, bookedAs, today);
      await this.callOnce(connection, inverse);
    }
  }

  /** Checks the keys of a connection, as far as its engine has a call for that. @returns whether it accepts them */
  async check(connection: TaxConnection): Promise<boolean> {
    if (connection.engine === 'anrok') return true;
    const body = await this.call(connection, avalaraPing);
    return (body as { authenticated?: unknown } | null)?.authenticated === true;
  }

  /** A refusal because an earlier attempt has done it is a success. */
  private async callOnce(connection: TaxConnection, call: EngineCall): Promise<void> {
    try {
      await this.call(connection, call);
    } catch (error) {
      if (!(error instanceof EngineRefusal && isVoidedAlready(connection.engine, error.code))) throw error;
    }
  }

  private async call(connection: TaxConnection, call: EngineCall): Promise<unknown> {
    return bodyOfAnswer(connection.engine, await this.client.send(connection, call));
  }
}

function companyOf({ id, companyCode }: TaxConnection): string {
  if (companyCode === null) throw new Error(`the connection ${id} has no company`);
  return companyCode;
}
