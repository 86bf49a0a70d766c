/** The package has no types of its own. */
declare module 'js-yaml' {
  const yaml: {
    /** Reads one document. @throws Error */
    load(text: string): unknown;
  };
  export default yaml;
}
