import { z } from 'zod';
import { bodyOf, type BodyInput } from '../http/body.js';
import { flag, isBlank, prose, text, textList } from '../http/fields.js';
import { isHttpUrl } from '../http/guards.js';
import { blankAsNull, colour, email } from '../http/party-fields.js';
import { portalSections } from '../http/portal-sections.js';
import { strictly } from '../http/strict.js';
import { described, shape } from '../http/texts.js';

/** The data that customers may change in the portal; an address is one, with all of its lines. */
export const portalFields = [
  'customer_type',
  'name',
  'firstname',
  'lastname',
  'legal_name',
  'tax_identification_number',
  'email',
  'document_locale',
  'address',
  'shipping_address',
] as const;
export type PortalField = (typeof portalFields)[number];

/** When customers may end a subscription: at once, or at the end of the running period of its plan. */
export const portalEnds = ['now', 'period_end'] as const;
export type PortalEnd = (typeof portalEnds)[number];

/** Plans that one portal may offer. */
const mostOfferedPlans = 50;

/** Origins that one portal may have. */
const mostOrigins = 20;

/** The contrast of text on white that WCAG 2.2 requires (AA, 1.4.3). */
const LEAST_CONTRAST = 4.5;
const longestHeadline = 200;
const longestIntro = 1_000;
const longestUrl = 2_048;

/** The customer portal of an issuer (customers, section 3.4). */
export const PortalSettings = shape("Settings of the portal of the billing entity's customers", {
  sections: described(z.array(z.enum(portalSections)), 'The parts that the portal shows, and whose calls it admits'),
  editable_fields: described(z.array(z.enum(portalFields)), 'The data that customers may change'),
  offered_plan_codes: described(
    z.array(z.string()),
    'Codes of the plans that customers may change to; none: they change no plan',
    'business',
  ),
  subscription_ends: described(
    z.array(z.enum(portalEnds)),
    'When customers may end a subscription; none: they end none',
    'period_end',
  ),
  sign_in_by_mail: described(z.boolean(), 'Whether customers sign in with a code from a mail, besides their addresses'),
  people: described(
    z.boolean(),
    'Whether customers invite and remove people themselves; it needs `sign_in_by_mail`, by which these sign in',
  ),
  origins: described(
    z.array(z.string()),
    "Origins of the organization's own pages that may make calls of the portal, and show its parts in frames",
    'https://app.acme.example',
  ),
  headline: described(z.string().nullable(), 'Sentence below the title; null: the usual one', 'Billing of your team'),
  intro: described(
    z.string().nullable(),
    'Plain text below that sentence; null without one',
    'Questions about an invoice? We are there on weekdays.',
  ),
  support_email: described(
    z.string().nullable(),
    'E-mail address for questions of customers; null without one',
    'billing@acme.example',
  ),
  support_url: described(
    z.string().nullable(),
    'Address of the page for questions of customers; null without one',
    'https://acme.example/help',
  ),
  accent_color: described(z.string().nullable(), 'Colour of buttons, as in #1f4e79; null: the usual one', '#1f4e79'),
  terms_url: described(z.string().nullable(), 'Address of the terms; null without one', 'https://acme.example/terms'),
  privacy_url: described(
    z.string().nullable(),
    'Address of the privacy policy; null without one',
    'https://acme.example/privacy',
  ),
});
export type PortalSettings = z.infer<typeof PortalSettings>;

export const usualPortalSettings: PortalSettings = {
  sections: [...portalSections],
  editable_fields: [...portalFields],
  offered_plan_codes: [],
  subscription_ends: [],
  sign_in_by_mail: false,
  people: false,
  origins: [],
  headline: null,
  intro: null,
  support_email: null,
  support_url: null,
  accent_color: null,
  terms_url: null,
  privacy_url: null,
};

const isOneOf =
  (values: readonly string[]) =>
  (value: string): boolean =>
    values.includes(value);

/** Whether a text is an origin as browsers send it: `https://app.acme.example`, without a path. */
const isOrigin = (value: string): boolean => isHttpUrl(value) && new URL(value).origin === value;

/** A nested object of a body; its errors have the names of its fields. */
export const PortalSettingsInput = bodyOf(
  PortalSettings,
  {
    sections: strictly(textList(), z.array(z.enum(portalSections)).optional()),
    editable_fields: strictly(textList(), z.array(z.enum(portalFields)).optional()),
    offered_plan_codes: textList({ most: mostOfferedPlans, fault: 'value_is_out_of_range' }),
    subscription_ends: strictly(textList(), z.array(z.enum(portalEnds)).optional()),
    sign_in_by_mail: flag(),
    people: flag(),
    origins: textList({ most: mostOrigins, fault: 'value_is_out_of_range' }),
    headline: blankAsNull(text(longestHeadline)),
    intro: blankAsNull(prose(longestIntro)),
    support_email: blankAsNull(email()),
    support_url: blankAsNull(text(longestUrl)),
    accent_color: blankAsNull(colour()),
    terms_url: blankAsNull(text(longestUrl)),
    privacy_url: blankAsNull(text(longestUrl)),
  },
  (input, add) => {
    if (input.sections && (input.sections.length === 0 || !input.sections.every(isOneOf(portalSections))))
      add('sections', 'value_is_invalid');
    if (input.editable_fields && !input.editable_fields.every(isOneOf(portalFields)))
      add('editable_fields', 'value_is_invalid');
    if (input.subscription_ends && !input.subscription_ends.every(isOneOf(portalEnds)))
      add('subscription_ends', 'value_is_invalid');
    if (input.origins && !input.origins.every(isOrigin)) add('origins', 'value_is_invalid');
    if (input.accent_color && contrastOnWhite(input.accent_color) < LEAST_CONTRAST)
      add('accent_color', 'contrast_is_too_low');
    for (const field of ['support_url', 'terms_url', 'privacy_url'] as const) {
      const url = input[field];
      if (!isBlank(url) && !isHttpUrl(url ?? '')) add(field, 'url_is_invalid');
    }
  },
);
export type PortalSettingsInput = BodyInput<typeof PortalSettingsInput>;

/** The contrast of a colour (`#1f4e79`) with white, from 1 to 21 (WCAG 2.2, relative luminance). */
export function contrastOnWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((place) => {
    const share = Number.parseInt(color.slice(place, place + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}
