/** The books of a double of Xero. Amounts in hundredths. */
export interface XeroBooks {
  contacts: {
    ContactID: string;
    ContactNumber: string;
    ContactStatus: 'ACTIVE' | 'ARCHIVED';
    Name: string;
    EmailAddress: string;
    version: number;
  }[];
  invoices: XeroDocument[];
  credit_notes: (Omit<XeroDocument, 'due'> & { left: number })[];
  payments: { documentId: string; amount: number; account: string; date: string; reference: string }[];
  allocations: { noteId: string; invoiceId: string; amount: number }[];
}

export interface XeroDocument {
  id: string;
  number: string;
  contactId: string;
  status: 'AUTHORISED' | 'VOIDED';
  date: string;
  currency: string;
  lines: {
    Description: string;
    Quantity: number;
    LineAmount: number;
    TaxAmount: number;
    TaxType: string;
    AccountCode?: string;
    ItemCode?: string;
  }[];
  subTotal: number;
  tax: number;
  total: number;
  due: number;
  version: number;
}

/** The double of Xero, as one organization there (`tools/accounting`). */
export class XeroAccount {
  private static last = 0;
  /** The secret of the client names the organization. */
  readonly secret = `account-${process.pid}-${Date.now()}-${++XeroAccount.last}`;

  /** The body that connects the organization, with an account for everything. */
  connection(more: object = {}) {
    const mappings = [
      { item_type: 'fallback_item', account_code: '200' },
      { item_type: 'tax', external_code: 'OUTPUT2' },
      { item_type: 'payment', account_code: '090' },
      { item_type: 'credit_note', account_code: '210' },
    ];
    const keys = { client_id: 'client', client_secret: this.secret };
    return { accounting_provider: { provider: 'xero', code: 'books', name: 'Books', ...keys, mappings, ...more } };
  }

  async books(): Promise<XeroBooks> {
    return this.control('GET', `/books?account=${this.secret}`);
  }

  /** How many calls it has received, and the most at once. */
  async calls(): Promise<{ calls: number; most_at_once: number }> {
    return this.control('GET', `/calls?account=${this.secret}`);
  }

  /** The requests that it refused. */
  async refusals(): Promise<{ call: string; status: number; reason: unknown }[]> {
    return (await this.control<{ refusals: [] }>('GET', `/refusals?account=${this.secret}`)).refusals;
  }

  /** Spoils the next calls of the account. */
  async fail(fault: {
    kind: string;
    method?: string;
    path?: string;
    status?: number;
    retry_after?: number;
    times?: number;
  }): Promise<void> {
    await this.control('POST', '/faults', { account: this.secret, ...fault });
  }

  async recover(): Promise<void> {
    await this.control('DELETE', `/faults?account=${this.secret}`);
  }

  /** Changes the limits of calls. */
  async limit(limits: { minute?: number; day?: number }): Promise<void> {
    await this.control('POST', '/limits', { account: this.secret, ...limits });
  }

  /** Ends its tokens. */
  async expireTokens(): Promise<void> {
    await this.control('DELETE', `/tokens?account=${this.secret}`);
  }

  private async control<T>(method: string, path: string, body?: object): Promise<T> {
    const url = process.env['ACCOUNTING_URL'];
    if (!url) throw new Error('ACCOUNTING_URL is not set: run the integration tests with npm test');
    const answer = await fetch(`${url}/control${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }
}
