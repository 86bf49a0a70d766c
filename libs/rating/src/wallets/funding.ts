import type { Instant } from '../periods/local-time.js';
/** Credits that came in and of which something is left. */
export interface Funding {
  readonly id: string;
  readonly remainingCents: bigint;
  /** 1 is used first. */
  readonly priority: number;
  readonly kind: 'granted' | 'purchased';
  /** Unix milliseconds. */
  readonly createdAt: Instant;
}

/** What one inbound transaction pays of an outbound one. */
export interface FundingShare {
  readonly id: string;
  readonly kind: Funding['kind'];
  readonly amountCents: bigint;
}

/** By priority, granted before purchased, then age; those of one instant by their ids, which sort by time (wallets, section 4). */
function inOrder(fundings: readonly Funding[]): Funding[] {
  return [...fundings].sort(
    (a, b) =>
      a.priority - b.priority ||
      Number(a.kind === 'purchased') - Number(b.kind === 'purchased') ||
      a.createdAt - b.createdAt ||
      (a.id < b.id ? -1 : 1),
  );
}

/**
 * Which inbound transactions pay for cents that go out (wallets, section 4).
 * @returns null where they do not hold that much
 */
export function matchFundings(fundings: readonly Funding[], amountCents: bigint): FundingShare[] | null {
  const shares: FundingShare[] = [];
  let left = amountCents;
  for (const { id, kind, remainingCents } of inOrder(fundings)) {
    const taken = remainingCents < left ? remainingCents : left;
    if (taken <= 0n) continue;
    shares.push({ id, kind, amountCents: taken });
    left -= taken;
  }
  return left === 0n ? shares : null;
}
