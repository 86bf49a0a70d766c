import { z } from 'zod';

/** Decimal text, in the main unit of the currency or pricing unit. */
const amount = z.string();
/** Percent, decimal text. */
const rate = z.string();
const bounds = { from_value: z.number(), to_value: z.number().nullish() };

const unitPriceRange = z.object({ ...bounds, per_unit_amount: amount, flat_amount: amount });
const rateRange = z.object({ ...bounds, rate, flat_amount: amount });

/** Keys of event properties: those that split usage before pricing, and those that only break it down. */
const groupKeys = {
  pricing_group_keys: z.array(z.string()).optional(),
  presentation_group_keys: z
    .array(z.object({ value: z.string(), options: z.object({ display_in_invoice: z.boolean() }).nullish() }))
    .optional(),
};

const standard = z.object({ amount, ...groupKeys });
const graduated = z.object({ graduated_ranges: z.array(unitPriceRange).nonempty(), ...groupKeys });
const packages = z.object({ amount, free_units: z.int(), package_size: z.int(), ...groupKeys });
const percentage = z.object({
  rate,
  fixed_amount: amount.nullish(),
  free_units_per_events: z.int().nullish(),
  free_units_per_total_aggregation: amount.nullish(),
  per_transaction_min_amount: amount.nullish(),
  per_transaction_max_amount: amount.nullish(),
  ...groupKeys,
});
const volume = z.object({ volume_ranges: z.array(unitPriceRange).nonempty(), ...groupKeys });
const graduatedPercentage = z.object({ graduated_percentage_ranges: z.array(rateRange).nonempty(), ...groupKeys });
const dynamic = z.object(groupKeys);

/** The older name of `pricing_group_keys`, beside it in answers and taken in its place. */
const olderName = { grouped_by: groupKeys.pricing_group_keys };

export const StandardProperties = standard.extend(olderName);
export const GraduatedProperties = graduated.extend(olderName);
export const PackageProperties = packages.extend(olderName);
export const PercentageProperties = percentage.extend(olderName);
export const VolumeProperties = volume.extend(olderName);
export const GraduatedPercentageProperties = graduatedPercentage.extend(olderName);
export const DynamicProperties = dynamic.extend(olderName);

/** The price of a charge, one shape for each charge model. */
export const ChargeProperties = z.union([
  StandardProperties,
  GraduatedProperties,
  PackageProperties,
  PercentageProperties,
  VolumeProperties,
  GraduatedPercentageProperties,
  DynamicProperties,
]);

/** The price of a fixed charge, one shape for each charge model. */
export const FixedChargeProperties = z.union([StandardProperties, GraduatedProperties, VolumeProperties]);

/**
 * A charge model with its validated properties, as stored (catalog, section 4.2; metering, section 5.1). Properties of
 * a charge filter have the model of its charge.
 */
export const ChargePrice = z.discriminatedUnion('charge_model', [
  z.object({ charge_model: z.literal('standard'), properties: standard }),
  z.object({ charge_model: z.literal('graduated'), properties: graduated }),
  z.object({ charge_model: z.literal('package'), properties: packages }),
  z.object({ charge_model: z.literal('percentage'), properties: percentage }),
  z.object({ charge_model: z.literal('volume'), properties: volume }),
  z.object({ charge_model: z.literal('graduated_percentage'), properties: graduatedPercentage }),
  z.object({ charge_model: z.literal('dynamic'), properties: dynamic }),
]);
export type ChargePrice = z.infer<typeof ChargePrice>;
export type ChargeModelName = ChargePrice['charge_model'];

/** The properties of one charge model. */
export type ChargePropertiesOf<M extends ChargeModelName> = Extract<ChargePrice, { charge_model: M }>['properties'];
