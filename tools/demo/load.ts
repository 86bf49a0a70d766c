// Loads events through `POST /events/batch`, several calls at a time, each event exactly once.
import type { Answer, Api } from '@tollgate/harness/api';

const batchSize = 100;
const callsInFlight = 8;

/** Problems of a refused batch: by the place of an event, then by its field. */
interface Refusal {
  error_details?: Record<string, { transaction_id?: string | string[] }>;
}

/** The indexes of events that are already stored, if the batch has no other problem; otherwise undefined. */
function storedAlready({ status, body }: Answer<Refusal>): Set<number> | undefined {
  if (status !== 422) return undefined;
  const entries = Object.entries(body.error_details ?? {});
  const repeated = ([index, errors]: (typeof entries)[number]): boolean =>
    /^\d+$/.test(index) &&
    Object.keys(errors).join() === 'transaction_id' &&
    [errors.transaction_id].flat().join() === 'value_already_exist';
  return entries.length > 0 && entries.every(repeated) ? new Set(entries.map(([index]) => Number(index))) : undefined;
}

/** A batch is stored completely or not at all; the next one omits events that an unanswered attempt has stored. */
async function sendBatch(api: Api, batch: object[]): Promise<void> {
  let rest = batch;
  while (rest.length > 0) {
    const answer = await api.send<Refusal>('POST', '/api/v1/events/batch', { events: rest });
    if (answer.status < 300) return;
    const stored = storedAlready(answer);
    if (!stored)
      throw new Error(`The events are refused (${answer.status}): ${JSON.stringify(answer.body).slice(0, 500)}`);
    rest = rest.filter((_, index) => !stored.has(index));
  }
}

/**
 * Sends all events.
 * @param progress called with the number of events of each stored batch
 * @returns the seconds it took
 */
export async function load(api: Api, events: object[], progress: (count: number) => void): Promise<number> {
  const begun = performance.now();
  let next = 0;
  let broken = false;
  const worker = async () => {
    while (next < events.length && !broken) {
      const batch = events.slice(next, (next += batchSize));
      await sendBatch(api, batch).catch((error: unknown) => {
        broken = true;
        throw error;
      });
      progress(batch.length);
    }
  };
  await Promise.all(Array.from({ length: callsInFlight }, worker));
  return (performance.now() - begun) / 1000;
}

interface Progress {
  advance(count: number): void;
  stop(): void;
}

/** A progress bar on a terminal, a few lines elsewhere. */
export async function progressOf(total: number): Promise<Progress> {
  if (process.stdout.isTTY) {
    const { default: cliProgress } = await import('cli-progress');
    const bar = new cliProgress.SingleBar(
      {
        format: '  {bar} {percentage}%  {value} of {total} events, {eta_formatted} to go',
        barsize: 30,
        hideCursor: true,
      },
      cliProgress.Presets.shades_classic,
    );
    bar.start(total, 0);
    return { advance: (count: number) => bar.increment(count), stop: () => bar.stop() };
  }
  let done = 0;
  let shown = 0;
  return {
    advance: (count) => {
      done += count;
      const quarter = Math.floor((done * 4) / total);
      if (quarter > shown) console.log(`  ${quarter * 25}%  ${done} of ${total} events`);
      shown = quarter;
    },
    stop: () => undefined,
  };
}
