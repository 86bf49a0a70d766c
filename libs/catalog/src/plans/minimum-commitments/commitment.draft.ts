import { MinimumCommitmentInput, type RawInput } from '@tollgate/contracts';
import { draftOf, type Draft } from '../../records.js';

/** The minimum commitment of a plan's body. */
export interface CommitmentDraft {
  /** An empty one removes the stored commitment. */
  isEmpty: boolean;
  fields: Draft<typeof MinimumCommitmentInput>;
}

export const draftCommitment = (raw: RawInput): CommitmentDraft => ({
  isEmpty: Object.keys(raw).length === 0,
  fields: draftOf(MinimumCommitmentInput, raw),
});
