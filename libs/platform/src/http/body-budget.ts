/** Bodies up to this size share no budget: what they may take altogether is bounded by the number of connections. */
export const smallBodyBytes = 16 * 1024;

/** What one caller may have of the budget, as its share. */
const shareOfOne = 1 / 2;

/** How many bytes the bodies of calls under way may hold in this process, altogether and of one caller. */
export class BodyBudget {
  private held = 0;
  private readonly heldBy = new Map<string, number>();

  /** @param bytes for all callers together */
  constructor(private readonly bytes: number) {}

  /**
   * Takes bytes for a body.
   * @param caller whose they are
   * @returns false, with nothing taken, where there are none left
   */
  take(bytes: number, caller: string): boolean {
    const ofCaller = (this.heldBy.get(caller) ?? 0) + bytes;
    // A budget below two of the largest bodies lets one through at a time.
    if (this.held > 0 && (this.held + bytes > this.bytes || ofCaller > this.bytes * shareOfOne)) return false;
    this.held += bytes;
    this.heldBy.set(caller, ofCaller);
    return true;
  }

  /** Gives bytes back that were taken for a caller. */
  release(bytes: number, caller: string): void {
    this.held -= bytes;
    const left = (this.heldBy.get(caller) ?? 0) - bytes;
    if (left > 0) this.heldBy.set(caller, left);
    else this.heldBy.delete(caller);
  }
}
