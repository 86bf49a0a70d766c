/** Texts of the pages in one language. */
declare module '*.po' {
  export const messages: Record<string, string>;
}
