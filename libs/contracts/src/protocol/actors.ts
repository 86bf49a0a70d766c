/** The key, person or customer that made a change by a call. The service's own actions have no actor. */
export interface Actor {
  source: 'api' | 'front' | 'portal';
  api_key_id: string | null;
  user_id: string | null;
  /** That of a member, or of a person who signed in to the portal of a customer. */
  user_email: string | null;
  /** The customer in whose portal the change was made; absent elsewhere. */
  customer_id?: string;
}
