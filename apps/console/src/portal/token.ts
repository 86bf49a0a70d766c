import { secretOfAddress } from '../base.js';

const place = 'tollgate.portal';

// A token in the address replaces that of the tab. Only this tab has it, and only until it closes.
if (secretOfAddress !== '') window.sessionStorage.setItem(place, decodeURIComponent(secretOfAddress));

/** The token of the customer's address; empty without one. */
export const token: string = window.sessionStorage.getItem(place) ?? '';

/** Discards a token that has ended. */
export const discardToken = (): void => window.sessionStorage.removeItem(place);
