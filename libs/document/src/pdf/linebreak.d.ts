/** Where lines may be broken (UAX #14); the package has no types of its own. */
declare module 'linebreak' {
  interface Break {
    /** Behind this many UTF-16 code units of the text. */
    position: number;
    /** Whether the line has to be broken here. */
    required: boolean;
  }

  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): Break | null;
  }
}
