const upperFirst = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The spellings of a charge model's name. @param name in words with dashes */
export function namesOf(name) {
  const camel = name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
  const one = name.replaceAll('-', ' ');
  return { one, upperOne: upperFirst(one), file: name, key: name.replaceAll('-', '_'), camel, type: upperFirst(camel) };
}
