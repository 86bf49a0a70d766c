/** An hour in which an organization received events that may be faulty; it is looked through when it is due, and gone then. */
export interface EventChecksTable {
  organization_id: string;
  /** Start of the hour, by the organization's clock. */
  hour: Date;
  due_at: Date;
}
