import { Injectable } from '@nestjs/common';
import { Connections } from './connections.js';
import { Database } from './database.js';

/** The database as the platform itself sees it: work in flight, parked messages. */
@Injectable()
export class PlatformDatabase extends Database {
  constructor(connections: Connections) {
    super(connections, 'platform');
  }
}
