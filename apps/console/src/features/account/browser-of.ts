/** Browsers by the word that only their user agents have; the first match counts, because most name others, too. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;

const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** Browser and system of a user agent, such as Chrome and Linux; undefined for that of a program. */
export function browserOf(userAgent: string): { browser: string; system: string } | undefined {
  const browser = browsers.find(([word]) => userAgent.includes(word))?.[1];
  const system = systems.find(([word]) => userAgent.includes(word))?.[1];
  return browser && system ? { browser, system } : undefined;
}
