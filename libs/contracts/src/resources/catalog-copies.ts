import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { flag, recordList } from '../http/fields.js';
import { route } from '../http/route.js';
import { described, shape, texts } from '../http/texts.js';

/** The kinds of objects that are copied, in the order of their creation: later ones name earlier ones. */
export const copiedKinds = ['taxes', 'billable_metrics', 'add_ons', 'features', 'plans', 'coupons'] as const;
export type CopiedKind = (typeof copiedKinds)[number];

/** Results of one object. Nothing is changed or deleted. */
export const copyOutcomes = ['created', 'unchanged', 'different', 'refused'] as const;
export type CopyOutcome = (typeof copyOutcomes)[number];

/** Most objects of one copy. */
export const mostCopied = 1_000;

export const CopiedObject = shape('What became of one object of a copy', {
  kind: described(z.enum(copiedKinds), 'Kind of the object, as its list names it', 'plans'),
  code: described(z.string(), ...texts.code),
  outcome: described(
    z.enum(copyOutcomes),
    'Whether it was created, existed alike, exists with other values, or was refused; a dry run says what would be',
    'created',
  ),
  differences: described(z.array(z.string()), 'Fields in which the existing object differs', 'amount_cents'),
  error_details: described(
    z.record(z.string(), z.unknown()),
    'Codes by field of a refused object',
    'code=value_is_mandatory',
  ),
});
export type CopiedObject = z.infer<typeof CopiedObject>;

export const CatalogCopy = shape('Objects of a catalog, copied into another organization by their codes', {
  dry_run: described(z.boolean(), 'Whether nothing was created'),
  objects: described(z.array(CopiedObject), 'What became of each object'),
});
export type CatalogCopy = z.infer<typeof CatalogCopy>;

const answered = (kind: string) => described(recordList(), `${kind}, as their list answers them`);

/** Objects as the lists of the source answer them (catalog, section 20). */
export const CatalogCopyCreate = described(
  body(
    {
      dry_run: described(flag(), 'Whether objects are only compared; nothing is created'),
      taxes: answered('Taxes'),
      billable_metrics: answered('Billable metrics'),
      add_ons: answered('Add-ons'),
      features: answered('Features'),
      plans: answered('Plans'),
      coupons: answered('Coupons'),
    },
    (input, add) => {
      const objects = copiedKinds.reduce((sum, kind) => sum + (input[kind]?.length ?? 0), 0);
      if (objects === 0) add('base', 'no_objects');
      if (objects > mostCopied) add('base', 'too_many_objects');
    },
  ),
  'Objects of a catalog, as the lists of another organization answer them',
);
export type CatalogCopyCreate = BodyInput<typeof CatalogCopyCreate>;

export const catalogCopyRoutes = {
  create: route({
    service: 'catalog',
    permission: 'plan',
    method: 'POST',
    path: '/catalog_copies',
    summary: 'Create the objects of another catalog that do not exist yet, and compare the others',
    wrapper: 'catalog_copy',
    body: CatalogCopyCreate,
    bodyBytes: 8 * 1024 * 1024,
    heavy: true,
    answer: { catalog_copy: CatalogCopy },
  }),
};
