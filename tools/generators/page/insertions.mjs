// Insertions of a resource's pages into existing files. Each takes the text of a file and returns it with the addition.
import { changed } from '../insertion.mjs';

/** The path of the list below an organization. */
export const pathOf = ({ section, files }) => (section === 'billing' ? files : `${section}/${files}`);

/** The type of the record, unless it is there. */
export const inRecords = (text, { type }) =>
  new RegExp(`^export type ${type} =`, 'm').test(text)
    ? text
    : `${text.trimEnd()}\nexport type ${type} = Schemas['${type}'];\n`;

/** As the last kind of record with a page. */
export const inRecordLinks = (text, names) =>
  changed(
    text,
    /(const recordRoutes = \{[^}]*)(\n\} as const;)/,
    (_, table, end) => `${table}\n  ${names.camel}: '/$organization/${pathOf(names)}/$id',${end}`,
    'recordRoutes',
  );

/** As the last pages of an organization. */
export const inRouter = (text, names) => {
  const file = (name) => `(await import('./features/${names.files}/${name}.js'))`;
  const list = `lazyPage('${pathOf(names)}', async () => ${file('list')}.${names.types})`;
  const detail = `lazyPage('${pathOf(names)}/$id', async () => ${file('detail')}.${names.type})`;
  return changed(
    text,
    /(const pages = \[[^]*?)(\n\] as const;)/,
    (_, pages, end) => `${pages}\n  ${list},\n  ${detail},${end}`,
    'the pages of the router',
  );
};

const labels = { billing: 'null', catalog: 'msg`Catalog`', developers: 'msg`Developers`', settings: 'msg`Settings`' };

/** As the last item of its part of the navigation. */
export const inNavigation = (text, names) => {
  const item = `{ label: msg\`${names.upperMany}\`, to: '/$organization/${pathOf(names)}', permission: '${names.keys}:view' }`;
  return changed(
    text,
    new RegExp(`(    label: ${labels[names.section]},\\n(?:    icon: '\\w+',\\n)?    items: \\[[^]*?)(\\n    \\],\\n)`),
    (_, items, end) => `${items}\n      ${item},${end}`,
    `the part ${names.section} of the navigation`,
  );
};
