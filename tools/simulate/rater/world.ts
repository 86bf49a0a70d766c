// The calls of a life as the reference describes their effects, on plain objects in memory.
import type { CallStep, Step } from '../history.ts';
import type { Call, Calls, PlayableState } from './calls.ts';
import { catalogCalls } from './catalog-calls.ts';
import { chosenCall, correctionCalls } from './correction-calls.ts';
import { chargeNewInvoices } from './provider-payments.ts';
import { State } from './state.ts';
import { subscriptionCalls } from './subscription-calls.ts';
import { performDueWork } from './time.ts';
import { walletCalls } from './wallet-calls.ts';

const calls: Calls = { ...subscriptionCalls, ...catalogCalls, ...walletCalls, ...correctionCalls };

/** A call and its expected status. */
export interface RatedCall {
  call: Call;
  status: number;
}

export class World extends State implements PlayableState {
  /**
   * Plays a step: a clock step, or a call and then its due work.
   * @returns null without a call
   */
  play(step: Step): RatedCall | null {
    if (step.at !== undefined) {
      this.advance(Date.parse(step.at));
      return null;
    }
    const call = this.callOf(step);
    if (!call) return null;
    const status = this.call(call);
    if (step.do.includes('/events')) chargeNewInvoices(this);
    else this.advance(this.now);
    return { call, status };
  }

  /** Performs all work that falls due until an instant, in order. */
  advance(to: number): void {
    performDueWork(this, to);
    this.now = to;
  }

  /** @returns the expected status of the call */
  call(call: Call): number {
    const [method, path = ''] = call.do.split(' ');
    const [resource, id = ''] = path.slice(1).split('?', 1).join().split('/');
    const handle = calls[`${method} ${resource}`];
    if (!handle) throw new Error(`The rater does not know ${call.do}`);
    return handle(this, structuredClone(call.body) ?? {}, id, call) ?? 200;
  }

  /** The call of a step, chosen now if the step has `choose`; null if no object fits. */
  private callOf(step: CallStep): Call | null {
    return step.choose ? chosenCall(this, step.do, step.choose) : step;
  }
}
