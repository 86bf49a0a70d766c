interface Limits {
  /** Attempts under way at once. */
  quick: number;
  /** Attempts that have been waited for so long that they no longer count as such, at once. */
  slow: number;
  /** Attempts of one organization at once, quick or slow. */
  organization: number;
}

/** The right to make one attempt. */
export interface Slot {
  /** The attempt takes long: it gives its place to another, as far as there is room among the slow ones. */
  becomeSlow(): void;
  release(): void;
}

/**
 * How many attempts a process makes at once. Waiting for an answer costs next to nothing, so attempts that hang are set
 * apart after a short while; what an organization may have under way is bounded whatever its receivers do.
 */
export class AttemptSlots {
  private quick = 0;
  private slow = 0;
  private readonly byOrganization = new Map<string, number>();
  private readonly queue: { organizationId: string; start: (slot: Slot) => void }[] = [];

  constructor(private readonly limits: Limits) {}

  /** Waits for its turn: first come, first served among those whose organization is below its bound. */
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
