import { mostRetentionDays, retentionKindNames, retentionKinds, type RetentionKind } from '@tollgate/contracts';
import { z } from 'zod';

/** How long the installation stores each kind, in days; 0: for ever. */
export type RetentionDays = Readonly<Record<RetentionKind, number>>;

/** The operator's variables of all kinds that have one. */
export const retentionVariables = z.object(
  Object.fromEntries(
    Object.values(retentionKinds).flatMap(({ variable, days, ...kind }) =>
      variable === null
        ? []
        : [
            [
              variable,
              z.coerce
                .number()
                .int()
                .min('zeroKeeps' in kind ? 0 : 1)
                .max(mostRetentionDays)
                .default(days),
            ],
          ],
    ),
  ) as Record<string, z.ZodType<number>>,
);

export type RetentionVariables = z.infer<typeof retentionVariables>;

/** @param read the parsed variables */
export const retentionDaysOf = (read: RetentionVariables): RetentionDays =>
  Object.fromEntries(
    retentionKindNames.map((kind) => {
      const { variable, days } = retentionKinds[kind];
      return [kind, variable === null ? days : (read[variable] ?? days)];
    }),
  ) as RetentionDays;
