import { Injectable } from '@nestjs/common';
import { Connections, Database } from '@tollgate/platform';

@Injectable()
export class SubscriptionDatabase extends Database {
  override readonly service = 'subscription';

  constructor(connections: Connections) {
    super(connections, 'subscription');
  }
}
