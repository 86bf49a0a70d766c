import { Injectable } from '@nestjs/common';
import { normalizeEmail, type Meta } from '@tollgate/contracts';
import { Logger, NotFound, type Page } from '@tollgate/platform';
import { IdentityDatabase } from '../identity.database.js';
import { listOperators, setOperator } from './operators.repository.js';

/** A person who may make organizations. */
export interface Operator {
  svc_id: string;
  email: string;
}

/** Names the people who may make organizations: the first one is the person who set the installation up. */
@Injectable()
export class Operators {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly logger: Logger,
  ) {}

  /** One page of operators, by e-mail address. */
  async list(page: Page): Promise<{ operators: Operator[]; meta: Meta }> {
    return this.database.everyTenant(async (transaction) => {
      const { rows, meta } = await listOperators(transaction, page);
      return { operators: rows.map(({ id, email }) => ({ svc_id: id, email })), meta };
    });
  }

  /**
   * Makes a person an operator, or no longer one; its organizations and roles stay. The next call of the person counts.
   * @throws NotFound for an unknown address
   */
  async mark(email: string, isOperator: boolean): Promise<Operator> {
    const user = await this.database.everyTenant((transaction) =>
      setOperator(transaction, normalizeEmail(email), isOperator),
    );
    if (!user) throw new NotFound('user');
    this.logger.info(isOperator ? 'a person became an operator' : 'a person is no longer an operator', {
      user_id: user.id,
    });
    return { svc_id: user.id, email: user.email };
  }
}
