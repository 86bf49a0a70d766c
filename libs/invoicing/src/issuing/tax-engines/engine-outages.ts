import { Injectable } from '@nestjs/common';
import { EngineResting, EngineUnavailable, type TaxConnection } from './tax-engine.js';

/** How long a process makes no call to an engine that did not answer. Tables hold what is owed. */
const restMs = 30_000;

/** Spares an unavailable engine, and the jobs that would wait for it one after another. */
@Injectable()
export class EngineOutages {
  private readonly restUntil = new Map<string, number>();

  /** Runs a call, unless the engine has just failed. @throws EngineUnavailable, EngineResting */
  async around<T>({ id }: TaxConnection, call: () => Promise<T>): Promise<T> {
    const until = this.restUntil.get(id) ?? 0;
    if (until > Date.now()) throw new EngineResting(until - Date.now());
    try {
      const answer = await call();
      this.restUntil.delete(id);
      return answer;
    } catch (error) {
      if (error instanceof EngineUnavailable)
        this.restUntil.set(id, Date.now() + Math.min(error.retryAfterMs ?? restMs, restMs));
      throw error;
    }
  }
}
