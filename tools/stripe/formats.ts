// Texts with a form of their own: addresses, countries, currencies.
import { checkCurrency } from './currencies.ts';
import { invalid } from './errors.ts';

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
/** Codes that the region names know, but ISO 3166 does not assign to a country. */
const noCountries = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

export const isCountry = (text: string): boolean =>
  /^[A-Z]{2}$/.test(text) &&
  !noCountries.has(text) &&
  regions.of(text) !== undefined &&
  // Codes of the past and other names, such as UK, have a current one.
  new Intl.Locale('und', { region: text }).region === text;

function checkUrl(text: string, param: string): void {
  const plain = text.replaceAll('{CHECKOUT_SESSION_ID}', 'id');
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(plain) && URL.canParse(plain)) return;
  throw invalid('Not a valid URL', { code: 'url_invalid', param });
}

/** Checks of texts by the last part of their parameter's name. */
const formats: Record<string, (text: string, param: string) => void> = {
  cancel_url: checkUrl,
  country(text, param) {
    if (isCountry(text)) return;
    throw invalid(
      `Country '${text}' is unknown. Try using a 2-character alphanumeric country code instead, such as 'US', 'EG', or 'GB'.`,
      { code: 'country_code_invalid', param },
    );
  },
  currency: checkCurrency,
  email(text, param) {
    // The domain has the letters of host names.
    if (/^[^\s@]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(text)) return;
    throw invalid(`Invalid email address: ${text}`, { code: 'email_invalid', param });
  },
  receipt_email: (text, param) => formats.email?.(text, param),
  return_url: checkUrl,
  success_url: checkUrl,
  url: checkUrl,
};

/** @throws Failure if a text does not have the form that its parameter's name requires */
export function checkFormat(text: string, param: string): void {
  const name = /(\w+)\]?$/.exec(param)?.[1] ?? '';
  formats[name]?.(text, param);
}
