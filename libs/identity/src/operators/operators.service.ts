import { Injectable } from '@nestjs/common';
import { normalizeEmail, type Meta, type Operator } from '@tollgate/contracts';
import { currentContext, Logger, NotAllowed, NotFound, type Page, type Person } from '@tollgate/platform';
import { Entries } from '../entries/entries.service.js';
import { IdentityDatabase } from '../identity.database.js';
import { listOperators, setOperator } from './operators.repository.js';

/** Names the people who may act for the installation: the first one is the person who set it up. */
@Injectable()
export class Operators {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly entries: Entries,
    private readonly logger: Logger,
  ) {}

  /** One page of operators, by e-mail address. */
  async list(page: Page): Promise<{ operators: Operator[]; meta: Meta }> {
    return this.database.everyTenant(async (transaction) => {
      const { rows, meta } = await listOperators(transaction, page);
      return { operators: rows.map(({ id, email }) => ({ svc_id: id, email })), meta };
    });
  }

  /** Makes a person an operator. @throws NotFound for an unknown address */
  async appoint(email: string): Promise<Operator> {
    return this.mark(email, true);
  }

  /**
   * Dismisses an operator: its next call counts, and its stays in organizations end. Its own organizations and roles stay.
   * @param by the calling operator; null for the admin key
   * @throws NotFound for an unknown address; NotAllowed for the own one, so that an operator remains
   */
  async dismiss(email: string, by: Person | null): Promise<Operator> {
    if (by && normalizeEmail(email) === by.email) throw new NotAllowed('cannot_dismiss_yourself');
    const operator = await this.mark(email, false);
    await this.entries.endAll({ userId: operator.svc_id }, by);
    return operator;
  }

  private async mark(email: string, isOperator: boolean): Promise<Operator> {
    const user = await this.database.everyTenant((transaction) =>
      setOperator(transaction, normalizeEmail(email), isOperator),
    );
    if (!user) throw new NotFound('user');
    this.logger.info(isOperator ? 'a person became an operator' : 'a person is no longer an operator', {
      user_id: user.id,
      by_user_id: currentContext()?.actor?.user_id ?? null,
    });
    return { svc_id: user.id, email: user.email };
  }
}
