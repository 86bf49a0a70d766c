/** Brackets and functions deeper than this are nobody's formula; without a limit they would use up the stack. */
const deepest = 100;

const number = /\d+(\.\d+)?/y;
const quoted = /'[^']*'/y;
const variable = /event\.(code|timestamp|properties\.[A-Za-z][A-Za-z0-9_]*)(?![A-Za-z0-9_.])/y;
const call = /([A-Za-z]+) *\(/y;

const maximumArguments: Record<string, number> = {
  round: 2, ceil: 2, floor: 2, concat: Infinity, least: Infinity, greatest: Infinity,
};

const spellings = new Map(
  Object.entries(maximumArguments).flatMap(([name, maximum]) =>
    [name, name.toUpperCase(), `${name.charAt(0).toUpperCase()}${name.slice(1)}`].map((spelling) => [spelling, maximum] as const),
  ),
);

class NotAnExpression extends Error {}

/** Recognizes the expression language (metering, section 2.6) by recursive descent. */
class Recognizer {
  private at = 0;
  private depth = 0;

  constructor(private readonly text: string) {}

  whole(): void {
    this.sum();
    this.spaces();
    if (this.at < this.text.length) throw new NotAnExpression();
  }

  private sum(): void {
    this.product();
    while (this.symbol('+') || this.symbol('-')) this.product();
  }

  private product(): void {
    this.operand();
    while (this.symbol('*') || this.symbol('/')) this.operand();
  }

  private operand(): void {
    this.symbol('-');
    this.spaces();
    if (this.token(number) || this.token(quoted) || this.token(variable)) return;
    if (++this.depth > deepest) throw new NotAnExpression();
    const name = this.token(call)?.[1];
    if (name !== undefined) this.argumentsOf(name);
    else this.brackets();
    this.depth--;
  }

  private brackets(): void {
    this.expect('(');
    this.sum();
    this.expect(')');
  }

  private argumentsOf(name: string): void {
    const maximum = spellings.get(name);
    if (maximum === undefined) throw new NotAnExpression();
    let count = 0;
    do {
      this.sum();
      count++;
    } while (this.symbol(','));
    if (count > maximum) throw new NotAnExpression();
    this.expect(')');
  }

  private spaces(): void {
    while (this.text[this.at] === ' ') this.at++;
  }

  private symbol(symbol: string): boolean {
    this.spaces();
    if (this.text[this.at] !== symbol) return false;
    this.at++;
    return true;
  }

  private expect(symbol: string): void {
    if (!this.symbol(symbol)) throw new NotAnExpression();
  }

  private token(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at = pattern.lastIndex;
    return found;
  }
}

/** Whether a text is an expression over an event (metering, section 2.6). */
export function isExpression(text: string): boolean {
  try {
    new Recognizer(text).whole();
    return true;
  } catch (error) {
    if (error instanceof NotAnExpression) return false;
    throw error;
  }
}
