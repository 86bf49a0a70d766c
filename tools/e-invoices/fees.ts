// Random fees with the figures that the product computes for them.
import type { TaxedFee } from '@tollgate/document/e-invoices';
import { Decimal, decimalText, feeTaxes, roundToCents, subunit, type TaxRate } from '@tollgate/rating';
import type { Random } from '@tollgate/simulate/random';

/** A fee before it is presented. */
export interface MadeFee {
  type: TaxedFee['item']['type'];
  name: string;
  metric: string;
  units: Decimal;
  price: Decimal;
  amountCents: bigint;
  preciseAmountCents: Decimal;
  preciseCouponsAmountCents: Decimal;
  taxes: readonly TaxRate[];
  isTrueUp: boolean;
}

const names = ['Storage', 'Bandwidth "EU" & more', '  Seats ', 'Card transactions', 'Stockage – données', '保存容量'];
const types = { one_off: ['add_on'], credit: ['credit'] } as const;

/** How a fee's amount follows from units and price. */
type Shape =
  'product' | 'minimum' | 'no units' | 'free' | 'true-up' | 'tiny price' | 'negative units' | 'negative price';
const shapes: readonly Shape[] = [
  'product',
  'product',
  'product',
  'minimum',
  'no units',
  'free',
  'true-up',
  'tiny price',
];

interface Figures {
  units: Decimal;
  price: Decimal;
  /** Main units. */
  amount: Decimal;
}

function figuresOf(shape: Shape, random: Random): Figures {
  const units = new Decimal(random.int(1, 40_000)).div(random.pick([1, 1, 10, 1000]));
  const price = new Decimal(random.int(1, 9_999)).div(random.pick([1, 100, 100, 1000, 10_000]));
  const zero = new Decimal(0);
  const large = new Decimal(random.int(1_000_000, 900_000_000));
  const figures: Record<Shape, () => Figures> = {
    product: () => ({ units, price, amount: units.times(price) }),
    minimum: () => ({ units, price, amount: units.times(price).plus(price).plus(7) }),
    'no units': () => ({ units: zero, price: zero, amount: price }),
    free: () => ({ units, price, amount: zero }),
    'true-up': () => ({ units: zero, price, amount: price }),
    'tiny price': () => ({ units: large, price: new Decimal('0.0000025'), amount: large.times('0.0000025') }),
    'negative units': () => ({ units: units.neg(), price, amount: units.times(price).neg() }),
    'negative price': () => ({ units, price: price.neg(), amount: units.times(price).neg() }),
  };
  return figures[shape]();
}

interface FeeOptions {
  kind: string;
  currency: string;
  taxes: readonly TaxRate[];
  isNegative: boolean;
}

export function makeFee(random: Random, { kind, currency, taxes, isNegative }: FeeOptions): MadeFee {
  const shape = isNegative ? random.pick(['negative units', 'negative price'] as const) : random.pick(shapes);
  const { units, price, amount } = figuresOf(shape, random);
  const preciseAmountCents = amount.times(subunit(currency)).toDecimalPlaces(15);
  return {
    type: random.pick(
      types[kind as keyof typeof types] ?? (['charge', 'charge', 'subscription', 'commitment'] as const),
    ),
    name: random.pick(names),
    metric: random.pick(['a', 'b']),
    units,
    price,
    amountCents: roundToCents(preciseAmountCents),
    preciseAmountCents,
    preciseCouponsAmountCents: new Decimal(0),
    taxes: kind === 'credit' ? [] : taxes,
    isTrueUp: shape === 'true-up',
  };
}

const subscriptionOf = ({ type }: MadeFee) =>
  type === 'add_on' || type === 'credit'
    ? { svc_subscription_id: null, external_subscription_id: null }
    : { svc_subscription_id: 'subscription', external_subscription_id: 'sub/7 <eu>' };

/** Whether the line explains its price by parts. */
const hasTiers = ({ type, metric, isTrueUp, amountCents }: MadeFee): boolean =>
  type === 'charge' && metric === 'a' && !isTrueUp && amountCents > 0n;

/** A price by volume and a flat fee (charges, section 3.4). */
const volumeOf = ({ units, price }: MadeFee) => ({
  per_unit_amount: decimalText(price),
  per_unit_total_amount: decimalText(units.times(price)),
  flat_unit_amount: '7.0',
});

/** A fee as an invoice presents it (charges, section 1.2). */
export function presented(fee: MadeFee, { id, currency }: { id: string; currency: string }): TaxedFee {
  const { taxesAmountCents, taxesRate } = feeTaxes(fee, currency);
  const hasPeriod = fee.type !== 'commitment' && fee.type !== 'credit';
  return {
    svc_id: id,
    svc_true_up_parent_fee_id: fee.isTrueUp ? 'parent' : null,
    item: {
      type: fee.type,
      code: fee.metric,
      name: fee.name,
      invoice_display_name: fee.name,
      filters: fee.type === 'charge' ? { region: ['eu', 'us'] } : null,
      filter_invoice_display_name: null,
      grouped_by: fee.type === 'charge' ? { team: 'A\u0007B', none: null } : {},
    },
    amount_cents: Number(fee.amountCents),
    amount_currency: currency,
    ...subscriptionOf(fee),
    amount_details: hasTiers(fee) ? volumeOf(fee) : {},
    pricing_unit_details: null,
    events_count: null,
    precise_amount: decimalText(fee.preciseAmountCents.div(subunit(currency))),
    taxes_rate: taxesRate.toNumber(),
    taxes_amount_cents: Number(taxesAmountCents),
    units: decimalText(fee.units),
    precise_unit_amount: decimalText(fee.price),
    precise_coupons_amount_cents: decimalText(fee.preciseCouponsAmountCents),
    from_date: hasPeriod ? '2026-01-31T23:00:00Z' : undefined,
    to_date: hasPeriod ? '2026-02-28T22:59:59Z' : undefined,
    description: fee.type === 'add_on' ? 'Set-up,\nonce' : null,
    applied_taxes: fee.taxes.map(({ code, rate }) => ({ tax_code: code, tax_rate: rate.toNumber() })),
  } as unknown as TaxedFee;
}
