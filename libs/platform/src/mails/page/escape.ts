const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes the signs that mean something in HTML, in an element or in a quoted attribute. */
export const escapeSigns = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** Control characters have no place in HTML; a line feed or a tab becomes a space. */
const controls = /[\p{Cc}\u2028\u2029]/gu;
/** A half of a surrogate pair is no character. */
const halves = /\p{Cs}/gu;

/** A text as HTML shows it, in an element or in a quoted attribute. */
export const escapeHtml = (text: string): string => escapeSigns(text.replace(controls, ' ').replace(halves, '\uFFFD'));

/** A text on one line of a mail's plain part: a name must not look like further lines. */
export const plainLine = (text: string): string => text.replace(controls, ' ').replace(halves, '\uFFFD').trim();

/** An address for a link; an address of another scheme, such as `javascript:`, becomes none. */
export const linkAddress = (url: string): string | null => (/^https?:\/\//i.test(url) ? escapeHtml(url) : null);
