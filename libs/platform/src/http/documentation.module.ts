import { Module } from '@nestjs/common';
import { DocumentationController } from './documentation.controller.js';

/** The interface document and its page, in the processes that answer public calls. */
@Module({ controllers: [DocumentationController] })
export class DocumentationModule {}
