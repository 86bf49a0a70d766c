/** The parts of the customer portal that a session may show; each has its calls (customers, section 3.1). */
export const portalSections = ['invoices', 'subscriptions', 'wallets', 'payment_methods', 'profile'] as const;
export type PortalSection = (typeof portalSections)[number];
