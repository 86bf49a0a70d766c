/** The last block of a log whose follow-up work is complete. It belongs to the installation, not to an organization. */
export interface FollowedBlocksTable {
  log: string;
  /** As text: a `bigint`. */
  block: string;
}
