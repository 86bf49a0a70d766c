// Walks of the documentation: pages whose commands a reader runs in order, each followed by the answer to expect.

/** One command, and the text that it prints. */
export interface WalkStep {
  /** The place of the command in the page, in lines. */
  line: number;
  command: string;
  /** Empty when the command prints nothing. */
  answer: string;
}

const blocks = /^```(\w*)\n([\s\S]*?)^```$/gm;

/** The steps of a page: each block of `sh`, with the block without a language right behind it as its answer. */
export function stepsOf(markdown: string): WalkStep[] {
  const steps: WalkStep[] = [];
  for (const { 1: language, 2: text = '', index } of markdown.matchAll(blocks)) {
    const line = markdown.slice(0, index).split('\n').length;
    const last = steps.at(-1);
    if (language === 'sh') steps.push({ line, command: text.trimEnd(), answer: '' });
    else if (language === '' && last) last.answer = text.trimEnd();
  }
  return steps;
}

/** The program that runs all steps in one shell, and prints a mark before each. */
export const scriptOf = (steps: readonly WalkStep[], mark: string): string =>
  steps.map(({ command }, place) => `echo '${mark}${place}'\n${command}\n`).join('');

/** The answers of the steps, from the output of `scriptOf`. A step that did not run has none. */
export function answersOf(output: string, count: number, mark: string): (string | undefined)[] {
  const parts = new Map<number, string>();
  for (const part of output.split(mark).slice(1)) {
    const end = part.indexOf('\n');
    parts.set(Number(part.slice(0, end)), part.slice(end + 1).trimEnd());
  }
  return Array.from({ length: count }, (_, place) => parts.get(place));
}
