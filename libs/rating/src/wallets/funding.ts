import type { Instant } from '../periods/local-time.js';
/** Inbound credits with a remainder. */
export interface Funding {
  readonly id: string;
  readonly remainingCents: bigint;
  /** 1 is used first. */
  readonly priority: number;
  readonly kind: 'granted' | 'purchased';
  /** Unix milliseconds. */
  readonly createdAt: Instant;
}

/** The payment of one inbound transaction for an outbound one. */
export interface FundingShare {
  readonly id: string;
  readonly kind: Funding['kind'];
  readonly amountCents: bigint;
}

/**
 * By priority, granted before purchased, then age; at the same instant by id, which sorts by time (wallets, section 4).
 */
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
 * Matches inbound transactions to outbound cents (wallets, section 4).
 * @returns null if they do not cover the amount
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
