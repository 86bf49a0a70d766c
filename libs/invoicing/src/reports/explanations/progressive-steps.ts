import type { StoredProgressiveFee } from '../../model/fee-inputs/fee-inputs.tables.js';
import type { FeeRow } from '../../model/fees/fees.repository.js';
import { checkOf, type Check } from './checks.js';
import type { Steps } from './steps.js';

const rule = 'charges, section 7.5';

/** The credit of a fee from an earlier progressive fee. */
export interface ProgressiveShare {
  feeId: string;
  source: StoredProgressiveFee;
  /** The reference of its step. */
  amount: string;
}

/** The credit for progressive invoices, fee by fee. */
export interface ProgressiveSteps {
  /** References of the credits of all fees, in their order; `0` for a fee that none credits. */
  byFee: string[];
  shares: ProgressiveShare[];
  checks: Check[];
}

/**
 * Each earlier fee gives what it billed first, less its credit notes, to the fees of its filter and group. The oldest one
 * gives first, until the fee is covered (charges, section 7.5).
 */
export function progressiveSteps(steps: Steps, fees: FeeRow[], sources: StoredProgressiveFee[]): ProgressiveSteps {
  const shares: ProgressiveShare[] = [];
  const left = sources.map((source, index) => billedFirst(steps, `progressive_${index + 1}`, source));
  const checks: Check[] = [];
  const ofPosition = sourcesByPosition(sources);
  const byFee = fees.map((fee, position) => {
    const id = `progressive_fee_${position + 1}`;
    const own = ofPosition.get(position) ?? [];
    const field = `fees.${fee.id}.progressive_credit_amount_cents`;
    const stored = fee.progressive_credit_amount_cents ?? 0n;
    if (own.length === 0) {
      checks.push(checkOf(field, stored, '0'));
      return '0';
    }
    const credits: string[] = [];
    let rest = fee.amount_cents > 0n ? String(fee.amount_cents) : '0';
    for (const index of own) {
      const share = `progressive_${index + 1}_fee_${position + 1}`;
      const add = (suffix: string, kind: string, op: 'min' | 'sub', args: string[]) =>
        steps.add({ id: share + suffix, kind, rule, of: fee.id, op, args });
      const amount = add('', 'progressive_share', 'min', [rest, left[index] ?? '0']);
      credits.push(amount);
      shares.push({ feeId: fee.id, source: sources[index] as StoredProgressiveFee, amount });
      rest = add('_rest', 'progressive_rest', 'sub', [rest, amount]);
      left[index] = add('_left', 'progressive_left', 'sub', [left[index] ?? '0', amount]);
    }
    const sum = steps.add({ id, kind: 'progressive_credit_of_fee', rule, of: fee.id, op: 'sum', args: credits });
    checks.push(checkOf(field, stored, sum));
    return sum;
  });
  return { byFee, shares, checks };
}

/** The amount that an earlier fee billed first, less its part of the fee's credit notes. */
function billedFirst(steps: Steps, id: string, source: StoredProgressiveFee): string {
  const { fee_id: of, amount_cents: amount, credited_cents: credited, noted_cents: noted } = source;
  const add = (suffix: string, kind: string, op: 'mul' | 'sub' | 'max' | 'round_half_up', args: string[]) =>
    steps.add({ id: id + suffix, kind, rule, of, op, args, ...(op === 'round_half_up' ? { places: 0 } : {}) });
  const first = add('', 'billed_first', 'sub', [amount, credited]);
  if (Number(noted) === 0) return first;
  const part = add('_noted_part', 'noted_part', 'mul', [noted, first]);
  const returned = add('_noted', 'noted', 'round_half_up', [part, amount]);
  const rest = add('_not_noted', 'not_noted', 'sub', [first, returned]);
  return add('_billed', 'billed_less_notes', 'max', [rest, '0']);
}

function sourcesByPosition(sources: StoredProgressiveFee[]): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const [index, { positions }] of sources.entries())
    for (const position of positions) found.set(position, [...(found.get(position) ?? []), index]);
  return found;
}
