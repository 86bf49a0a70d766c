/** Bodies up to this size use no budget: the number of connections limits their total. */
export const smallBodyBytes = 16 * 1024;

/** Maximum share of the budget for one caller. */
const shareOfOne = 1 / 2;

/** Limits the bytes of bodies under way in this process, in total and per caller. */
export class BodyBudget {
  private held = 0;
  private readonly heldBy = new Map<string, number>();

  /** @param bytes for all callers together */
  constructor(private readonly bytes: number) {}

  /**
   * Reserves bytes for a body.
   * @param caller the body's sender
   * @returns false, without a reservation, when the budget is exhausted
   */
  take(bytes: number, caller: string): boolean {
    const ofCaller = (this.heldBy.get(caller) ?? 0) + bytes;
    // A budget smaller than two of the largest bodies admits one at a time.
    if (this.held > 0 && (this.held + bytes > this.bytes || ofCaller > this.bytes * shareOfOne)) return false;
    this.held += bytes;
    this.heldBy.set(caller, ofCaller);
    return true;
  }

  /** Releases bytes that were reserved for a caller. */
  release(bytes: number, caller: string): void {
    this.held -= bytes;
    const left = (this.heldBy.get(caller) ?? 0) - bytes;
    if (left > 0) this.heldBy.set(caller, left);
    else this.heldBy.delete(caller);
  }
}
