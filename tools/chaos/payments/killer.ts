// Kills the process that charges, at the steps between the request that it keeps, the charge and its record.
import { setTimeout as sleep } from 'node:timers/promises';
import type { StripeControl } from '@tollgate/stripe/control-client';
import type { RecordedCall } from '@tollgate/stripe/server';
import { queryOf } from '../database.ts';
import type { PaymentsPlay } from './shop.ts';

/** Kills come so long after a call for a charge: by steps of 7 ms, within a time in which its answer is recorded. */
const killStepMs = 7;
const killsOverMs = 300;
/** The double holds half of its answers back, so that the time between a charge and its answer is long enough to hit. */
const answerDelay = { kind: 'delay', when: 'after', milliseconds: 50, probability: 0.5, seed: 4 } as const;
const charges = '/v1/payment_intents';
/** A process that does not charge within this time is killed without. */
const longestWaitMs = 20_000;

/** How far a killed process was with its last charge. */
type Step = 'requested' | 'charged' | 'recorded' | 'idle';

const isCharge = ({ method, path }: RecordedCall): boolean => method === 'POST' && path === charges;

export class Killer {
  readonly #play: PaymentsPlay;
  readonly #control: StripeControl;
  readonly #counts: Record<Step, number> = { requested: 0, charged: 0, recorded: 0, idle: 0 };
  /** The id of the last call that is known. */
  #last: string | undefined;

  constructor(play: PaymentsPlay, control: StripeControl) {
    this.#play = play;
    this.#control = control;
  }

  /** The number of kills by the step of the last charge. */
  get outcome(): string {
    const { requested, charged, recorded, idle } = this.#counts;
    const kills = requested + charged + recorded + idle;
    return `killed ${kills} times: ${requested} before the charge, ${charged} before its record, ${recorded} after, ${idle} idle`;
  }

  /** Kills the process at its next charge, and starts it again. @param round another moment each time */
  async kill(round: number): Promise<void> {
    if (round === 0) await this.#control.addFault({ ...answerDelay, path: charges });
    const isCharging = await this.#waitForCharge();
    if (isCharging) await sleep((round * killStepMs) % killsOverMs);
    await this.#play.payments.kill('SIGKILL');
    const calls = await this.#control.calls(this.#last);
    const call = calls.findLast(isCharge);
    this.#last = calls.at(-1)?.id ?? this.#last;
    this.#counts[call ? await this.#stepOf(call) : 'idle'] += 1;
    await this.#play.payments.start();
  }

  /** @returns whether a charge came since the last kill */
  async #waitForCharge(): Promise<boolean> {
    this.#last ??= (await this.#control.calls()).at(-1)?.id;
    for (const end = Date.now() + longestWaitMs; Date.now() < end; await sleep(2))
      if ((await this.#control.calls(this.#last)).some(isCharge)) return true;
    return false;
  }

  async #stepOf({ form }: RecordedCall): Promise<Step> {
    const payment = new URLSearchParams(form).get('metadata[svc_payment_id]') ?? '';
    const { charges: made } = await this.#control.ledger();
    if (!made.some(({ metadata }) => metadata['svc_payment_id'] === payment)) return 'requested';
    const [row] = await queryOf<{ payment_status: string }>(
      this.#play.databaseUrl(),
      'select payment_status from payment.payments where id = $1',
      [payment],
    );
    return row?.payment_status === 'succeeded' ? 'recorded' : 'charged';
  }
}
