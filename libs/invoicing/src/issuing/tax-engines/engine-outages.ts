import { Injectable } from '@nestjs/common';
import { Outages, Resting, type OutageSign } from '@tollgate/platform';
import { EngineResting, EngineUnavailable, type TaxConnection } from './tax-engine.js';

/** A process makes no call for so long to an engine that did not answer. Tables hold pending requests. */
const restMs = 30_000;

/** Spares an unavailable engine, and the jobs that would wait for it one after another. */
@Injectable()
export class EngineOutages {
  private readonly outages = new Outages({ failures: 1, firstRestMs: restMs, longestRestMs: restMs });

  /** Runs a call, unless the engine has just failed. @throws EngineUnavailable, EngineResting */
  async around<T>({ id }: TaxConnection, call: () => Promise<T>): Promise<T> {
    try {
      return await this.outages.around(id, signOf, call);
    } catch (error) {
      throw error instanceof Resting ? new EngineResting(error.restMs) : error;
    }
  }
}

const signOf = (error: unknown): OutageSign =>
  error instanceof EngineUnavailable ? { requestedMs: error.retryAfterMs } : null;
