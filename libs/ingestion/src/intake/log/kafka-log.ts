import { setTimeout as sleep } from 'node:timers/promises';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { CompressionTypes, type Admin, type Consumer, type EachBatchPayload, type Kafka, type Producer } from 'kafkajs';
import { rawEventsTopic } from '@tollgate/contracts';
