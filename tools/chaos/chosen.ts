/** Names of an option, separated by commas, of which all must be known. @throws Error that names the unknown ones */
export function chosenFrom<Name extends string>(option: string, known: readonly Name[]): Name[] {
  const isKnown = (name: string): name is Name => (known as readonly string[]).includes(name);
  const names = option.split(',');
  const unknown = names.filter((name) => !isKnown(name));
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: not one of ${known.join(', ')}`);
  return names.filter(isKnown);
}
