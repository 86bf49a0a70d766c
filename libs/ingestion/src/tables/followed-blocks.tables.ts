/** Up to which block of a log everything is done that blocks set off. It belongs to the installation, not to an organization. */
export interface FollowedBlocksTable {
  log: string;
  /** As text: a `bigint`. */
  block: string;
}
