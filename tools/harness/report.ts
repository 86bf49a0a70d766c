// The output of a tool about its checks: a line for each, the problems below it, and the sum at the end.

/** How many checks passed and how many failed. */
export interface Counts {
  passed: number;
  failed: number;
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
export const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** Prints the result of each check, and counts it. */
export class Report {
  readonly counts: Counts = { passed: 0, failed: 0 };
  readonly #label: string;

  /** @param name of a part that prints beside others; its lines begin with it */
  constructor(name?: string) {
    this.#label = name === undefined ? '' : `${name}: `;
  }

  /** One check. @returns whether it passed */
  line(isPassed: boolean, text: string): boolean {
    this.counts[isPassed ? 'passed' : 'failed']++;
    console.log(`${isPassed ? 'ok    ' : 'FAILED'}  ${this.#label}${text}`);
    return isPassed;
  }

  /** A check that fails with an error. */
  async attempt(name: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.line(true, name);
    } catch (error) {
      this.line(false, `${name}: ${messageOf(error)}`);
    }
  }

  /** A check that finds problems, as lines for people; it passed if there are none. @returns whether it passed */
  check(name: string, problems: string[]): boolean {
    const isPassed = this.line(problems.length === 0, name);
    for (const problem of problems) console.log(`        ${problem}`);
    return isPassed;
  }

  /** An error that ended the checks. @param more a further line, such as the seed */
  error(error: unknown, more?: string): void {
    this.line(false, stackOf(error));
    if (more !== undefined) console.log(more);
  }

  add({ passed, failed }: Counts): void {
    this.counts.passed += passed;
    this.counts.failed += failed;
  }

  /** Closes with `N passed, N failed`, and ends the process. */
  finish(): never {
    const { passed, failed } = this.counts;
    console.log(`${passed} passed, ${failed} failed`);
    process.exit(failed === 0 ? 0 : 1);
  }
}
