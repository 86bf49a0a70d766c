/** Replaces `base.ts` in unit specs, which have no document to read from. */
export const base = '';
export const styleNonce = '';
export const framedBy = '';
export const secretOfAddress = '';
