/** The package has no types of its own. */
declare module 'cli-progress' {
  interface Format {
    format: string;
    barsize: number;
    hideCursor: boolean;
  }
  /** Characters of a bar. */
  interface Preset {
    barCompleteChar: string;
    barIncompleteChar: string;
  }
  const cliProgress: {
    SingleBar: new (
      format: Format,
      preset: Preset,
    ) => { start(total: number, value: number): void; increment(by: number): void; stop(): void };
    Presets: { shades_classic: Preset };
  };
  export default cliProgress;
}
