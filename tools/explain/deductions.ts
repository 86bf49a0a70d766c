// Adds up who gives how much to which fee of an invoice: earlier progressive fees, coupons and wallets.
import { add, isLess, isSame, type Rational, rational, subtract } from './rational.ts';
import { textOf } from './steps.ts';

/** The parts of the deductions, as an explanation states them. */
export interface Deductions {
  progressive_credits:
    | {
        svc_fee_id: string;
        svc_progressive_invoice_id: string;
        svc_progressive_fee_id: string;
        amount_cents: number;
      }[]
    | null;
  coupons: {
    svc_applied_coupon_id: string;
    precise_base_amount_cents: string | null;
    amount_cents: number;
    shares: { svc_fee_id: string; precise_base_amount_cents: string; precise_amount_cents: string }[] | null;
  }[];
  wallets: { amount_cents: number; granted_amount_cents: number | null; purchased_amount_cents: number | null }[];
}

/** The amounts of an invoice that these parts must add up to. */
export interface DeductedInvoice {
  progressive_billing_credit_amount_cents: number;
  prepaid_credit_amount_cents: number;
  prepaid_granted_credit_amount_cents: number | null;
  prepaid_purchased_credit_amount_cents: number | null;
  fees: { svc_id: string; amount_cents: number; precise_coupons_amount_cents: string }[];
  credits: { amount_cents: number; item: { type: string } }[];
}

const zero: Rational = [0n, 1n];
const whole = (cents: number): Rational => rational(String(cents));
const sum = (values: Rational[]): Rational => values.reduce(add, zero);
/** Shares have five decimals, each at most half a unit of the last one off. */
const roundingOf = (shares: number): Rational => [BigInt(shares), 200_000n];

/** The faults of the parts of an invoice's deductions. */
export function faultsOfDeductions(invoice: DeductedInvoice, deductions: Deductions): string[] {
  return [
    ...progressiveFaults(invoice, deductions),
    ...couponFaults(invoice, deductions),
    ...feeFaults(invoice, deductions),
    ...walletFaults(invoice, deductions),
  ];
}

const compare = (actual: Rational, expected: Rational, what: string): string[] =>
  isSame(actual, expected) ? [] : [`${what} are ${textOf(actual)}, not ${textOf(expected)}`];

function progressiveFaults(invoice: DeductedInvoice, { progressive_credits: credits }: Deductions): string[] {
  if (!credits) return [];
  const faults = compare(
    sum(credits.map((credit) => whole(credit.amount_cents))),
    whole(invoice.progressive_billing_credit_amount_cents),
    'credits for progressive invoices',
  );
  const pairs = credits.map((credit) => `${credit.svc_progressive_fee_id} ${credit.svc_fee_id}`);
  if (new Set(pairs).size < pairs.length) faults.push('a progressive fee credits a fee twice');
  return faults;
}

/** Coupons in the order of their use, each on what the earlier ones left. */
function couponFaults(invoice: DeductedInvoice, { coupons }: Deductions): string[] {
  const used = invoice.credits.filter(({ item }) => item.type === 'coupon').map((credit) => credit.amount_cents);
  const stated = coupons.map((coupon) => coupon.amount_cents);
  const faults = JSON.stringify(used) === JSON.stringify(stated) ? [] : [`coupons take ${stated}, not ${used}`];
  for (const coupon of coupons) {
    const { svc_applied_coupon_id: id, shares, amount_cents: cents, precise_base_amount_cents: base } = coupon;
    if (base !== null && isLess(rational(base), whole(cents))) faults.push(`coupon ${id} exceeds its base`);
    if (!shares || shares.length === 0) continue;
    const total = sum(shares.map((share) => rational(share.precise_amount_cents)));
    // The coupon's cents leave out a fraction; a share that would exceed its fee ends there.
    const off = subtract(total, whole(cents));
    if (isLess(add([1n, 1n], roundingOf(shares.length)), off))
      faults.push(`the shares of coupon ${id} are ${textOf(total)}, more than ${cents}`);
  }
  return faults;
}

/** Each fee: what progressive fees and coupons take off is its discount, and each base is what the ones before left. */
function feeFaults(invoice: DeductedInvoice, { progressive_credits: credits, coupons }: Deductions): string[] {
  if (!credits || coupons.some(({ shares }) => shares === null)) return [];
  return invoice.fees.flatMap((fee) => {
    const own = credits.filter((credit) => credit.svc_fee_id === fee.svc_id);
    let discounts = sum(own.map((credit) => whole(credit.amount_cents)));
    const faults: string[] = [];
    for (const share of coupons.flatMap(({ shares }) => shares ?? [])) {
      if (share.svc_fee_id !== fee.svc_id) continue;
      const rest = subtract(whole(fee.amount_cents), discounts);
      faults.push(...compare(rational(share.precise_base_amount_cents), rest, `fee ${fee.svc_id}: bases of a coupon`));
      discounts = add(discounts, rational(share.precise_amount_cents));
    }
    const stored = rational(fee.precise_coupons_amount_cents);
    return [...faults, ...compare(discounts, stored, `fee ${fee.svc_id}: discounts`)];
  });
}

function walletFaults(invoice: DeductedInvoice, { wallets }: Deductions): string[] {
  if (wallets.length === 0) return [];
  const faults = compare(
    sum(wallets.map((wallet) => whole(wallet.amount_cents))),
    whole(invoice.prepaid_credit_amount_cents),
    'amounts of wallets',
  );
  for (const part of ['granted', 'purchased'] as const) {
    const amounts = wallets.map((wallet) => wallet[`${part}_amount_cents`]);
    const stored = invoice[`prepaid_${part}_credit_amount_cents`];
    if (stored === null || amounts.includes(null)) continue;
    faults.push(...compare(sum(amounts.map((cents) => whole(cents ?? 0))), whole(stored), `${part} credits`));
  }
  return faults;
}
