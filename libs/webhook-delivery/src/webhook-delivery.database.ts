import { Injectable } from '@nestjs/common';
import { Connections, Database } from '@tollgate/platform';

@Injectable()
export class WebhookDeliveryDatabase extends Database {
  override readonly service = 'webhook-delivery';

  constructor(connections: Connections) {
    super(connections, 'webhook-delivery');
  }
}
