import { Module } from '@nestjs/common';
import { DocumentationController } from './documentation.controller.js';

/** The interface document and its page, for processes with public calls. */
@Module({ controllers: [DocumentationController] })
export class DocumentationModule {}
