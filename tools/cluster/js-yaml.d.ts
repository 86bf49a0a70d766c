// The part of js-yaml that these tools use; the package has no types.
declare module 'js-yaml' {
  const yaml: {
    loadAll(text: string, iterator: undefined, options: { filename: string }): unknown[];
    dump(value: unknown): string;
  };
  export default yaml;
}
