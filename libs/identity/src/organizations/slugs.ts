import { randomBytes } from 'node:crypto';
import { slugErrors } from '@tollgate/contracts';

const longest = 40;
const random = (length: number) =>
  BigInt(`0x${randomBytes(16).toString('hex')}`)
    .toString(36)
    .slice(-length);

/** Derives the slug of a new organization from its name (catalog, section 14). */
export function slugOfName(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replace(/^-+|-+$/g, '');
  return slugErrors(slug).length > 0 || /^\d+$/.test(slug) ? `org-${random(5)}` : slug;
}

/** Varies a slug that is already in use. */
export const varied = (slug: string): string => `${slug.slice(0, longest - 4)}-${random(3)}`;

/** The slug of an organization; without one, a part of its id. */
export const slugOf = ({ id, slug }: { id: string; slug: string | null }): string =>
  slug ?? `org-${id.replaceAll('-', '').slice(-12)}`;
