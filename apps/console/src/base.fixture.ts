/** What `base.ts` reads from the document of a page: unit specs have none. */
export const base = '';
export const styleNonce = '';
export const secretOfAddress = '';
