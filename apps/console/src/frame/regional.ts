/** The language of the page as the reader's region writes it, such as `en-GB`: hours and days have its order. */
export const regional = (language: string, spoken: readonly string[] = navigator.languages): string =>
  spoken.find((one) => one.split('-')[0] === language) ?? language;
