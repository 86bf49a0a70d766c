/** A document that a double of a tax engine has booked. */
export interface BookedDocument {
  id: string;
  kind: 'sale' | 'return' | 'inverse';
  status: 'booked' | 'voided';
  /** How often it was written. */
  version: number;
  date: string;
  /** The date whose rates count. */
  taxDate: string;
  total: number;
  tax: number;
}

/** The doubles of Anrok and AvaTax, as one account of theirs (`tools/tax-engines`). */
export class TaxEngineAccount {
  private static last = 0;
  /** The key of the account. */
  readonly secret = `account-${process.pid}-${Date.now()}-${++TaxEngineAccount.last}`;

  constructor(readonly engine: 'anrok' | 'avalara') {}

  /** The body that connects the account as a tax provider. */
  connection(more: object = {}) {
    const keys =
      this.engine === 'anrok'
        ? { api_key: this.secret }
        : { account_id: '1', license_key: this.secret, company_code: 'DEFAULT' };
    return { tax_provider: { provider: this.engine, code: 'engine', name: 'Engine', ...keys, ...more } };
  }

  /** The booked documents, oldest first. */
  async documents(): Promise<BookedDocument[]> {
    const { documents } = await this.control<{ documents: BookedDocument[] }>(
      'GET',
      `/documents?engine=${this.engine}&account=${this.secret}`,
    );
    return documents;
  }

  /** How many calls the engine has received. */
  async calls(): Promise<number> {
    return (await this.control<{ calls: number }>('GET', `/calls?engine=${this.engine}&account=${this.secret}`)).calls;
  }

  /** The requests that the engine refused for their shape, and other refusals but those of Anrok's conflicts. */
  async refusals(): Promise<object[]> {
    return (await this.control<{ refusals: object[] }>('GET', `/refusals?account=${this.secret}`)).refusals;
  }

  /** Spoils the next calls of the account. */
  async fail(fault: { kind: string; status?: number; retry_after?: number; times?: number }): Promise<void> {
    await this.control('POST', '/faults', { engine: this.engine, account: this.secret, ...fault });
  }

  async recover(): Promise<void> {
    await this.control('DELETE', `/faults?account=${this.secret}`);
  }

  /** Puts a document into a filed return. */
  async lock(id: string): Promise<void> {
    await this.control('POST', '/locks', { engine: this.engine, account: this.secret, id });
  }

  private async control<T>(method: string, path: string, body?: object): Promise<T> {
    const url = process.env['TAX_ENGINES_URL'];
    if (!url) throw new Error('TAX_ENGINES_URL is not set: run the integration tests with npm test');
    const answer = await fetch(`${url}/control${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }
}
