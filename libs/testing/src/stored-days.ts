import { waitFor } from './client.js';
import type { Sandbox } from './sandbox.js';

/** The answer of `GET /analytics/usage`. */
export interface StoredDays {
  usages: {
    start_of_period_dt: string;
    end_of_period_dt: string;
    billable_metric_code: string;
    units: string;
    amount_cents: number;
  }[];
  complete_to_datetime: string | null;
  last_usage_sync_at: string | null;
}

export const requestDays = (sandbox: Sandbox, query = ''): Promise<StoredDays> =>
  sandbox.ok<StoredDays>('GET', `/analytics/usage${query}`);

export const isComplete = ({ complete_to_datetime: to }: StoredDays, until: string) => to !== null && to >= until;
const isSynced = ({ last_usage_sync_at: at }: StoredDays, since: number) => at !== null && Date.parse(at) >= since;

/** Waits until all days up to an instant are stored, with all events sent so far, and returns the answer. */
export async function storedDays(sandbox: Sandbox, until: string, query = ''): Promise<StoredDays> {
  const since = Date.now();
  return waitFor(
    `days up to ${until}`,
    async () => {
      const usage = await requestDays(sandbox, query);
      return isComplete(usage, until) && isSynced(usage, since) && usage;
    },
    90_000,
  );
}
