/** The organization of a membership, as far as its address needs it. */
interface Named {
  svc_id: string;
  slug: string;
}

/** First parts of addresses that belong to pages; an organization of that name has its identifier instead. */
const pages = new Set(['welcome', 'sign-in', 'invitation', 'reset-password', 'auth', 'me', 'not-a-member', 'assets']);

/** The part of an address that names an organization. */
export const pathOf = ({ svc_id, slug }: Named): string => (pages.has(slug) ? svc_id : slug);

/** The membership that an address names; undefined for organizations of others. */
export const organizationOf = <M extends { organization: Named }>(memberships: readonly M[], path: string) =>
  memberships.find(({ organization }) => path === pathOf(organization) || path === organization.svc_id);
