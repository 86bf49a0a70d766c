import { Decimal } from '@tollgate/rating';
import { z } from 'zod';

const decimal = z.union([z.string(), z.number()]).transform((value) => new Decimal(value));
const bounds = { from_value: z.number(), to_value: z.number().nullable() };

const Graduated = z.object({
  graduated_ranges: z.array(
    z.object({
      ...bounds,
      units: decimal,
      per_unit_amount: decimal,
      per_unit_total_amount: decimal,
      flat_unit_amount: decimal,
    }),
  ),
});

const GraduatedPercentage = z.object({
  graduated_percentage_ranges: z.array(
    z.object({ ...bounds, units: decimal, rate: decimal, flat_unit_amount: decimal, total_with_flat_amount: decimal }),
  ),
});

const Packages = z.object({
  free_units: decimal,
  paid_units: decimal,
  per_package_size: decimal,
  per_package_unit_amount: decimal,
});

const Percentage = z.object({
  rate: decimal,
  units: decimal,
  paid_units: decimal,
  per_unit_total_amount: decimal,
  paid_events: decimal,
  fixed_fee_unit_amount: decimal,
  fixed_fee_total_amount: decimal,
  min_max_adjustment_total_amount: decimal,
});

const Volume = z.object({
  flat_unit_amount: decimal,
  per_unit_amount: decimal,
  per_unit_total_amount: decimal,
});

export type GraduatedRange = z.infer<typeof Graduated>['graduated_ranges'][number];
export type PercentageRange = z.infer<typeof GraduatedPercentage>['graduated_percentage_ranges'][number];
export type PackageDetails = z.infer<typeof Packages>;
export type PercentageDetails = z.infer<typeof Percentage>;
export type VolumeDetails = z.infer<typeof Volume>;

/** The components of an amount, by the charge model that made them. Amounts are in main units. */
export type AmountDetails =
  | { model: 'graduated'; ranges: GraduatedRange[] }
  | { model: 'graduated_percentage'; ranges: PercentageRange[] }
  | { model: 'package'; details: PackageDetails }
  | { model: 'percentage'; details: PercentageDetails }
  | { model: 'volume'; details: VolumeDetails };

/** Reads the details of a fee's amount (charges, section 3.4); null for models that give none. */
export function readAmountDetails(details: Record<string, unknown>): AmountDetails | null {
  const graduated = Graduated.safeParse(details).data;
  if (graduated) return { model: 'graduated', ranges: graduated.graduated_ranges };
  const graduatedPercentage = GraduatedPercentage.safeParse(details).data;
  if (graduatedPercentage)
    return { model: 'graduated_percentage', ranges: graduatedPercentage.graduated_percentage_ranges };
  const packages = Packages.safeParse(details).data;
  if (packages) return { model: 'package', details: packages };
  const percentage = Percentage.safeParse(details).data;
  if (percentage) return { model: 'percentage', details: percentage };
  const volume = Volume.safeParse(details).data;
  return volume ? { model: 'volume', details: volume } : null;
}
