/** An invoice or credit note that no valid e-invoice can show, with all reasons. */
export class CannotBeWritten extends Error {
  override readonly name = 'CannotBeWritten';

  constructor(readonly faults: readonly string[]) {
    super(faults.join('; '));
  }
}
