import { Module } from '@nestjs/common';
import { DocumentationController } from './documentation.controller.js';
import { DocumentationSite } from './documentation-site.js';

/** The interface document with its page, and the written documentation, for processes with public calls. */
@Module({ controllers: [DocumentationController], providers: [DocumentationSite] })
export class DocumentationModule {}
