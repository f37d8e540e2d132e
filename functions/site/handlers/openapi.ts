import { endpoints } from '../../../shared/contracts/all.ts';
import { openApiDocument } from '../../../shared/openapi.ts';
import { site } from '../../../shared/contracts/site.ts';
import { handle } from '../../handle.ts';

export const handler = handle(site.openapi, async () => openApiDocument(endpoints));
