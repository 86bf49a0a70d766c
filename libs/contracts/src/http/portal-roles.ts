import { portalSections, type PortalSection } from './portal-sections.js';

/** The rights of a session in the portal, within what the issuer's settings admit. */
interface PortalRights {
  sections: readonly PortalSection[];
  /** Whether it may make calls that change something. */
  mayChange: boolean;
  /** Whether it may invite people, change their roles and remove them. */
  managesPeople: boolean;
}

const all: PortalRights = { sections: portalSections, mayChange: true, managesPeople: true };

/** The roles of a customer's people in the portal (customers, section 3.8). Only this table knows what a role allows. */
export const portalRoles = {
  admin: all,
  payer: { sections: ['invoices', 'wallets', 'payment_methods'], mayChange: true, managesPeople: false },
  viewer: { sections: portalSections, mayChange: false, managesPeople: false },
} as const satisfies Record<string, PortalRights>;

export type PortalRole = keyof typeof portalRoles;
export const portalRoleNames = Object.keys(portalRoles) as [PortalRole, ...PortalRole[]];

/** The rights of a role; null for a session of the customer itself, which has all. */
export const portalRightsOf = (role: PortalRole | null): PortalRights => (role === null ? all : portalRoles[role]);
