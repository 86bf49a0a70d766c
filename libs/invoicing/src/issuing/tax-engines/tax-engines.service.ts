import { Injectable } from '@nestjs/common';
import { anrokNegation, anrokTransaction, anrokVoid, readAnrokAnswer } from './anrok.rules.js';
import { avalaraPing, avalaraRefund, avalaraTransaction, avalaraVoid, readAvalaraAnswer } from './avalara.rules.js';
import { bodyOfAnswer, isLocked, isVoidedAlready } from './engine-calls.rules.js';
import { EngineClient } from './engine-client.js';
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
   * Voids a booked document. A document in a filed return stays there, and its inverse is booked beside it, with the id
   * `<id>_voided`. It may be repeated.
   * @param today the date of the inverse, `YYYY-MM-DD`
   * @throws EngineRefusal, EngineUnavailable
   */
  async void(
    connection: TaxConnection,
    { bookedAs, kind }: { bookedAs: string; kind: TaxDocument['kind'] },
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
      // AvaTax refunds sales only.
      if (!isLocked(engine, error.code) || (!isAnrok && kind === 'return')) throw error;
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
