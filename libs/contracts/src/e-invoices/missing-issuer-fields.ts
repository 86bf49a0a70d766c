import type { IssuerEinvoicingSettings } from '../resources/einvoicing-settings.js';
import { isReasonOf } from './code-lists.js';
import { issuerParty, type IssuerFields } from './issuer-party.js';
import { invalid, mandatory, nationalProfile, sellerFaults, type PartyFault } from './party-faults.js';
import { formatsFor, profiles } from './profiles.js';

/**
 * Fields that an issuer must fill before it switches e-invoicing on: those of each format that its customers may get.
 * A later document can still lack fields of its customer.
 * @param customerCountries countries that change the format; Belgium does
 */
export function missingIssuerFields(
  issuer: IssuerFields,
  settings: IssuerEinvoicingSettings,
  customerCountries: readonly (string | null)[] = [null],
): PartyFault[] {
  const formats = customerCountries.map((country) => formatsFor(issuer.country, country, settings));
  const names = new Set(formats.flatMap(({ embedded, file }) => [embedded, file]).filter((name) => name !== null));
  if (issuer.country === null) return mandatory({ country: null });
  if (names.size === 0) return [{ field: 'country', code: 'country_not_supported' }];
  const seller = issuerParty(issuer, settings);
  const faults = [
    ...[...names].flatMap((name) => sellerFaults(seller, nationalProfile(profiles[name], [issuer.country]), ['S'])),
    ...reasonFaults(settings),
  ];
  return faults.filter(
    ({ field, code }, place) => faults.findIndex((each) => each.field === field && each.code === code) === place,
  );
}

/** Only exemptions have a choice of codes, and need a text (BR-E-10). */
const reasonFaults = ({ zero_taxes: taxes }: IssuerEinvoicingSettings): PartyFault[] =>
  invalid(
    'zero_taxes',
    taxes.some(
      ({ category, reason_code: code, reason }) =>
        category === 'E' && (!isReasonOf('E', { code: code || null, text: '' }) || (!code && !reason)),
    ),
  );
