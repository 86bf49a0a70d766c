import type { einvoicingProfiles, IssuerEinvoicingSettings } from '../resources/einvoicing-settings.js';
import type { Identifier, TradeParty } from './parties.js';

export type ProfileName = (typeof einvoicingProfiles)[number];

/** A specification: BT-24, and its process BT-23. */
export interface Specification {
  customization: string;
  process: string | null;
}

export interface Profile {
  name: ProfileName;
  syntax: 'cii' | 'ubl';
  specification: Specification;
  /** For self-billed documents, with the type of their credit notes. */
  selfBilling: (Specification & { creditNoteType: string }) | null;
  /** Whether a document has one note at most (PEPPOL-EN16931-R002). */
  hasOneNote: boolean;
  /** Whether VAT that is not subject has a rate in the breakdown, which is 0 (BR-DE-14). */
  ratesEveryCategory: boolean;
  /** Whether electronic addresses are mandatory, and e-mail is none. */
  addresses: 'optional' | 'any' | 'peppol';
  /** Whether city and post code of both, and the seller's contact with phone and e-mail are mandatory. */
  needsContact: boolean;
}

const en16931: Pick<Profile, 'specification' | 'selfBilling' | 'hasOneNote' | 'addresses' | 'needsContact'> = {
  specification: { customization: 'urn:cen.eu:en16931:2017', process: null },
  selfBilling: null,
  hasOneNote: false,
  addresses: 'optional',
  needsContact: false,
};

const billing = 'urn:fdc:peppol.eu:2017:poacc:billing';
const selfBilling = 'urn:fdc:peppol.eu:2017:poacc:selfbilling';

const xrechnung: typeof en16931 = {
  ...en16931,
  specification: {
    customization: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
    process: `${billing}:01:1.0`,
  },
  addresses: 'any',
  needsContact: true,
};

/** The formats (webhooks, section 9), extended by Peppol and XRechnung as CII. */
export const profiles: Record<ProfileName, Profile> = {
  'en16931-cii': { name: 'en16931-cii', syntax: 'cii', ratesEveryCategory: false, ...en16931 },
  'en16931-ubl': { name: 'en16931-ubl', syntax: 'ubl', ratesEveryCategory: false, ...en16931 },
  'xrechnung-cii': { name: 'xrechnung-cii', syntax: 'cii', ratesEveryCategory: true, ...xrechnung },
  'xrechnung-ubl': { name: 'xrechnung-ubl', syntax: 'ubl', ratesEveryCategory: true, ...xrechnung },
  'peppol-bis': {
    name: 'peppol-bis',
    syntax: 'ubl',
    specification: {
      customization: `urn:cen.eu:en16931:2017#compliant#${billing}:3.0`,
      process: `${billing}:01:1.0`,
    },
    selfBilling: {
      customization: `urn:cen.eu:en16931:2017#compliant#${selfBilling}:3.0`,
      process: `${selfBilling}:01:1.0`,
      creditNoteType: '261',
    },
    hasOneNote: true,
    ratesEveryCategory: true,
    addresses: 'peppol',
    needsContact: false,
  },
};

/** The formats of a document. */
export interface Formats {
  /** Inside its PDF file. */
  embedded: ProfileName | null;
  /** As a file of its own. */
  file: ProfileName | null;
}

const cii = (name: ProfileName): boolean => profiles[name].syntax === 'cii';

/**
 * Chooses the formats by the countries of issuer and customer (webhooks, section 9). France and Germany embed Factur-X
 * in the PDF. Their file is UBL, in Germany as XRechnung, and for Belgian customers for Peppol, which Belgium requires.
 * The issuer's setting comes first, and countries without formats of their own need it.
 */
export function formatsFor(
  issuerCountry: string | null,
  customerCountry: string | null,
  { profile }: Pick<IssuerEinvoicingSettings, 'profile'>,
): Formats {
  const embedded = issuerCountry === 'FR' || issuerCountry === 'DE' ? 'en16931-cii' : null;
  if (profile) return cii(profile) ? { embedded: profile, file: null } : { embedded, file: profile };
  if (issuerCountry === 'BE') return { embedded, file: 'peppol-bis' };
  if (embedded === null) return { embedded, file: null };
  if (customerCountry === 'BE') return { embedded, file: 'peppol-bis' };
  return { embedded, file: issuerCountry === 'DE' ? 'xrechnung-ubl' : 'en16931-ubl' };
}

/**
 * Chooses a party's electronic address: its setting, else its number in a register or for VAT, or its e-mail where
 * the profile knows such addresses.
 */
export function electronicAddressOf(party: TradeParty, { addresses }: Pick<Profile, 'addresses'>): Identifier | null {
  const set = party.electronicAddress;
  if (set?.scheme) return set;
  if (set) return set.id.includes('@') && addresses !== 'peppol' ? { id: set.id, scheme: 'EM' } : null;
  const email = party.contact.email ? { id: party.contact.email, scheme: 'EM' } : null;
  return addresses === 'any' ? (email ?? party.derivedAddress) : party.derivedAddress;
}
