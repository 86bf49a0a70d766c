interface Limits {
  /** Concurrent quick attempts. */
  quick: number;
  /** Concurrent slow attempts, which no longer count as quick. */
  slow: number;
  /** Concurrent attempts of one organization, quick or slow. */
  organization: number;
}

/** The right to make one attempt. */
export interface Slot {
  /** Marks the attempt as slow: frees its quick slot when the limit of slow ones allows it. */
  becomeSlow(): void;
  release(): void;
}

/**
 * Limits the concurrent attempts of a process. Waiting for an answer costs little, so a hanging attempt becomes slow
 * after a short while. A separate limit bounds each organization, whatever its receivers do.
 */
export class AttemptSlots {
  private quick = 0;
  private slow = 0;
  private readonly byOrganization = new Map<string, number>();
  private readonly queue: { organizationId: string; start: (slot: Slot) => void }[] = [];

  constructor(private readonly limits: Limits) {}

  /** Waits for a slot: first come, first served, among organizations below their limit. */
  take(organizationId: string): Promise<Slot> {
    return new Promise((start) => {
      this.queue.push({ organizationId, start });
      this.startNext();
    });
  }

  private startNext(): void {
    for (let next = 0; next < this.queue.length && this.quick < this.limits.quick;) {
      const { organizationId, start } = this.queue[next] as (typeof this.queue)[number];
      const underWay = this.byOrganization.get(organizationId) ?? 0;
      if (underWay >= this.limits.organization) {
        next++;
        continue;
      }
      this.queue.splice(next, 1);
      this.byOrganization.set(organizationId, underWay + 1);
      start(this.slotOf(organizationId));
    }
  }

  private slotOf(organizationId: string): Slot {
    let place: 'quick' | 'slow' | 'none' = 'quick';
    this.quick++;
    return {
      becomeSlow: () => {
        if (place !== 'quick' || this.slow >= this.limits.slow) return;
        place = 'slow';
        this.quick--;
        this.slow++;
        this.startNext();
      },
      release: () => {
        if (place === 'none') return;
        if (place === 'quick') this.quick--;
        else this.slow--;
        place = 'none';
        const left = (this.byOrganization.get(organizationId) ?? 1) - 1;
        if (left === 0) this.byOrganization.delete(organizationId);
        else this.byOrganization.set(organizationId, left);
        this.startNext();
      },
    };
  }
}
