/** The key or person that made a change by a call. The service's own actions have no actor. */
export interface Actor {
  source: 'api' | 'front';
  api_key_id: string | null;
  user_id: string | null;
  user_email: string | null;
}
