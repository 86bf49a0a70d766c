/** The key, person or customer that made a change by a call. The service's own actions have no actor. */
export interface Actor {
  source: 'api' | 'front' | 'portal';
  api_key_id: string | null;
  user_id: string | null;
  user_email: string | null;
}
