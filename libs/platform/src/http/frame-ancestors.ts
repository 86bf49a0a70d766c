import { bounds } from '@tollgate/contracts';
import { RefreshedCache } from '../batching/refreshed-cache.js';
import { Semaphore } from '../batching/semaphore.js';
import type { CommandBus } from '../commands/command-bus.js';
import { Unavailable } from '../errors/api-errors.js';

/** A change of the settings reaches frames that open this many milliseconds later. */
const staleness = { refreshAfterMs: 5_000, cacheTtlMs: 10_000 };
const mostIssuers = 1_000;
const mostAtOnce = 4;
const longestWaitMs = 2_000;

/** The query of a frame's address, as the page around it has written it. */
export interface FrameQuery {
  /** The slug of the organization. */
  organization?: unknown;
  /** The code of the issuer; absent for the default one. */
  billing_entity?: unknown;
  /** The origin of the page around the frame. */
  origin?: unknown;
}

/** Finds out which page may frame a part of the portal (customers, section 3.10). */
export class FrameAncestors {
  private readonly cache = new RefreshedCache<{ origins: string[] }>(staleness, mostIssuers);
  private readonly reads = new Semaphore(mostAtOnce, {
    ms: longestWaitMs,
    refusal: () => new Unavailable('too many frames open at once, try again'),
  });

  constructor(private readonly commands: CommandBus) {}

  /**
   * The origin of a frame's address if the settings of the issuer list it; else null, and the answer says no more.
   * @throws Unavailable when the settings cannot be read now
   */
  async permittedOrigin({ organization, billing_entity: entity = '', origin }: FrameQuery): Promise<string | null> {
    if (!isShort(organization) || !isShort(entity) || typeof origin !== 'string') return null;
    const { origins } = await this.cache.get(JSON.stringify([organization, entity]), null, () =>
      this.reads.run(() =>
        this.commands.send('catalog', 'portal.read_origins', {
          organization,
          billing_entity_code: entity === '' ? null : entity,
        }),
      ),
    );
    return origins.includes(origin) ? origin : null;
  }
}

const isShort = (text: unknown): text is string => typeof text === 'string' && text.length <= bounds.line;
