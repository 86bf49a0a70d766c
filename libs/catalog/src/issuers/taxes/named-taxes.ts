import { NotFound } from '@tollgate/platform';

/** The live taxes among those that a body names, by code. */
export type NamedTaxes = ReadonlyMap<string, { id: string }>;

/** The ids of the taxes with these codes, each once, in input order. @throws NotFound `tax_not_found` */
export const taxIdsOf = (taxes: NamedTaxes, codes: readonly string[]): string[] =>
  [...new Set(codes)].map((code) => {
    const tax = taxes.get(code);
    if (!tax) throw new NotFound('tax');
    return tax.id;
  });
