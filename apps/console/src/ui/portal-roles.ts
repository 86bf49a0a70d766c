import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { components } from '../api/schema.js';

export type PortalRole = components['schemas']['PortalPerson']['role'];

/** The rights of people in the portal, in the words of the pages. */
export const portalRoleTexts: Record<PortalRole, MessageDescriptor> = {
  admin: msg`Everything, and manages people`,
  payer: msg`Invoices, payments and credits`,
  viewer: msg`Sees everything, changes nothing`,
};

export const portalRoleNames = Object.keys(portalRoleTexts) as PortalRole[];
