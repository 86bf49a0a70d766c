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

/** Readers of details, by a field that only the details of one model have. */
const readers: [field: string, read: (details: Record<string, unknown>) => AmountDetails | null][] = [
  [
    'graduated_ranges',
    (details) => read(Graduated, details, ({ graduated_ranges: ranges }) => ({ model: 'graduated', ranges })),
  ],
  [
    'graduated_percentage_ranges',
    (details) =>
      read(GraduatedPercentage, details, ({ graduated_percentage_ranges: ranges }) => ({
        model: 'graduated_percentage',
        ranges,
      })),
  ],
  ['per_package_size', (raw) => read(Packages, raw, (details) => ({ model: 'package', details }))],
  ['rate', (raw) => read(Percentage, raw, (details) => ({ model: 'percentage', details }))],
  ['per_unit_amount', (raw) => read(Volume, raw, (details) => ({ model: 'volume', details }))],
];

function read<T>(
  schema: z.ZodType<T>,
  details: Record<string, unknown>,
  toDetails: (parsed: T) => AmountDetails,
): AmountDetails | null {
  const { data } = schema.safeParse(details);
  return data === undefined ? null : toDetails(data);
}

/** Reads the details of a fee's amount (charges, section 3.4); null for models that give none. */
export function readAmountDetails(details: Record<string, unknown>): AmountDetails | null {
  const reader = readers.find(([field]) => field in details);
  return reader ? reader[1](details) : null;
}
