// The spellings of a resource's name.

const upperFirst = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const camel = (dashed) => dashed.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
const snake = (dashed) => dashed.replaceAll('-', '_');
const words = (dashed) => dashed.replaceAll('-', ' ');
const article = (text) => (/^[aeiou]/.test(text) ? 'an' : 'a');

/** The usual plural of a name in words with dashes. */
export function pluralOf(name) {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}

/**
 * All names that the templates use.
 * @param name singular
 * @param plural plural
 * @param service the owner
 * @param wing the wing of its library; undefined for a library without wings; all with dashes
 * @param chapter of the OpenAPI document
 */
export function namesOf({
  name,
  plural = pluralOf(name),
  service,
  wing,
  permission = snake(name),
  chapter = 'Organization',
}) {
  return {
    one: words(name),
    aOne: `${article(name)} ${words(name)}`,
    many: words(plural),
    upperMany: upperFirst(words(plural)),
    upperOne: upperFirst(`${article(name)} ${words(name)}`),
    file: name,
    files: plural,
    camel: camel(name),
    camels: camel(plural),
    type: upperFirst(camel(name)),
    types: upperFirst(camel(plural)),
    key: snake(name),
    keys: snake(plural),
    permission,
    chapter,
    service,
    wing,
    /** From the resource's folder to the sources of the library. */
    up: wing ? '../..' : '..',
    schema: snake(service),
    serviceType: upperFirst(camel(service)),
  };
}
