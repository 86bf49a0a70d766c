// The expected rest of credits for 5.00 after an invoice of 1.00, however often the service was killed meanwhile.

/** Sums of a wallet's rows, in cents. */
export interface WalletRows {
  inbound: number;
  outbound: number;
  remaining: number;
  consumed: number;
}

export interface CreditFigures extends WalletRows {
  balance: number;
  consumed_credits: string;
  /** The amounts that the invoices draw, in cents, the least first. */
  prepaid: string;
  /** Reservations in progress. */
  reserved: number;
}

const expected: CreditFigures = {
  balance: 400,
  consumed_credits: '1.0',
  prepaid: '0 and 100',
  reserved: 0,
  inbound: 500,
  outbound: 100,
  remaining: 400,
  consumed: 100,
};
const names = Object.keys(expected) as (keyof CreditFigures)[];

/** Differences from the expected figures, as lines for people. */
export const differences = (found: CreditFigures): string[] =>
  names
    .filter((name) => found[name] !== expected[name])
    .map((name) => `${name}: ${found[name]} instead of ${expected[name]}`);
