import { Injectable } from '@nestjs/common';
import { Connections, Database } from '@tollgate/platform';

@Injectable()
export class PaymentDatabase extends Database {
  override readonly service = 'payment';

  constructor(connections: Connections) {
    super(connections, 'payment');
  }
}
