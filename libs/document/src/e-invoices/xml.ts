import { create } from 'xmlbuilder2';

/** Content of an element: text, elements in order, or several elements of the same name; `@` marks attributes. */
export type Content = string | null | undefined | Elements | Content[];
export interface Elements {
  [name: string]: Content;
}

/** Characters that XML 1.0 forbids, and halves of surrogate pairs. */
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** Drops absent parts, since empty elements are invalid (PEPPOL-EN16931-R008). */
function filledOnly(content: Content): Content {
  if (content === null || content === undefined) return null;
  if (typeof content === 'string') return content.replace(forbidden, '').trim() || null;
  if (Array.isArray(content)) {
    const parts = content.map(filledOnly).filter((part) => part !== null);
    return parts.length > 0 ? parts : null;
  }
  const entries = Object.entries(content).map(([name, inner]) => [name, filledOnly(inner)] as const);
  const filled = entries.filter(([, inner]) => inner !== null);
  return filled.some(([name]) => !name.startsWith('@')) ? Object.fromEntries(filled) : null;
}

/** Writes a document in UTF-8. @param namespaces by prefix; the empty prefix is the default */
export function writeXml(root: string, namespaces: Record<string, string>, content: Elements): string {
  const declared = Object.entries(namespaces).map(([prefix, uri]) => [prefix ? `@xmlns:${prefix}` : '@xmlns', uri]);
  const elements = filledOnly(content) as Record<string, unknown>;
  return create({ encoding: 'UTF-8' }, { [root]: { ...Object.fromEntries(declared), ...elements } }).end({
    prettyPrint: true,
  });
}

/** An identifier with its scheme, where it has one. */
export const identified = (identifier: { id: string; scheme: string | null } | null): Content =>
  identifier && (identifier.scheme ? { '@schemeID': identifier.scheme, '#': identifier.id } : identifier.id);
