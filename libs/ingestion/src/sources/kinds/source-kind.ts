import type { EventSourceDoor, SourceRule } from '@tollgate/contracts';
import type { SourceInput } from '../rules/source-input.js';

/** A kind of sources: how its bodies are read, and the rules of a new source that states none. */
export interface SourceKind {
  door: EventSourceDoor;
  /** Reads the records of a body as parsed JSON. @throws BadRequest for a body of another shape */
  readInputs(body: unknown): SourceInput[];
  /** Empty: a source must state its rules. */
  presetRules: readonly SourceRule[];
}
