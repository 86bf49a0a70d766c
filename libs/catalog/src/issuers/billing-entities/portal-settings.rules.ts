import {
  portalEnds,
  PortalSettingsInput,
  usualPortalSettings,
  type PortalSettings,
  type PortalSettingsInput as Input,
} from '@tollgate/contracts';
import { readRawInput } from '@tollgate/platform';
import type { Updateable } from 'kysely';
import type { BillingEntitiesTable } from '../../model/tables/billing-entities.tables.js';

/** The stored settings of an issuer's portal, as answers show them. */
export const presentPortalSettings = (stored: Partial<PortalSettings>): PortalSettings => ({
  ...usualPortalSettings,
  ...stored,
});

/** Reads submitted settings and adds those that stay; each list has the order of the portal. @throws ValidationFailed */
export function portalSettingsColumn(
  input: Record<string, unknown> | undefined,
  stored: Partial<PortalSettings> = {},
): Pick<Updateable<BillingEntitiesTable>, 'portal_settings'> {
  if (!input) return {};
  const settings: Input = readRawInput(PortalSettingsInput, input);
  const { sign_in_by_mail: signsIn, people, ...others } = settings;
  const sent = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined));
  const ordered = {
    ...(settings.sections ? { sections: inOrder(usualPortalSettings.sections, settings.sections) } : {}),
    ...(settings.editable_fields
      ? { editable_fields: inOrder(usualPortalSettings.editable_fields, settings.editable_fields) }
      : {}),
    ...(settings.offered_plan_codes ? { offered_plan_codes: [...new Set(settings.offered_plan_codes)] } : {}),
    ...(settings.origins ? { origins: [...new Set(settings.origins)] } : {}),
    ...(settings.subscription_ends ? { subscription_ends: inOrder(portalEnds, settings.subscription_ends) } : {}),
  };
  const flags = {
    ...(typeof signsIn === 'boolean' ? { sign_in_by_mail: signsIn } : {}),
    ...(typeof people === 'boolean' ? { people } : {}),
  };
  return { portal_settings: JSON.stringify({ ...stored, ...sent, ...ordered, ...flags }) };
}

const inOrder = <T extends string>(all: readonly T[], chosen: readonly string[]): T[] =>
  all.filter((one) => chosen.includes(one));
