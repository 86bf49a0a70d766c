/** Line break opportunities (UAX #14); the package has no types. */
declare module 'linebreak' {
  interface Break {
    /** After this many UTF-16 code units of the text. */
    position: number;
    /** Whether the break is mandatory. */
    required: boolean;
  }

  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): Break | null;
  }
}
