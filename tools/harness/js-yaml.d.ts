// The part of js-yaml that tools use; the package has no types.
declare module 'js-yaml' {
  const yaml: {
    load(text: string): unknown;
    loadAll(text: string, iterator: undefined, options: { filename: string }): unknown[];
    dump(value: unknown): string;
  };
  export default yaml;
}
