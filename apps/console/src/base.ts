const meta = (name: string): string => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

/** The path of the installation's public address, without a slash at its end; empty at the root of a host. */
export const base = meta('tollgate-base');
/** Marks the style elements of this page for the browser. */
export const styleNonce = meta('tollgate-nonce');
/** The origin of the page that may frame this one, which the service has checked; empty for none. */
export const framedBy = meta('tollgate-framed-by');

/** The part of the address behind `#`. The page removes it at once: it is a secret, and histories must not keep it. */
export const secretOfAddress: string = window.location.hash.slice(1);
if (secretOfAddress !== '') window.history.replaceState(null, '', window.location.pathname + window.location.search);
