// The memory of a service while others attack it.
import type { Standalone } from '@tollgate/harness/standalone';

const everyMs = 1_000;
const resident = /^process_resident_memory_bytes (\S+)/m;

/** Bytes in memory, as the service itself reports them. */
async function residentBytes({ operationsUrl }: Standalone): Promise<number> {
  const answer = await fetch(`${operationsUrl}/metrics`);
  return Number(resident.exec(await answer.text())?.[1]);
}

export class Memory {
  /** How far it grew above its size at the beginning, in bytes. */
  growth = 0;
  readonly #timer: NodeJS.Timeout;

  private constructor(service: Standalone, before: number) {
    this.#timer = setInterval(() => {
      void residentBytes(service).then(
        (now) => (this.growth = Math.max(this.growth, now - before)),
        () => undefined,
      );
    }, everyMs);
  }

  static async watch(service: Standalone): Promise<Memory> {
    return new Memory(service, await residentBytes(service));
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
