/** A name in a domain: letters of any script, as people write them. */
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`;
const emailPattern = new RegExp(String.raw`^[\p{L}0-9.!#$%&'*+/=?^_\x60{|}~-]+@${label}(?:\.${label})*$`, 'u');
const ascii = /^[\x21-\x7e]*$/;
const longestLabel = 63;

/** A domain as the network knows it (punycode); null for one that it cannot have. */
function sentDomain(domain: string): string | null {
  if (ascii.test(domain)) return domain;
  const address = `http://${domain}`;
  if (!URL.canParse(address)) return null;
  const { hostname } = new URL(address);
  return hostname.split('.').every((name) => name !== '' && name.length <= longestLabel) ? hostname : null;
}

/** Whether a text has the form of one e-mail address. Its local part and its domain may have letters of any script. */
export const isEmailForm = (text: string): boolean =>
  emailPattern.test(text) && sentDomain(text.slice(text.lastIndexOf('@') + 1)) !== null;

/** An e-mail address as it is sent: its domain in ASCII (customers, section 2.2). Another text stays as it is. */
export function sentEmail(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = sentDomain(address.slice(at));
  return at === 0 || domain === null ? address : address.slice(0, at) + domain;
}

/** Whether systems take an address that know ASCII alone. */
export const isAscii = (text: string): boolean => ascii.test(text);
