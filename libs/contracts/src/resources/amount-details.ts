import { z } from 'zod';
import { decimalString } from '../http/fields.js';

/**
 * How the amount of a fee comes about, one shape for each charge model (metering, section 5; charges, section 3.4). The
 * shapes share no discriminator: each has keys of its own, and only the empty one has none.
 */

/** The fee of a subscription: the price of its plan before proration. */
export const PlanAmountDetails = z.object({ plan_amount_cents: z.int() });

const range = {
  units: decimalString(),
  from_value: z.number(),
  to_value: z.number().nullable(),
  flat_unit_amount: decimalString(),
  per_unit_total_amount: decimalString(),
  total_with_flat_amount: decimalString(),
};

/** The model `graduated`: the ranges that the units reach. */
export const GraduatedAmountDetails = z.object({
  graduated_ranges: z.array(z.object({ ...range, per_unit_amount: decimalString() })),
});

/** The model `graduated_percentage`: the ranges that the units reach. */
export const GraduatedPercentageAmountDetails = z.object({
  graduated_percentage_ranges: z.array(z.object({ ...range, rate: decimalString() })),
});

/** The model `package`. */
export const PackageAmountDetails = z.object({
  free_units: decimalString(),
  paid_units: decimalString(),
  per_package_size: z.int(),
  per_package_unit_amount: decimalString(),
});

/** Whole events; on the fee of a single event, the difference that it made as decimal text. */
const eventCount = () => z.union([z.int(), decimalString()]);

/** The model `percentage`. */
export const PercentageAmountDetails = z.object({
  units: decimalString(),
  free_units: decimalString(),
  free_events: eventCount(),
  paid_units: decimalString(),
  rate: decimalString(),
  per_unit_total_amount: decimalString(),
  paid_events: eventCount(),
  fixed_fee_unit_amount: decimalString(),
  fixed_fee_total_amount: decimalString(),
  min_max_adjustment_total_amount: decimalString(),
});

/** The model `volume`. */
export const VolumeAmountDetails = z.object({
  flat_unit_amount: decimalString(),
  per_unit_amount: decimalString(),
  per_unit_total_amount: decimalString(),
});

/** The models `standard` and `dynamic`, prorated graduated prices, add-ons and credits: units times their price. */
export const NoAmountDetails = z.object({}).meta({ maxProperties: 0 });

export const AmountDetails = z.union([
  PlanAmountDetails,
  GraduatedAmountDetails,
  GraduatedPercentageAmountDetails,
  PackageAmountDetails,
  PercentageAmountDetails,
  VolumeAmountDetails,
  NoAmountDetails,
]);
export type AmountDetails = z.infer<typeof AmountDetails>;
