import { Injectable } from '@nestjs/common';
import { erasurePlaces, type ErasingService, type ErasurePlace } from '@tollgate/contracts';
import type { Database } from '../database/database.js';
import type { TenantTransaction } from '../database/transaction.js';
import { Jobs } from '../jobs/jobs.js';
import { inContext } from '../observability/request-context.js';
import { Passes, type Pass } from '../passes/passes.js';
import {
  hasRecentPlaces,
  lockPlace,
  openPlaces,
  recordStep,
  type ErasedStep,
  type OpenPlace,
  type RunningErasure,
} from './erasures.repository.js';

/** The places of a service. */
export type PlacesOf<S extends ErasingService> = {
  [P in ErasurePlace]: (typeof erasurePlaces)[P]['service'] extends S ? P : never;
}[ErasurePlace];

/**
 * Erases the data of a customer in one place.
 * The step and its record are one transaction, so a count is exact however often the work is cut off. A step over a
 * store without transactions may run again: its rows count when the transaction ends.
 * @param reached where the last step ended; null at the first one
 * @returns null when the place must wait, for another system or for messages under way
 */
export type PlaceEraser = (
  transaction: TenantTransaction,
  erasure: RunningErasure,
  reached: string | null,
) => Promise<ErasedStep | null>;

const placesAtOnce = 500;
/** Steps of one place in a run; the next run continues. */
const mostSteps = 200;
/** Recent erasures continue so soon when the places before are done. */
const againMs = 2_000;

/**
 * Runs the work of services on erasures of personal data. The tables say what is to do; messages and jobs only make it
 * quick. One failing place delays no other.
 */
@Injectable()
export class Erasures {
  private readonly served = new Map<ErasingService, () => Promise<void>>();

  constructor(
    private readonly jobs: Jobs,
    private readonly passes: Passes,
  ) {}

  /**
   * Works on the places of a service in every reconciliation, and soon after a request. Called once, when the service
   * starts.
   * @param afterwards ends each run; it returns whether the next one should come soon
   */
  async serve<S extends ErasingService>(
    service: S,
    database: Database,
    places: Record<PlacesOf<S>, PlaceEraser>,
    afterwards: () => Promise<boolean> = () => Promise.resolve(false),
  ): Promise<void> {
    const erasers = places as Partial<Record<ErasurePlace, PlaceEraser>>;
    const run = async () => {
      await this.run(service, database, erasers);
      const isAwaited = await afterwards();
      if (isAwaited || (await database.everyTenant((transaction) => hasRecentPlaces(transaction, service))))
        await this.wake(service, againMs);
    };
    this.served.set(service, run);
    await this.jobs.reconcileEvery(`${service}-erasures`, run);
  }

  /** Has a service of this process do now what can be done of a new erasure. */
  async begin(service: ErasingService): Promise<void> {
    await this.served.get(service)?.();
  }

  /** Has a service look for work soon. */
  private async wake(service: ErasingService, delayMs: number): Promise<void> {
    const id = `soon-${Math.floor((Date.now() + delayMs) / againMs)}`;
    await this.jobs.add(`${service}-erasures`, {}, { id, delayMs });
  }

  private async run(
    service: ErasingService,
    database: Database,
    erasers: Partial<Record<ErasurePlace, PlaceEraser>>,
  ): Promise<void> {
    const open = await database.everyTenant((transaction) => openPlaces(transaction, service, placesAtOnce));
    await this.passes.each(erasing, open, (place) =>
      inContext({ requestId: null, organizationId: place.erasure.organizationId }, async () => {
        const eraser = erasers[place.place];
        if (!eraser) throw new Error(`${service} erases no ${place.place}`);
        for (let step = 0; step < mostSteps && (await this.step(database, place, eraser)); step++);
      }),
    );
  }

  /** @returns whether the place has a next step */
  private async step(database: Database, place: OpenPlace, eraser: PlaceEraser): Promise<boolean> {
    return database.tenant(place.erasure.organizationId, async (transaction) => {
      const row = await lockPlace(transaction, place);
      if (!row) return false;
      const step = await eraser(transaction, place.erasure, row.reached);
      if (step === null) return false;
      await recordStep(transaction, place, step);
      return step.next !== undefined;
    });
  }
}

const erasing: Pass<OpenPlace> = {
  name: 'erasures',
  failure: 'personal data was not erased in a place; it stays due',
  about: ({ erasure, place }) => ({ organization_id: erasure.organizationId, erasure_id: erasure.id, place }),
};
